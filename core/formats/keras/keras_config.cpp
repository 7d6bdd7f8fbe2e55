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

/// True if a value is the configuration of a model, of Keras's own classes or of a person's: it has layers.
bool isModel(const JsonValue &value)
{
    const std::string name = kerasText(value.find("class_name"));
    if (name == "Sequential" || name == "Model" || name == "Functional") {
        return true;
    }
    if (name == "Merge") { // of Keras 1, whose layers are those that it reads
        return false;
    }
    const auto config = value.find("config");
    const auto layers = config && config->isObject() ? config->find("layers") : std::nullopt;
    return layers && layers->isArray();
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

/// The class as the operator that it becomes: `module` says whose it is. Before Keras 3 there was none.
std::string operatorClass(const JsonValue &value, const std::optional<JsonValue> &config)
{
    const std::string name = kerasText(value.find("class_name"));
    if ((name == "TFOpLambda" || name == "SlicingOpLambda") && config && config->isObject()) {
        const std::string function = kerasText(config->find("function"));
        return function.empty() ? name : "tf." + function;
    }
    const auto given = value.find("module");
    if (!given || name.empty()) {
        return name;
    }
    const std::string module = kerasText(given);
    if (module.starts_with("keras.src.ops.") || module.starts_with("keras.ops.")) {
        return "ops." + name;
    }
    constexpr std::array<std::string_view, 4> own{"keras.", "tf_keras.", "tensorflow.", "keras"};
    const bool isOwn = std::any_of(own.begin(), own.end(), [&module](std::string_view package) {
        return package.ends_with('.') ? module.starts_with(package) : module == package;
    });
    const std::string registered = kerasText(value.find("registered_name"));
    return isOwn ? name : registered.find('>') != std::string::npos ? registered : "Custom>" + name;
}

/// True if an operation's configuration says something by this member. `dtype` is of the results in Keras 3, and in
/// Keras 2 of the layer that stands for a function.
bool isSaidOfOperation(const JsonValue &member, std::string_view operation)
{
    constexpr std::array<std::string_view, 4> functionKeys{"name", "trainable", "dtype",
                                                           "function"};
    const std::string_view key = member.key();
    const bool isPassedBy =
        operation.starts_with("tf.")
            ? std::find(functionKeys.begin(), functionKeys.end(), key) != functionKeys.end()
            : key == "name";
    return !isPassedBy && member.kind() != JsonKind::Null;
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
        if (!isModel(value)) {
            return kerasConfigError("found a model of class " + quoted(model.className)
                                    + " without layers in its config, expected some: else its "
                                      "structure is in its program alone");
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
        model.isSequence = isList || model.className == "Sequential"
                           || (model.className != "Model" && model.className != "Functional"
                               && !config->find("input_layers"));
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
        layer.className = value.isObject() ? operatorClass(value, config) : std::string();
        if (layer.className.empty() || !config) {
            return kerasConfigError("found a layer without class_name and config");
        }
        const auto inConfig = config->isObject() ? config->find("name") : std::nullopt;
        const auto beside = value.find("name");
        layer.name = kerasText(beside ? beside : inConfig);
        if (isModel(value)) {
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
                layer.calls.push_back(readKerasCall(call));
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
        const bool isOperation = layer.isOperation();
        for (const JsonValue member : config) {
            const std::string_view key = member.key();
            const bool isStructure =
                std::find(structureKeys.begin(), structureKeys.end(), key) != structureKeys.end();
            const bool isSaid = isOperation ? isSaidOfOperation(member, layer.className)
                                            : !isStructure && !isTrainingKey(key);
            if (isSaid) {
                layer.attrs.set(key, kerasAttributeText(member));
            }
        }
        if (const auto inner = config.find("layer"); inner && inner->isObject()) {
            RETURN_IF_FAILED(readWrapped(*inner, layer, depth));
            const auto backward = config.find("backward_layer");
            return backward && backward->isObject() ? readBackward(*backward, layer, depth)
                                                    : Status();
        }
        const auto cell = config.find("cell");
        return cell && cell->isObject() ? readCell(*cell, layer, depth) : Status();
    }

    /// In a recurrent layer around a cell, the cell's attributes stand beside the layer's own.
    Status readCell(const JsonValue &value, KerasLayer &layer, int depth)
    {
        constexpr std::array<std::string_view, 3> known{"SimpleRNNCell", "LSTMCell", "GRUCell"};
        const auto config = value.find("config");
        const std::string name = operatorClass(value, config);
        if (std::find(known.begin(), known.end(), name) == known.end() || !config
            || !config->isObject()) {
            layer.className += '(' + name + ')';
            return {};
        }
        layer.attrs.set("cell", name);
        KerasLayer cell;
        RETURN_IF_FAILED(readConfig(*config, cell, depth + 1));
        for (const auto &[key, text] : cell.attrs) {
            if (!layer.attrs.find(key)) {
                layer.attrs.set(key, text);
            }
        }
        return {};
    }

    /// What a layer around another one has inside: its attributes, under their names.
    Status readWrapped(const JsonValue &value, KerasLayer &layer, int depth)
    {
        if (depth > deepestModel) {
            return kerasConfigError("layers lie within each other deeper than "
                                    + std::to_string(deepestModel));
        }
        const auto config = value.find("config");
        if (isModel(value) && layer.className == "TimeDistributed") {
            ASSIGN_OR_RETURN(KerasModel inner, model(value, depth + 1));
            layer.inner = std::make_shared<const KerasModel>(std::move(inner));
            layer.isDistributed = true;
            return {};
        }
        layer.attrs.set("layer", operatorClass(value, config));
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

    /// In a layer that goes both ways the second may have attributes of its own, which none of ours have.
    Status readBackward(const JsonValue &value, KerasLayer &layer, int depth)
    {
        const auto config = value.find("config");
        if (!config || !config->isObject()) {
            return {};
        }
        KerasLayer backward;
        RETURN_IF_FAILED(readConfig(*config, backward, depth + 1));
        const bool isAlike = std::all_of(
            backward.attrs.begin(), backward.attrs.end(), [&layer](const auto &attribute) {
                const std::string *forward = layer.attrs.find(attribute.first);
                const bool isTurned = attribute.first == "go_backwards";
                return forward && (*forward == attribute.second) != isTurned;
            });
        if (!isAlike || kerasText(value.find("class_name")) != *layer.attrs.find("layer")) {
            layer.className += "(backward_layer)";
        }
        return {};
    }
};

} // namespace

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
