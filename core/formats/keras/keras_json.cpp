// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_json.h"

#include "core/graph/tensor_type.h"

namespace nervure {

namespace {

/// "1:3", "::2", ":" of a slice's members; those that are null, or not there, are left out.
std::string sliceText(const JsonValue &slice)
{
    const auto given = [&slice](const char *member) {
        const auto value = slice.find(member);
        return value && value->kind() != JsonKind::Null ? kerasAttributeText(*value)
                                                        : std::string();
    };
    const std::string step = given("step");
    return given("start") + ':' + given("stop") + (step.empty() ? "" : ':' + step);
}

/// Nothing for an object that is neither an index nor an array.
std::optional<std::string> indexOrArrayText(const JsonValue &object)
{
    const std::string name = kerasText(object.find("class_name"));
    const auto config = object.find("config");
    const bool hasConfig = config && config->isObject();
    if (name == "__ellipsis__") {
        return "...";
    }
    if (name.empty() && object.find("start") && object.find("stop")) {
        return sliceText(object);
    }
    if (name == "__slice__" && hasConfig) {
        return sliceText(*config);
    }
    const auto value = hasConfig ? config->find("value") : std::nullopt;
    const bool isArray = name == "__numpy__" || name == "__tensor__";
    return isArray && value ? std::optional(kerasAttributeText(*value)) : std::nullopt;
}

std::string objectText(const JsonValue &object)
{
    if (const auto text = indexOrArrayText(object)) {
        return *text;
    }
    // A function or a layer that stands for one: its name, or its class.
    const std::string config = kerasText(object.find("config"));
    const std::string name = kerasText(object.find("class_name"));
    return !config.empty() ? config : !name.empty() ? name : object.compactText();
}

} // namespace

std::string kerasText(const std::optional<JsonValue> &value)
{
    return value && value->isString() ? value->text() : std::string();
}

std::string kerasAttributeText(const JsonValue &value)
{
    switch (value.kind()) {
    case JsonKind::Null: return "None";
    case JsonKind::Boolean: return value.boolean() ? "True" : "False";
    case JsonKind::Object: return objectText(value);
    case JsonKind::Array: {
        std::string text;
        std::size_t count = 0;
        for (const JsonValue item : value) {
            text += (count++ == 0 ? "" : ", ") + kerasAttributeText(item);
        }
        return '(' + text + (count == 1 ? ",)" : ")");
    }
    default: return value.text();
    }
}

std::optional<KerasSizes> kerasSizes(const std::optional<JsonValue> &value)
{
    if (!value || !value->isArray()) {
        return std::nullopt;
    }
    KerasSizes sizes;
    for (const JsonValue item : *value) {
        constexpr std::int64_t most = std::int64_t{1} << 40;
        const bool isSize =
            item.kind() == JsonKind::Integer && item.integer() >= 0 && item.integer() <= most;
        if (!isSize && item.kind() != JsonKind::Null) {
            return std::nullopt;
        }
        sizes.push_back(isSize ? item.integer() : unknownSize);
    }
    return sizes;
}

} // namespace nervure
