// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_call.h"

#include <string_view>
#include <utility>

namespace nervure {

namespace {

/// Stands in a layer's place for a constant: ["_CONSTANT_VALUE", -1, 2.0, {…}].
constexpr std::string_view constantName = "_CONSTANT_VALUE";

std::vector<JsonValue> itemsOf(const JsonValue &list)
{
    std::vector<JsonValue> items;
    for (const JsonValue item : list) {
        items.push_back(item);
    }
    return items;
}

/// ["layer", 0, 0], behind which keyword arguments may stand.
bool isKerasValue(const std::vector<JsonValue> &items)
{
    return items.size() >= 3 && items[0].isString() && items[1].kind() == JsonKind::Integer
           && items[2].kind() == JsonKind::Integer && items[1].integer() >= 0
           && items[2].integer() >= 0;
}

bool isKerasConstant(const std::vector<JsonValue> &items)
{
    return items.size() >= 3 && items[0].isString() && items[0].text() == constantName;
}

KerasValue kerasValueOf(const std::vector<JsonValue> &items)
{
    return {items[0].text(), static_cast<std::size_t>(items[1].integer()),
            static_cast<std::size_t>(items[2].integer())};
}

/// Finds the values in a piece of JSON, and what stands beside them.
class KerasValueFinder {
public:
    /// ["layer", 0, 0, {…}], or a __keras_tensor__ of Keras 3.
    void find(const JsonValue &value)
    {
        if (value.isArray()) {
            findInList(value);
        } else if (value.isObject()) {
            findInObject(value);
        } else {
            m_hasOther = m_hasOther || value.kind() != JsonKind::Null;
        }
    }

    [[nodiscard]] bool hasOther() const { return m_hasOther; }
    [[nodiscard]] std::vector<KerasValue> take() { return std::move(m_found); }

private:
    void findInList(const JsonValue &list)
    {
        const auto items = itemsOf(list);
        if (isKerasConstant(items)) {
            m_hasOther = true;
        } else if (isKerasValue(items)) {
            m_found.push_back(kerasValueOf(items));
        } else {
            for (const JsonValue &item : items) {
                find(item);
            }
        }
    }

    void findInObject(const JsonValue &object)
    {
        const auto config = object.find("config");
        if (kerasText(object.find("class_name")) != "__keras_tensor__" || !config
            || !config->isObject()) {
            for (const JsonValue member : object) {
                find(member);
            }
            return;
        }
        const std::size_t count = m_found.size();
        if (const auto history = config->find("keras_history")) {
            find(*history);
        }
        if (m_found.size() == count + 1) {
            m_found.back().sizes = kerasSizes(config->find("shape"));
            m_found.back().dtype = kerasText(config->find("dtype"));
        }
    }

    std::vector<KerasValue> m_found;
    bool m_hasOther = false;
};

/// Reads one call.
class KerasCallReader {
public:
    KerasCall read(const JsonValue &call)
    {
        const auto args = call.isObject() ? call.find("args") : std::nullopt;
        if (args && args->isArray()) {
            m_call.isOfKeras3 = true;
            for (const JsonValue item : *args) {
                add({}, item);
            }
            if (const auto keywords = call.find("kwargs")) {
                addKeywords(*keywords);
            }
        } else {
            readOld(call);
        }
        for (const KerasArgument &argument : m_call.arguments) {
            m_call.values.insert(m_call.values.end(), argument.values.begin(),
                                 argument.values.end());
        }
        return std::move(m_call);
    }

private:
    void add(std::string name, const JsonValue &value)
    {
        KerasValueFinder finder;
        finder.find(value);
        KerasArgument argument;
        argument.name = std::move(name);
        argument.values = finder.take();
        argument.isMixed = !argument.values.empty() && finder.hasOther();
        argument.isList = value.isArray() && !isKerasValue(itemsOf(value));
        argument.text = argument.values.empty() ? kerasAttributeText(value) : std::string();
        m_call.arguments.push_back(std::move(argument));
    }

    void addKeywords(const JsonValue &keywords)
    {
        if (keywords.isObject()) {
            for (const JsonValue member : keywords) {
                add(std::string(member.key()), member);
            }
        }
    }

    /// Keras 2: the first argument, one value or several, each with all keyword arguments behind it.
    void readOld(const JsonValue &call)
    {
        KerasArgument first;
        std::optional<JsonValue> keywords;
        readOld(call, first, keywords);
        first.isMixed = !first.values.empty() && !first.text.empty();
        first.isList = first.values.size() > 1;
        m_call.arguments.push_back(std::move(first));
        if (keywords) {
            addKeywords(*keywords);
        }
    }

    static void readOld(const JsonValue &value, KerasArgument &first,
                        std::optional<JsonValue> &keywords)
    {
        const auto items =
            value.isArray() || value.isObject() ? itemsOf(value) : std::vector<JsonValue>();
        const bool isConstant = value.isArray() && isKerasConstant(items);
        if (!isConstant && !(value.isArray() && isKerasValue(items))) {
            for (const JsonValue &item : items) {
                readOld(item, first, keywords);
            }
            return;
        }
        if (isConstant) {
            first.text = kerasAttributeText(items[2]);
        } else {
            first.values.push_back(kerasValueOf(items));
        }
        if (items.size() > 3 && !keywords) {
            keywords = items[3];
        }
    }

    KerasCall m_call;
};

} // namespace

KerasCall readKerasCall(const JsonValue &call)
{
    return KerasCallReader().read(call);
}

std::vector<KerasValue> kerasValuesIn(const std::optional<JsonValue> &value)
{
    KerasValueFinder finder;
    if (value) {
        finder.find(*value);
    }
    return finder.take();
}

} // namespace nervure
