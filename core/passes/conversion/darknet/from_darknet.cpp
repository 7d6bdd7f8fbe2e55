// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/darknet/from_darknet.h"

#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"
#include "core/passes/conversion/darknet/from_darknet_layers.h"
#include "core/passes/conversion/lowered_graph.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace nervure {

namespace {

class DarknetImporter {
public:
    DarknetImporter(const IndexedGraph &network, const OpRegistry &ops, std::uint32_t firstFreeId)
        : m_network(network),
          m_layers(darknetLibraryLayers(network)),
          m_to(network, ops),
          m_values(m_layers.size())
    {
        m_to.nnvm().reserveIds(firstFreeId);
        for (const DarknetLayer &layer : m_layers) {
            m_numbers[layer.node->source] = layer.number;
        }
    }

    Status run()
    {
        for (const DarknetLayer &layer : m_layers) {
            m_to.nnvm().setOrigin({layer.node->source},
                                  "what " + layer.node->node->op + " computes");
            if (Status status = convert(layer); !status) {
                Diagnostic error = status.error();
                error.where.node = layer.node->node->name;
                return error;
            }
        }
        std::vector<Entry> results;
        const auto last = m_last.asList();
        for (const auto &symbol : *last) {
            if (!symbol) {
                return makeError("TypeError", "Expect Symbols in the list input");
            }
            results.push_back(*symbol);
        }
        m_results.insert(m_results.begin(), results.begin(), results.end());
        return {};
    }

    [[nodiscard]] Graph finish(Provenance &provenance)
    {
        return m_to.nnvm().finish(std::move(m_results), provenance);
    }
    [[nodiscard]] std::vector<DarknetParam> takeParams() { return std::move(m_to.params()); }

private:
    Status convert(const DarknetLayer &layer)
    {
        DarknetValue from = sourceOf(layer);
        const std::string_view type = layer.type();
        if ((type == "route" && layer.node->inputs.size() == 1) || type == "cost") {
            m_values[layer.number] = from;
            m_last = std::move(from);
            return {};
        }
        if (type == "rnn" || type == "crnn" || type == "lstm" || type == "gru") {
            ASSIGN_OR_RETURN(const Entry result, recurrent(layer, from));
            m_values[layer.number] = {result, nullptr};
            m_last = m_values[layer.number];
            return {};
        }
        const auto inputs = from.asList();
        ASSIGN_OR_RETURN(const Entry result, single(layer, *inputs));
        addBoxes(layer, result);
        m_values[layer.number] = {result, nullptr};
        m_last = m_values[layer.number];
        return {};
    }

    /// _preproc_layer(): the value above, those of a route, or the two of a shortcut.
    DarknetValue sourceOf(const DarknetLayer &layer)
    {
        DarknetValue above;
        if (layer.number == 0) {
            above.list = std::make_shared<DarknetSymbols>(DarknetSymbols{data()});
        } else {
            above = m_values[layer.number - 1];
        }
        if (layer.type() == "route") {
            DarknetValue all{{}, std::make_shared<DarknetSymbols>()};
            for (const IndexedEntry &input : layer.node->inputs) {
                all.list->push_back(valueOf(input).symbol);
            }
            return all;
        }
        if (layer.type() == "shortcut" && layer.node->inputs.size() > 1) {
            return {{},
                    std::make_shared<DarknetSymbols>(
                        DarknetSymbols{above.symbol, valueOf(layer.node->inputs[1]).symbol})};
        }
        return above;
    }

    Entry data()
    {
        for (const std::uint32_t id : m_network.inputNodes()) {
            const IndexedNode &node = m_network.node(id);
            if (node.node->name == "data") {
                Node variable;
                variable.name = "data";
                m_to.nnvm().setOrigin({node.source}, "the network's input");
                return m_to.nnvm().variable(node.source, std::move(variable)).front();
            }
        }
        return variable("data");
    }

    Entry variable(std::string name)
    {
        Node node;
        node.name = std::move(name);
        return m_to.nnvm().variable(std::move(node)).front();
    }

