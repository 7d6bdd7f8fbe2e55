// SPDX-License-Identifier: Apache-2.0
#include "core/formats/coreml/cm_graph.h"

#include "core/formats/coreml/cm_fields.h"
#include "core/formats/coreml/cm_layer.h"
#include "core/formats/coreml/cm_model.h"
#include "core/formats/coreml/cm_model_attrs.h"
#include "core/formats/coreml/cm_network.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace nervure::coreml {

namespace {

constexpr int mostLevels = 16; ///< of networks inside of layers

/// Layers whose results have another rank where shapes are exact.
constexpr std::array<std::string_view, 8> rankedLayers{
    "innerProduct", "embedding",          "softmax",        "flatten", "reshape",
    "gru",          "uniDirectionalLSTM", "simpleRecurrent"};

std::string shapeText(const std::vector<std::int64_t> &sizes)
{
    std::vector<std::string> texts;
    for (const std::int64_t size : sizes) {
        texts.push_back(size < 0 ? "?" : std::to_string(size));
    }
    return '[' + join(texts, ", ") + ']';
}

/// The shape of the value in the network that a feature is.
std::vector<std::int64_t> valueShape(const Feature &feature, const NetworkMessage &network)
{
    std::vector<std::int64_t> shape = feature.shape.value_or(std::vector<std::int64_t>());
    const bool isComplete = feature.isImage ? false : network.hasExactShapes || shape.size() > 4;
    shape.insert(shape.begin(), isComplete ? 0 : 1, 1);
    if (feature.isImage && network.hasExactShapes && !network.hasExactImages) {
        shape.insert(shape.begin(), 1);
    }
    return shape;
}

/// The state that the networks of one file share.
struct FileState {
    explicit FileState(std::string_view bytes) : file(bytes) {}

    /// The name, or one with a number where it is taken.
    std::string freeName(const std::string &wanted)
    {
        std::string name = wanted;
        for (int i = 1; !names.insert(name).second; ++i) {
            name = fmt::format("{}_{}", wanted, i);
        }
        return name;
    }

    std::string_view file;
    bool hasExactShapes = false;
    std::unordered_set<std::string> names; ///< of variables
    std::vector<NamedWeights> weights;
    Diagnostics diagnostics;
};

/// Builds the graph of one network.
class NetworkBuilder {
public:
    NetworkBuilder(FileState &state, int level) : m_state(state), m_level(level)
    {
        m_graph.setDialect(Dialect::CoreML);
    }

    void addInput(const Feature &input, const NetworkMessage &network)
    {
        Node variable;
        variable.name = m_state.freeName(std::string(input.name));
        variable.attrs.set(onnx_variable::elemType, "float32");
        if (input.shape) {
            variable.attrs.set(onnx_variable::shape, shapeText(valueShape(input, network)));
        }
        variable.attrs.set("feature", input.type);
        m_values[std::string(input.name)] = {add(std::move(variable)), 0, 0};
    }

    Status addPreprocessing(std::string_view message, const std::vector<Feature> &inputs)
    {
        ASSIGN_OR_RETURN(const PreprocessingMessage found,
                         readPreprocessing(message, m_state.file));
        if (found.kind == 0 || inputs.empty()) {
            return {};
        }
        const Feature &input = preprocessedInput(found.feature, inputs);
        const LayerForm &form = preprocessingForm(found.kind);
        Node node;
        node.op = form.name;
        node.name = fmt::format("{}_{}", input.name, form.name);
        ASSIGN_OR_RETURN(LayerContent content, readContent(form, found.parameters, m_state.file));
        node.attrs = std::move(content.attrs);
        if (!input.colorSpace.empty()) {
            node.attrs.set("colorSpace", std::string(input.colorSpace));
        }
        Entry &value = m_values[std::string(input.name)];
        node.inputs.push_back(value);
        if (found.kind == preprocessing::meanImage) {
            // A list of numbers in field 1, as weights have.
            LayerWeights mean{"mean", 1, input.shape.value_or(std::vector<std::int64_t>()), {}, {}};
            ASSIGN_OR_RETURN(mean.values, readWeights(found.parameters, m_state.file));
            if (!isProduct(mean.shape, mean.values.count)) {
                mean.shape = {static_cast<std::int64_t>(mean.values.count)};
            }
            node.inputs.push_back(addWeights(node.name, mean));
        }
        value = {add(std::move(node)), 0, 0};
        return {};
    }

