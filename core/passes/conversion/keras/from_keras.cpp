// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/keras/from_keras.h"

#include "core/graph/keras_arrays.h"
#include "core/passes/conversion/keras/from_keras_layers.h"
#include "core/passes/conversion/lowered_graph.h"
#include "core/passes/pass_manager.h"
#include "core/support/json/json_tree.h"

#include <algorithm>
#include <map>
#include <utility>

namespace nervure::keras {

namespace {

/// A text among the graph's attributes; empty where there is none.
std::string graphText(const Graph &graph, std::string_view name)
{
    for (const GraphAttr &attr : graph.attrs()) {
        if (attr.name == name) {
            const auto tree = JsonTree::parse(attr.json);
            return tree && tree->root().isString() ? tree->root().text() : attr.json;
        }
    }
    return {};
}

/// Models as layers, by their places in the list of layers.
std::map<std::uint32_t, std::string> nestedModels(const Graph &graph)
{
    std::map<std::uint32_t, std::string> models;
    const auto tree = JsonTree::parse(graphText(graph, "nested_models"));
    if (!tree || !tree->root().isArray()) {
        return models;
    }
    for (const JsonValue item : tree->root()) {
        if (item.isArray() && item.size() == 2) {
            auto at = item.begin();
            const auto place = static_cast<std::uint32_t>((*at).integer());
            models[place] = (*++at).text();
        }
    }
    return models;
}

class KerasImporter {
public:
    KerasImporter(PassContext &context, const Shapes &shapes)
        : m_context(context),
          m_source(context.graph),
          m_shapes(shapes),
          m_nnvm(context.ops),
          m_constants(m_nnvm)
    {
        m_nnvm.reserveIds(m_source.idLimit());
    }

    Status run()
    {
        const auto order = layersInOrder();
        RETURN_IF_FAILED(checkLayers(order));
        if (graphText(m_source, "class_name") == "Sequential") {
            return makeError("AssertionError", std::string()); // its input is none of its layers
        }
        for (const NodeId id : m_source.nodes()) {
            if (isInput(id)) {
                addInput(id);
            }
        }
        for (const NodeId id : order) {
            if (const Status status = convert(id); !status) {
                Diagnostic error = status.error();
                error.where.node = m_source.node(id).name;
                return error;
            }
        }
        ASSIGN_OR_RETURN(std::vector<Entry> heads, headsOf());
        m_params = m_constants.take();
        for (const KerasParam &param : m_params) {
            tellImported(m_context, param.name, param.shape, DType::Float32);
        }
        m_context.graph = m_nnvm.finish(std::move(heads), m_context.provenance);
        return {};
    }

    [[nodiscard]] std::vector<KerasParam> params() const { return m_params; }

private:
    /// Inputs are variables that say their type; arrays do not.
    [[nodiscard]] bool isInput(NodeId id) const
    {
        const Node &node = m_source.node(id);
        return node.isVariable() && node.attrs.find("dtype");
    }

    /// The layers in the order of the model's list, each in that of its calls.
    [[nodiscard]] std::vector<NodeId> layersInOrder() const
    {
        std::vector<NodeId> order;
        for (const NodeId id : m_source.nodes()) {
            if (!m_source.node(id).isVariable()) {
                order.push_back(id);
            }
        }
        std::stable_sort(order.begin(), order.end(), [this](NodeId a, NodeId b) {
            return m_source.node(a).sourceIndex < m_source.node(b).sourceIndex;
        });
        return order;
    }

    /// What is missing is told before anything is converted. A model inside is a layer of its own class.
    [[nodiscard]] Status checkLayers(const std::vector<NodeId> &order) const
    {
        const auto nested = nestedModels(m_source);
        for (const NodeId id : order) {
            const Node &node = m_source.node(id);
            const auto model = node.sourceIndex ? nested.find(*node.sourceIndex) : nested.end();
            const std::string &className = model != nested.end() ? model->second : node.op;
            if (!kerasConverter(className)) {
                return makeError("ValueError", "Keras layer {} not supported.", className);
            }
        }
        return {};
    }

    [[nodiscard]] Shape shapeOf(const Entry &value) const
    {
        const auto node = m_context.index->find(value.node);
        return node ? m_shapes[m_context.index->entryId(*node, value.index)] : Shape();
    }

    void addInput(NodeId id)
    {
        const Node &node = m_source.node(id);
        Node variable;
        variable.name = node.name;
        variable.sourceIndex = node.sourceIndex;
        m_nnvm.setOrigin({id}, "the input");
        m_made[id] = m_nnvm.variable(id, std::move(variable));
        Shape shape = shapeOf({id});
        if (shape.size() == 4) { // channels come second there
            shape = {shape[0], shape[3], shape[1], shape[2]};
        }
        if (shape.hasRank()) {
            tellImported(m_context, node.name, shape, DType::Float32);
        }
    }

