// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_config.h"

#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

/// A model within a model, and layers around layers, may lie this deep within each other.
constexpr int deepestModel = 16;

Diagnostic kerasConfigError(const std::string &message)
{
    return makeError("keras-config", message);
}

std::string kerasText(const std::optional<JsonValue> &value)
{
    return value && value->isString() ? value->text() : std::string();
}

bool isModelClass(std::string_view name)
{
    return name == "Sequential" || name == "Model" || name == "Functional";
}

/// What a run does not look at.
bool isTrainingKey(std::string_view key)
{
    return key.ends_with("_initializer") || key.ends_with("_regularizer")
           || key.ends_with("_constraint");
}

constexpr std::array<std::string_view, 9> structureKeys{
    "name",         "trainable", "batch_input_shape", "batch_shape", "dtype",
    "build_config", "layer",     "backward_layer",    "layers"};

/// A value of a configuration as the text of an attribute.
std::string kerasAttributeText(const JsonValue &value)
{
    switch (value.kind()) {
    case JsonKind::Null: return "None";
    case JsonKind::Boolean: return value.boolean() ? "True" : "False";
    case JsonKind::Object: {
        // A function or a layer that stands for one: its name, or its class.
        const std::string config = kerasText(value.find("config"));
        const std::string name = kerasText(value.find("class_name"));
        return !config.empty() ? config : !name.empty() ? name : value.compactText();
    }
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

/// Sizes, of which unknown ones are null.
std::optional<std::vector<std::int64_t>> kerasSizes(const std::optional<JsonValue> &value)
{
    if (!value || !value->isArray()) {
        return std::nullopt;
    }
    std::vector<std::int64_t> sizes;
    for (const JsonValue item : *value) {
        constexpr std::int64_t most = std::int64_t{1} << 40;
        const bool isSize =
            item.kind() == JsonKind::Integer && item.integer() >= 0 && item.integer() <= most;
        if (!isSize && item.kind() != JsonKind::Null) {
            return std::nullopt;
        }
        sizes.push_back(isSize ? item.integer() : 0);
    }
    return sizes;
}

/// Finds the values that a call's arguments name, wherever they stand in them.
class KerasValueFinder {
public:
    /// ["layer", 0, 0, {…}], or a __keras_tensor__ of Keras 3.
    void find(const JsonValue &value)
    {
        if (value.isArray()) {
            findInList(value);
        } else if (value.isObject()) {
            findInObject(value);
        }
    }

    [[nodiscard]] std::vector<KerasValue> take() { return std::move(m_found); }

private:
    void findInList(const JsonValue &list)
    {
        std::vector<JsonValue> items;
        for (const JsonValue item : list) {
            items.push_back(item);
        }
        if (items.size() < 3 || !items[0].isString() || items[1].kind() != JsonKind::Integer
            || items[2].kind() != JsonKind::Integer) {
            for (const JsonValue &item : items) {
                find(item);
            }
            return;
        }
        // _CONSTANT_VALUE is one that no layer gives.
        if (items[1].integer() >= 0 && items[2].integer() >= 0) {
            m_found.push_back({items[0].text(), static_cast<std::size_t>(items[1].integer()),
                               static_cast<std::size_t>(items[2].integer())});
        }
        for (std::size_t i = 3; i < items.size(); ++i) {
            find(items[i]);
        }
    }

    void findInObject(const JsonValue &object)
    {
        const auto config = object.find("config");
        if (kerasText(object.find("class_name")) == "__keras_tensor__" && config
            && config->isObject()) {
            const std::size_t count = m_found.size();
            if (const auto history = config->find("keras_history")) {
                find(*history);
            }
            if (m_found.size() == count + 1) {
                m_found.back().sizes = kerasSizes(config->find("shape"));
                m_found.back().dtype = kerasText(config->find("dtype"));
            }
            return;
        }
        for (const JsonValue member : object) {
            find(member);
        }
    }

    std::vector<KerasValue> m_found;
};

std::vector<KerasValue> kerasValuesIn(const std::optional<JsonValue> &value)
{
    KerasValueFinder finder;
    if (value) {
        finder.find(*value);
    }
    return finder.take();
}

/// Reads models and their layers.
class KerasConfigReader {
public:
    Result<KerasModel> model(const JsonValue &value, int depth)
    {
        if (depth > deepestModel) {
            return kerasConfigError("models lie within each other deeper than "
                                    + std::to_string(deepestModel));
        }
        KerasModel model;
        model.className = kerasText(value.find("class_name"));
        if (!isModelClass(model.className)) {
            return kerasConfigError("found a model of class " + quoted(model.className)
                                    + ", expected Sequential, Model or Functional");
        }
        const auto config = value.find("config");
        const bool isList = config && config->isArray(); // so sequences were before Keras 2.2.3
        const auto layers = !config              ? config
                            : isList             ? config
                            : config->isObject() ? config->find("layers")
                                                 : std::nullopt;
        if (!layers || !layers->isArray()) {
            return kerasConfigError("found no list of layers in the model's config");
        }
        for (const JsonValue item : *layers) {
            ASSIGN_OR_RETURN(KerasLayer one, layer(item, depth));
            model.layers.push_back(std::move(one));
        }
        if (!isList) {
            model.name = kerasText(config->find("name"));
            model.inputs = kerasValuesIn(config->find("input_layers"));
            model.outputs = kerasValuesIn(config->find("output_layers"));
            model.inputShape = kerasSizes(config->find("build_input_shape"));
        }
        return model;
    }

private:
    Result<KerasLayer> layer(const JsonValue &value, int depth)
    {
        const auto config = value.isObject() ? value.find("config") : std::nullopt;
        KerasLayer layer;
        layer.className = value.isObject() ? kerasText(value.find("class_name")) : std::string();
        if (layer.className.empty() || !config) {
            return kerasConfigError("found a layer without class_name and config");
        }
        const auto inConfig = config->isObject() ? config->find("name") : std::nullopt;
        const auto beside = value.find("name");
        layer.name = kerasText(beside ? beside : inConfig);
        if (isModelClass(layer.className)) {
            ASSIGN_OR_RETURN(KerasModel inner, model(value, depth + 1));
            layer.name = layer.name.empty() ? inner.name : layer.name;
            layer.inner = std::make_shared<const KerasModel>(std::move(inner));
        } else if (config->isObject()) {
            RETURN_IF_FAILED(readConfig(*config, layer, depth));
        }
        if (layer.name.empty()) {
            return kerasConfigError("found a layer of class " + quoted(layer.className)
                                    + " without a name");
        }
        const auto built = value.find("build_config");
        layer.builtOn =
            built && built->isObject() ? kerasSizes(built->find("input_shape")) : std::nullopt;
        if (const auto calls = value.find("inbound_nodes"); calls && calls->isArray()) {
            for (const JsonValue call : *calls) {
                layer.calls.push_back(kerasValuesIn(call));
            }
        }
        return layer;
    }

    Status readConfig(const JsonValue &config, KerasLayer &layer, int depth)
    {
        if (const auto trainable = config.find("trainable")) {
            layer.isTrained = trainable->kind() != JsonKind::Boolean || trainable->boolean();
        }
        const auto old = config.find("batch_input_shape");
        layer.batchShape = kerasSizes(old ? old : config.find("batch_shape"));
        if (const auto dtype = config.find("dtype"); dtype && dtype->isString()) {
            layer.dtype = dtype->text();
        }
        for (const JsonValue member : config) {
            const std::string_view key = member.key();
            const bool isStructure =
                std::find(structureKeys.begin(), structureKeys.end(), key) != structureKeys.end();
            if (!isStructure && !isTrainingKey(key)) {
                layer.attrs.set(key, kerasAttributeText(member));
            }
        }
        const auto inner = config.find("layer");
        return inner && inner->isObject() ? readWrapped(*inner, layer, depth) : Status();
    }

    /// What a layer around another one has inside: its attributes, under their names.
    Status readWrapped(const JsonValue &value, KerasLayer &layer, int depth)
    {
        if (depth > deepestModel) {
            return kerasConfigError("layers lie within each other deeper than "
                                    + std::to_string(deepestModel));
        }
        const auto config = value.find("config");
        layer.attrs.set("layer", kerasText(value.find("class_name")));
        if (!config || !config->isObject()) {
            return {};
        }
        KerasLayer inner;
        RETURN_IF_FAILED(readConfig(*config, inner, depth + 1));
        for (const auto &[key, text] : inner.attrs) {
            if (!layer.attrs.find(key)) {
                layer.attrs.set(key, text);
            }
        }
        layer.isTrained = layer.isTrained && inner.isTrained;
        return {};
    }
};

} // namespace

bool isKerasJson(std::string_view text)
{
    constexpr std::size_t looked = 4096;
    const std::string_view front = trim(text.substr(0, looked));
    if (!front.starts_with('{')) {
        return false;
    }
    const auto has = [&front](std::string_view word) {
        return front.find(word) != std::string_view::npos;
    };
    // Other files have a model's configuration inside: it is one if it begins with one of its own members.
    const std::string_view rest = trim(front.substr(1));
    constexpr std::array<std::string_view, 8> members{
        "\"class_name\"",    "\"config\"",          "\"module\"",       "\"backend\"",
        "\"keras_version\"", "\"registered_name\"", "\"build_config\"", "\"compile_config\""};
    return std::any_of(members.begin(), members.end(),
                       [rest](std::string_view member) { return rest.starts_with(member); })
           && has("\"class_name\"") && has("\"config\"")
           && (has("\"Sequential\"") || has("\"Model\"") || has("\"Functional\""));
}

Result<KerasDocument> readKerasConfig(std::string_view json)
{
    ASSIGN_OR_RETURN(const JsonTree tree, JsonTree::parse(json));
    const JsonValue root = tree.root();
    if (!root.isObject()) {
        return kerasConfigError("expected an object with class_name and config");
    }
    KerasDocument document;
    ASSIGN_OR_RETURN(document.model, KerasConfigReader().model(root, 0));
    document.version = kerasText(root.find("keras_version"));
    document.backend = kerasText(root.find("backend"));
    if (document.version.empty() && root.find("module")) {
        document.version = "3"; // which says so beside, if at all
    }
    return document;
}

} // namespace nervure