    Status addLayers(const std::vector<std::string_view> &layers)
    {
        for (std::size_t i = 0; i < layers.size(); ++i) {
            ASSIGN_OR_RETURN(const LayerMessage layer, readLayer(layers[i], m_state.file));
            if (Status status = addLayer(layer, i); !status) {
                Diagnostic error = status.error();
                error.message = fmt::format("layer {}: {}", quoted(layer.name), error.message);
                return error;
            }
        }
        return {};
    }

    [[nodiscard]] std::optional<Entry> value(std::string_view name) const
    {
        const auto known = m_values.find(std::string(name));
        return known == m_values.end() ? std::nullopt : std::optional(known->second);
    }
    /// The outputs of the last layer.
    [[nodiscard]] std::vector<Entry> lastValues() const
    {
        std::vector<Entry> values;
        const NodeId last = m_graph.nodeCount() > 0 ? m_graph.nodes().back() : NodeId();
        const std::size_t count =
            last.isValid() ? std::max<std::size_t>(m_graph.node(last).outputPorts.size(), 1) : 0;
        for (std::size_t i = 0; i < count; ++i) {
            values.push_back({last, static_cast<std::uint32_t>(i), 0});
        }
        return values;
    }

    [[nodiscard]] Graph take(std::vector<Entry> heads)
    {
        m_graph.setHeads(std::move(heads));
        return std::move(m_graph);
    }

private:
    NodeId add(Node node)
    {
        node.dialect = Dialect::CoreML;
        node.sourceIndex = static_cast<std::uint32_t>(m_graph.nodeCount());
        return m_graph.add(std::move(node));
    }

    static bool isProduct(const std::vector<std::int64_t> &shape, std::uint64_t count)
    {
        std::uint64_t product = shape.empty() ? 0 : 1;
        for (const std::int64_t size : shape) {
            const bool isSmall = size > 0 && product <= count;
            product = isSmall ? product * static_cast<std::uint64_t>(size) : 0;
        }
        return product == count;
    }

    const Feature &preprocessedInput(std::string_view name, const std::vector<Feature> &inputs)
    {
        const auto named = std::find_if(inputs.begin(), inputs.end(), [name](const Feature &input) {
            return input.name == name;
        });
        if (named != inputs.end()) {
            return *named;
        }
        const auto image = std::find_if(inputs.begin(), inputs.end(),
                                        [](const Feature &input) { return input.isImage; });
        const Feature &taken = image == inputs.end() ? inputs.front() : *image;
        if (!name.empty()) { // converters leave it out where there is one image
            m_state.diagnostics.push_back(makeWarning(
                "coreml",
                "preprocessing is for the input {}, which is not there; it is taken for {}",
                quoted(name), quoted(taken.name)));
        }
        return taken;
    }

    Entry addWeights(const std::string &layer, const LayerWeights &weights)
    {
        Node variable;
        variable.name = m_state.freeName(layer + '_' + weights.name);
        variable.attrs.set(onnx_variable::elemType,
                           std::string(elementTypeName(weights.values.type)));
        variable.attrs.set(onnx_variable::shape, shapeText(weights.shape));
        variable.attrs.set(onnx_variable::data, std::string(onnx_variable::inside));
        if (weights.values.isQuantized()) {
            variable.attrs.set("quantized", weights.values.note());
        }
        const auto values = shownValues(weights.values);
        if (!values.empty()) {
            variable.attrs.set(onnx_variable::value, join(values, ", "));
        }
        NamedWeights named{variable.name, {}, weights.shape, weights.values};
        const NodeId id = add(std::move(variable));
        named.node = m_level == 0 ? id : NodeId();
        m_state.weights.push_back(std::move(named));
        return {id, 0, 0};
    }

