// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/lowered_graph.h"

#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"
#include "core/passes/number_names.h"
#include "core/passes/pass_manager.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace nervure {

Diagnostic notLowered(const IndexedNode &node, const std::string &reason)
{
    return makeErrorAt(node.node->name, "not-lowered", "{} {}: {}", node.node->op,
                       quoted(node.node->name), reason);
}

std::string placesText(const std::vector<std::uint32_t> &places)
{
    return NnvmAttrText::print(IntTuple(places.begin(), places.end()));
}

Shape loweredShape(const ValueType &value)
{
    const Shape shape = value.numbers();
    return shape.isScalar() ? Shape{1} : shape;
}

AttrDict variableAttrs(const Shape &shape, DType type)
{
    return {{"shape", NnvmAttrText::print(nnvmSizes(shape))},
            {"dtype", std::to_string(dtypeCode(type))}};
}

void tellImported(PassContext &context, const std::string &name, const Shape &shape, DType type)
{
    if (!context.inputs.shapes.contains(name)) {
        context.madeInputs.shapes[name] = shapeOfNnvm(shape);
    }
    if (type != DType::Unknown && !context.inputs.dtypes.contains(name)) {
        context.madeInputs.dtypes[name] = type;
    }
}

Result<Shape> shapeInferredByNnvm(const PassContext &context, Graph graph, const InputFacts &facts)
{
    Diagnostics found;
    ASSIGN_OR_RETURN(auto index, IndexedGraph::build(graph, context.ops, found));
    Analyses analyses;
    const PassContext inner{
        graph,           analyses,         context.provenance, found, context.ops, facts,
        context.options, Semantics::Exact, context.control,    index, {},          context.passes};
    if (const Status status = applyPass(inner, "InferShape", graph, index, analyses); !status) {
        return makeError("NNVMError", status.error().message);
    }
    const Shapes *shapes = analyses.find(keys::shape, index);
    return shapes ? (*shapes)[index->entryId(index->heads()[0])] : Shape();
}

namespace {

/// False for nodes of which one makes integers or positions of numbers: those before it hold them in range, which
/// takes a number for NaN.
bool mayPassNan(const Graph &graph, const std::vector<NodeId> &made)
{
    static constexpr std::array<std::string_view, 3> readers{"take", "gather_elements",
                                                             "gather_nd"};
    return std::none_of(made.begin(), made.end(), [&graph](NodeId id) {
        const Node &node = graph.node(id);
        const std::string *type = node.op == "cast" ? node.attrs.find("dtype") : nullptr;
        return std::find(readers.begin(), readers.end(), node.op) != readers.end()
               || (type && !type->starts_with("float"));
    });
}

} // namespace

LoweredGraph::LoweredGraph(const PassContext &context, Graph &graph, Provenance *provenance,
                           std::string prefix, NodeId origin)
    : m_context(context),
      m_graph(graph),
      m_provenance(provenance),
      m_prefix(std::move(prefix)),
      m_origin(origin)
{}

void LoweredGraph::finish(const IndexedNode &node, std::size_t before, const Entry &result) const
{
    const std::vector<NodeId> made(m_graph.nodes().begin() + static_cast<std::ptrdiff_t>(before),
                                   m_graph.nodes().end());
    const bool passesNan = mayPassNan(m_graph, made);
    for (const NodeId id : made) {
        Node &one = m_graph.edit(id);
        one.passesNan = passesNan && !one.isVariable();
        if (!one.isVariable() && !m_context.ops.find(Dialect::Nnvm, one.op)) {
            one.dialect = Dialect::Nervure;
        }
        if (id == result.node) {
            one.name = nameOf(*node.node);
        }
        if (m_provenance) {
            m_provenance->origins.push_back({id,
                                             {m_origin.isValid() ? m_origin : node.source},
                                             "what " + node.node->op + " computes"});
        }
    }
}

void LoweredGraph::numberNames(const IndexedGraph &document) const
{
    std::unordered_set<std::string_view> names;
    for (const IndexedNode &node : document.nodes()) {
        names.insert(node.node->name);
    }
    nervure::numberNames(m_graph, m_graph.nodes(),
                         [&](NodeId id) { return names.count(m_graph.node(id).name) == 0; });
}

} // namespace nervure