    [[nodiscard]] const DarknetLayer *layerOf(const IndexedEntry &input) const
    {
        const auto number = m_numbers.find(m_network.node(input.nodeId).source);
        return number == m_numbers.end() ? nullptr : &m_layers[number->second];
    }
    [[nodiscard]] DarknetValue valueOf(const IndexedEntry &input) const
    {
        const DarknetLayer *layer = layerOf(input);
        return layer ? m_values[layer->number] : DarknetValue{};
    }

    [[nodiscard]] static bool isNormalized(const DarknetLayer &layer)
    {
        return layer.integer("batch_normalize", 0) == 1 && layer.integer("dontloadscales", 0) != 1;
    }

    Result<Entry> single(const DarknetLayer &layer, DarknetSymbols &inputs)
    {
        if (layer.type() == "convolutional") {
            return m_to.convolution({.layer = layer,
                                     .outputs = layer.out.channels,
                                     .activation = layer.text("activation", "logistic"),
                                     .inputs = layer.in.channels,
                                     .size = layer.integer("size", 1),
                                     .stride = layer.integer("stride", 1),
                                     .padding = darknetConvolutionPadding(layer),
                                     .groups = layer.integer("groups", 1),
                                     .isNormalized = isNormalized(layer)},
                                    inputs);
        }
        if (layer.type() == "connected") {
            const bool fits = layer.number > 0 && m_layers[layer.number - 1].out == layer.in;
            return m_to.connected({.layer = layer,
                                   .outputs = layer.outputs,
                                   .activation = layer.text("activation", "logistic"),
                                   .isNormalized = isNormalized(layer),
                                   .isFlattened = !fits},
                                  inputs);
        }
        const DarknetLayer *added =
            layer.node->inputs.size() > 1 ? layerOf(layer.node->inputs[1]) : nullptr;
        return m_to.plainLayer(layer, inputs, added);
    }

    /// A layer inside of a recurrent one.
    Result<Entry> inner(const DarknetLayer &layer, const std::string &part,
                        const DarknetValue &from, std::string_view activation)
    {
        const bool isNormal = layer.integer("batch_normalize", 0) == 1;
        const auto inputs = from.asList();
        if (layer.type() == "crnn") {
            const bool isOutput = part == "output";
            return m_to.convolution(
                {.layer = layer,
                 .prefix = part + '_',
                 .outputs = isOutput ? layer.out.channels : layer.integer("hidden_filters", 1),
                 .activation = activation,
                 .size = 3,
                 .padding = 1,
                 .isNormalized = isNormal},
                *inputs);
        }
        return m_to.connected({.layer = layer,
                               .prefix = part + '_',
                               .outputs = layer.outputs,
                               .activation = activation,
                               .isNormalized = isNormal},
                              *inputs);
    }

    Entry state(const std::string &kind)
    {
        return variable(kind + std::to_string(m_stateCount[kind]++) + "_state");
    }

    [[nodiscard]] std::int64_t timeSteps() const
    {
        for (const std::uint32_t id : m_network.inputNodes()) {
            const DarknetLayer net{.node = &m_network.node(id)};
            if (net.node->node->name == "data") {
                return std::clamp<std::int64_t>(net.integer("time_steps", 1), 1, 10000);
            }
        }
        return 1;
    }

    Result<Entry> recurrent(const DarknetLayer &layer, const DarknetValue &from)
    {
        if (layer.type() == "rnn" || layer.type() == "crnn") {
            return plainRecurrent(layer, from);
        }
        if (timeSteps() > 1) {
            return makeError("NotImplementedError", "Currently support only single step GRU");
        }
        return layer.type() == "lstm" ? lstm(layer, from) : gru(layer, from);
    }

    Result<Entry> plainRecurrent(const DarknetLayer &layer, DarknetValue value)
    {
        const std::string_view activation = layer.text("activation", "logistic");
        Entry before = state(std::string(layer.type()));
        for (std::int64_t step = timeSteps(); step > 0; --step) {
            ASSIGN_OR_RETURN(const Entry input, inner(layer, "input", value, activation));
            ASSIGN_OR_RETURN(const Entry self, inner(layer, "self", {before, nullptr}, activation));
            ASSIGN_OR_RETURN(before, m_to.call("elemwise_add", {input, self}));
            m_results.push_back(before);
            ASSIGN_OR_RETURN(const Entry output,
                             inner(layer, "output", {before, nullptr}, activation));
            value = {output, nullptr};
        }
        return *value.symbol;
    }