    Status addLayer(const LayerMessage &layer, std::size_t number)
    {
        const LayerForm *form = layerForm(layer.kind);
        Node node;
        node.op = form ? std::string(form->name) : fmt::format("layer{}", layer.kind);
        node.name =
            layer.name.empty() ? fmt::format("{}_{}", node.op, number) : std::string(layer.name);
        LayerContent content;
        if (form) {
            ASSIGN_OR_RETURN(content, readContent(*form, layer.parameters, m_state.file));
        }
        node.attrs = std::move(content.attrs);
        if (m_state.hasExactShapes
            && std::find(rankedLayers.begin(), rankedLayers.end(), node.op) != rankedLayers.end()) {
            node.attrs.set("keepsRank", "true");
        }
        connect(layer, content.weights, node);
        for (const LayerContent::Network &network : content.networks) {
            RETURN_IF_FAILED(addBody(layer, network, node));
        }
        for (std::size_t i = 0; i < layer.outputs.size(); ++i) {
            node.outputPorts.push_back(
                {{}, std::string(layer.outputs[i]), static_cast<std::uint32_t>(i)});
        }
        const NodeId id = add(std::move(node));
        for (std::size_t i = 0; i < layer.outputs.size(); ++i) {
            m_values[std::string(layer.outputs[i])] = {id, static_cast<std::uint32_t>(i), 0};
        }
        return {};
    }

    void connect(const LayerMessage &layer, const std::vector<LayerWeights> &weights, Node &node)
    {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
            const auto entry = valueOf(layer.inputs[i]);
            if (entry) {
                node.inputs.push_back(*entry);
                places.push_back(i);
                continue;
            }
            m_state.diagnostics.push_back(
                makeErrorAt(node.name, "coreml", "{}: reads the value {}, which nobody defines",
                            node.op, quoted(layer.inputs[i])));
        }
        for (const LayerWeights &one : weights) {
            if (!one.problem.empty()) {
                m_state.diagnostics.push_back(
                    makeErrorAt(node.name, "coreml", "{}: {}", node.op, one.problem));
            }
            node.inputs.push_back(addWeights(node.name, one));
            places.push_back(std::max(one.place, places.empty() ? 0 : places.back() + 1));
        }
        const bool isGapless = places.empty() || places.back() + 1 == places.size();
        for (std::size_t i = 0; !isGapless && i < places.size(); ++i) {
            node.inputPorts.push_back({{}, {}, static_cast<std::uint32_t>(places[i])});
        }
    }

    /// Inside of a layer's network, all values of the networks around it are there.
    std::optional<Entry> valueOf(std::string_view name)
    {
        if (const auto known = value(name); known || m_level == 0) {
            return known;
        }
        Node variable;
        variable.name = name;
        variable.attrs.set(onnx_variable::outer, "true");
        const Entry entry{add(std::move(variable)), 0, 0};
        m_values[std::string(name)] = entry;
        return entry;
    }

    Status addBody(const LayerMessage &layer, const LayerContent::Network &network, Node &node)
    {
        if (m_level + 1 > mostLevels) {
            return makeError("coreml", "networks lie more than {} deep in each other", mostLevels);
        }
        ASSIGN_OR_RETURN(const NetworkMessage message, readNetwork(network.message, m_state.file));
        NetworkBuilder builder(m_state, m_level + 1);
        RETURN_IF_FAILED(builder.addLayers(message.layers));
        std::vector<Entry> heads;
        for (const std::string_view output : layer.outputs) {
            if (const auto entry = builder.value(output)) {
                heads.push_back(*entry);
            }
        }
        node.subgraphs.push_back(std::make_shared<const Graph>(
            builder.take(heads.empty() ? builder.lastValues() : std::move(heads))));
        return {};
    }