    Status convert(NodeId id)
    {
        const Node &node = m_source.node(id);
        m_nnvm.setOrigin({id}, "what " + node.op + " computes");
        const std::string *format = node.attrs.find("data_format");
        if (format && *format != "channels_last" && *format != "None") {
            return makeError("ValueError",
                             "Keras frontend currently supports data_format = channels_last only.");
        }
        KerasCall call{node, {}, {}, shapeOf({id}), {}, {}, m_nnvm, m_constants};
        const std::size_t arrays = kerasArrays(node.op, node.attrs).size();
        for (const Entry &input : node.inputs) {
            const auto made = m_made.find(input.node);
            if (m_source.contains(input.node) && m_source.node(input.node).isVariable()
                && !isInput(input.node) && call.arrays.size() < arrays) {
                call.arrays.push_back(input.node);
                call.arrayShapes.push_back(shapeOf(input));
                continue;
            }
            if (made == m_made.end() || input.index >= made->second.size()) {
                return makeError("AssertionError", std::string());
            }
            call.inputs.push_back(made->second[input.index]);
            call.inputShapes.push_back(shapeOf(input));
        }
        if (call.inputs.empty()) {
            return makeError("AssertionError", std::string());
        }
        ASSIGN_OR_RETURN(m_made[id], kerasConverter(node.op)(call));
        return {};
    }

    [[nodiscard]] Result<std::vector<Entry>> headsOf() const
    {
        std::vector<Entry> heads;
        for (const Entry &head : m_source.heads()) {
            const auto made = m_made.find(head.node);
            if (made == m_made.end() || head.index >= made->second.size()) {
                return makeError("AssertionError", std::string());
            }
            heads.push_back(made->second[head.index]);
        }
        return heads;
    }

    PassContext &m_context;
    const Graph m_source; ///< a copy: the pass replaces the context's
    const Shapes &m_shapes;
    NnvmSymbols m_nnvm;
    KerasConstants m_constants;
    std::vector<KerasParam> m_params;
    std::map<NodeId, NnvmSymbol> m_made;
};

/// The shapes of the document's values for a batch of 1, by its own rules.
Result<Shapes> documentShapes(const PassContext &context)
{
    Graph graph = context.graph;
    Analyses analyses;
    Provenance provenance;
    Diagnostics found;
    const InputFacts facts;
    const PassContext inner{
        graph, analyses,        provenance,       found,           context.ops,
        facts, context.options, Semantics::Fixed, context.control, context.index,
        {},    context.passes};
    RETURN_IF_FAILED(applyPass(inner, "InferShape", graph, context.index, analyses));
    const Shapes *shapes = analyses.find(keys::shape, context.index);
    return shapes ? *shapes : Shapes(context.index->entryCount());
}

Result<std::vector<KerasParam>> importKeras(PassContext &context)
{
    if (!context.index) {
        return makeError("import-graph", "the model's graph has faults");
    }
    // What is refused is told where shapes cannot be inferred, too.
    const auto inferred = documentShapes(context);
    const Shapes shapes = inferred ? *inferred : Shapes(context.index->entryCount());
    KerasImporter importer(context, shapes);
    RETURN_IF_FAILED(importer.run());
    return importer.params();
}

} // namespace

Entry KerasConstants::add(NodeId source, const Shape &shape, const IntTuple &axes)
{
    KerasParam param;
    param.name = "_param_" + std::to_string(m_params.size() + 1);
    param.source = source;
    param.axes = axes;
    param.shape = shape;
    for (std::size_t i = 0; i < axes.size() && axes.size() == shape.size(); ++i) {
        param.shape[i] = shape[static_cast<std::size_t>(axes[i])];
    }
    Node variable;
    variable.name = param.name;
    m_params.push_back(std::move(param));
    return m_nnvm.variable(std::move(variable))[0];
}

Entry KerasConstants::addZeros(const Shape &shape)
{
    return add({}, shape);
}

std::string KerasCall::text(std::string_view name, std::string_view otherwise) const
{
    const std::string *found = layer.attrs.find(name);
    return found ? *found : std::string(otherwise);
}

bool KerasCall::isOn(std::string_view name) const
{
    return text(name, "True") == "True";
}

Result<Entry> KerasCall::weight(std::size_t i, const IntTuple &axes) const
{
    if (i >= arrays.size()) {
        return makeError("IndexError", "list index out of range");
    }
    return constants.add(arrays[i], arrayShapes[i], axes);
}

Result<Entry> KerasCall::make(std::string_view function, std::vector<Entry> from,
                              AttrDict attrs) const
{
    ASSIGN_OR_RETURN(const NnvmSymbol made, nnvm.call(function, from, std::move(attrs)));
    return made[0];
}

} // namespace nervure::keras

namespace nervure {

Status importKerasModel(PassContext &context)
{
    ASSIGN_OR_RETURN([[maybe_unused]] const auto params, keras::importKeras(context));
    return {};
}

Result<std::vector<KerasParam>> kerasParams(Graph graph, const OpRegistry &ops,
                                            const PassRegistry &passes)
{
    Diagnostics found;
    const auto index = IndexedGraph::build(graph, ops, found);
    Analyses analyses;
    Provenance provenance;
    const InputFacts facts;
    const OptionValues options;
    PassContext context{graph, analyses, provenance,       found, ops,
                        facts, options,  Semantics::Exact, {},    index ? *index : nullptr,
                        {},    &passes};
    return keras::importKeras(context);
}

} // namespace nervure