    /// Layers inside, one after the other.
    Result<std::vector<Entry>> parts(const DarknetLayer &layer, std::span<const char *const> names,
                                     const DarknetValue &from)
    {
        std::vector<Entry> made;
        for (const char *name : names) {
            ASSIGN_OR_RETURN(const Entry part, inner(layer, name, from, "linear"));
            made.push_back(part);
        }
        return made;
    }

    Result<Entry> lstm(const DarknetLayer &layer, const DarknetValue &from)
    {
        constexpr std::array<const char *, 4> ofState{"wf", "wi", "wg", "wo"};
        constexpr std::array<const char *, 4> ofData{"uf", "ui", "ug", "uo"};
        const Entry hidden = state("lstm");
        const Entry cell = state("cell_state");
        ASSIGN_OR_RETURN(const auto w, parts(layer, ofState, {hidden, nullptr}));
        ASSIGN_OR_RETURN(const auto u, parts(layer, ofData, from));
        std::vector<Entry> gates;
        for (std::size_t i = 0; i < w.size(); ++i) {
            ASSIGN_OR_RETURN(const Entry sum, m_to.call("elemwise_add", {w[i], u[i]}));
            gates.push_back(sum);
        }
        constexpr std::array<const char *, 4> functions{"sigmoid", "sigmoid", "tanh", "sigmoid"};
        for (std::size_t i = 0; i < gates.size(); ++i) {
            ASSIGN_OR_RETURN(gates[i], m_to.call(functions[i], {gates[i]}));
        }
        ASSIGN_OR_RETURN(const Entry added, m_to.call("elemwise_mul", {gates[1], gates[2]}));
        ASSIGN_OR_RETURN(const Entry kept, m_to.call("elemwise_mul", {gates[0], cell}));
        ASSIGN_OR_RETURN(const Entry newCell, m_to.call("elemwise_add", {added, kept}));
        ASSIGN_OR_RETURN(const Entry shown, m_to.call("tanh", {newCell}));
        ASSIGN_OR_RETURN(const Entry result, m_to.call("elemwise_mul", {gates[3], shown}));
        m_results.insert(m_results.end(), {newCell, result});
        return result;
    }

    Result<Entry> gru(const DarknetLayer &layer, const DarknetValue &from)
    {
        constexpr std::array<const char *, 2> ofState{"wz", "wr"};
        constexpr std::array<const char *, 3> ofData{"uz", "ur", "uh"};
        const Entry before = state("gru");
        ASSIGN_OR_RETURN(const auto w, parts(layer, ofState, {before, nullptr}));
        ASSIGN_OR_RETURN(const auto u, parts(layer, ofData, from));
        ASSIGN_OR_RETURN(const Entry sumZ, m_to.call("elemwise_add", {u[0], w[0]}));
        ASSIGN_OR_RETURN(const Entry sumR, m_to.call("elemwise_add", {u[1], w[1]}));
        ASSIGN_OR_RETURN(const Entry z, m_to.call("sigmoid", {sumZ}));
        ASSIGN_OR_RETURN(const Entry r, m_to.call("sigmoid", {sumR}));
        ASSIGN_OR_RETURN(const Entry forgot, m_to.call("elemwise_mul", {r, before}));
        ASSIGN_OR_RETURN(const Entry wh, inner(layer, "wh", {forgot, nullptr}, "linear"));
        ASSIGN_OR_RETURN(const Entry sumH, m_to.call("elemwise_add", {u[2], wh}));
        ASSIGN_OR_RETURN(const Entry h,
                         m_to.call(layer.integer("tanh", 0) == 1 ? "tanh" : "sigmoid", {sumH}));
        ASSIGN_OR_RETURN(const Entry kept, m_to.call("__mul_symbol__", {z, before}));
        AttrDict one;
        one.set("scalar", "1");
        ASSIGN_OR_RETURN(const Entry rest, m_to.call("__rsub_scalar__", {z}, std::move(one)));
        ASSIGN_OR_RETURN(const Entry added, m_to.call("__mul_symbol__", {rest, h}));
        ASSIGN_OR_RETURN(const Entry result, m_to.call("__add_symbol__", {kept, added}));
        m_results.push_back(result);
        return result;
    }