    FileState &m_state;
    int m_level;
    Graph m_graph;
    std::unordered_map<std::string, Entry> m_values; ///< by name: the last that was given it
};

/// The values that the model's outputs are; a class label is none.
std::vector<Entry> headsOf(const NetworkBuilder &builder, const ModelMessage &model,
                           const NetworkMessage &network)
{
    std::vector<Entry> heads;
    for (const Feature &output : model.outputs) {
        auto entry = builder.value(output.name);
        const bool isProbabilities = output.name == model.predictedProbabilities;
        if (!entry && isProbabilities && !network.probabilitiesLayer.empty()) {
            entry = builder.value(network.probabilitiesLayer);
        }
        if (!entry && isProbabilities && !builder.lastValues().empty()) {
            entry = builder.lastValues().front();
        }
        if (entry) {
            heads.push_back(*entry);
        }
    }
    return heads.empty() ? builder.lastValues() : heads;
}

/// True if the sizes of an output are those of its value: for an array of any sizes converters write [1], and where
/// shapes are not exact, sizes of 1 may be left out.
bool saysSizes(const Feature &output, const NetworkMessage &network)
{
    constexpr std::size_t channelsHeightWidth = 3;
    return output.isImage || output.shape->size() >= channelsHeightWidth
           || (network.hasExactShapes && *output.shape != std::vector<std::int64_t>{1});
}

/// The type of the value that an output is; Unknown for labels and dictionaries. Networks compute float32, whatever is
/// made of it outside.
ValueType outputType(const Feature &output, const NetworkMessage &network)
{
    if (!output.shape) {
        return {};
    }
    if (!saysSizes(output, network)) {
        return ValueType::tensor(ElementType::Float32);
    }
    Dimensions sizes;
    for (const std::int64_t size : valueShape(output, network)) {
        sizes.push_back(size > 0 && !output.isFlexible ? Dimension(size) : Dimension());
    }
    return ValueType::tensor(ElementType::Float32, std::move(sizes));
}

void declareOutputs(const NetworkBuilder &builder, const ModelMessage &model,
                    const NetworkMessage &network, Graph &graph)
{
    for (const Feature &output : model.outputs) {
        const auto entry = builder.value(output.name);
        const ValueType type = outputType(output, network);
        if (!entry || type.kind == ValueType::Kind::Unknown
            || graph.node(entry->node).isVariable()) {
            continue;
        }
        RareVector<ValueType> &types = graph.edit(entry->node).declaredTypes;
        types.resize(std::max<std::size_t>(types.size(), entry->index + 1));
        types[entry->index] = type;
    }
}

} // namespace

Result<BuiltGraph> buildGraph(std::string_view file)
{
    ASSIGN_OR_RETURN(const ModelMessage model, readModel(file));
    if (networkKind(model.kind).empty()) {
        return otherKind(model.kind);
    }
    ASSIGN_OR_RETURN(const NetworkMessage network, readNetwork(model.content, file));
    FileState state(file);
    state.hasExactShapes = network.hasExactShapes || network.hasExactImages;
    NetworkBuilder builder(state, 0);
    for (const Feature &input : model.inputs) {
        builder.addInput(input, network);
    }
    for (const std::string_view message : network.preprocessing) {
        RETURN_IF_FAILED(builder.addPreprocessing(message, model.inputs));
    }
    RETURN_IF_FAILED(builder.addLayers(network.layers));
    Graph graph = builder.take(headsOf(builder, model, network));
    declareOutputs(builder, model, network, graph);
    graph.setAttrs(modelAttrs(model, network));
    return BuiltGraph{{std::move(graph), std::move(state.diagnostics)}, std::move(state.weights)};
}

} // namespace nervure::coreml