    /// What region and yolo say of their boxes becomes results, in front of those that are there.
    void addBoxes(const DarknetLayer &layer, const Entry &result)
    {
        const bool isRegion = layer.type() == "region";
        if (!isRegion && layer.type() != "yolo") {
            return;
        }
        const std::int64_t total = std::clamp<std::int64_t>(layer.integer("num", 1), 0, 1 << 20);
        std::vector<double> mask = darknetNumbers(layer.text("mask", ""));
        for (std::int64_t i = 0; mask.empty() && i < total; ++i) {
            mask.push_back(static_cast<double>(i));
        }
        std::vector<double> anchors = darknetNumbers(layer.text("anchors", ""));
        anchors.resize(static_cast<std::size_t>(2 * total), 0.5);
        const auto classes = static_cast<double>(layer.integer("classes", 20));
        const auto boxes = isRegion ? static_cast<double>(total) : static_cast<double>(mask.size());
        std::vector<double> attr{boxes, static_cast<double>(layer.out.channels),
                                 static_cast<double>(layer.out.height),
                                 static_cast<double>(layer.out.width), classes};
        if (isRegion) {
            attr.push_back(static_cast<double>(layer.integer("coords", 4)));
            attr.push_back(static_cast<double>(layer.integer("background", 0)));
        } else {
            attr.push_back(static_cast<double>(total));
        }
        const std::string name = m_to.nnvm().node(result).name;
        std::vector<Entry> front;
        if (layer.number + 1 != m_layers.size()) {
            front.push_back(result);
        }
        const NodeId source = layer.node->source;
        m_to.params().push_back({name + "_bias", source, DType::Float32, std::move(anchors)});
        if (!isRegion) {
            front.push_back(variable(name + "_mask"));
            m_to.params().push_back({name + "_mask", source, DType::Int32, std::move(mask)});
        }
        front.push_back(variable(name + "_bias"));
        front.push_back(variable(name + "_attr"));
        m_to.params().push_back({name + "_attr", source, DType::Int32, std::move(attr)});
        m_results.insert(m_results.begin(), front.begin(), front.end());
    }

    const IndexedGraph &m_network;
    std::vector<DarknetLayer> m_layers;
    DarknetConversions m_to;
    std::vector<DarknetValue> m_values;
    DarknetValue m_last;
    std::vector<Entry> m_results;
    std::map<NodeId, std::size_t> m_numbers;
    std::map<std::string, int> m_stateCount;
};

/// The importer's variables say nothing of themselves: whoever runs them gives them an image of the network's
/// size and the arrays that it returns.
void tellShapes(PassContext &context, const std::vector<DarknetParam> &params)
{
    for (const DarknetParam &param : params) {
        if (!param.elements.empty()) {
            const auto count = static_cast<std::int64_t>(param.elements.size());
            tellImported(context, param.name, {count}, param.type);
        }
    }
    for (const std::uint32_t id : context.index->inputNodes()) {
        const Node &node = *context.index->node(id).node;
        const std::string *text = node.name == "data" ? node.attrs.find("shape") : nullptr;
        IntTuple shape;
        if (text && NnvmAttrText::parse(*text, shape)) {
            tellImported(context, node.name, shapeOfNnvm(shape), DType::Float32);
        }
    }
}

} // namespace

Status importDarknetNetwork(PassContext &context)
{
    DarknetImporter importer(*context.index, context.ops, context.graph.idLimit());
    RETURN_IF_FAILED(importer.run());
    tellShapes(context, importer.takeParams());
    context.graph = importer.finish(context.provenance);
    return {};
}

Result<std::vector<DarknetParam>> darknetParams(const Graph &network, const OpRegistry &ops)
{
    Diagnostics found;
    ASSIGN_OR_RETURN(const auto index, IndexedGraph::build(network, ops, found));
    DarknetImporter importer(*index, ops, network.idLimit());
    RETURN_IF_FAILED(importer.run());
    return importer.takeParams();
}

} // namespace nervure
