// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/rewrite_rules.h"
#include "core/passes/graph_rewriter.h"
#include "core/passes/lowering_pass.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr std::string_view passName = "LowerCustomOperators";

bool isLowerable(const OpSpec *spec)
{
    return spec && spec->rewrites && spec->rewrites->lower;
}

class CustomLowering {
public:
    CustomLowering(PassContext &context, const Shapes &shapes, const DTypes &types)
        : m_rewriter(context),
          m_ops(context.ops),
          m_kept(context.kept),
          m_index(*context.index),
          m_shapes(shapes),
          m_types(types)
    {}

    Status run()
    {
        return replaceNodes(
            m_rewriter, [this](std::uint32_t id, NodeId node) { return replacementOf(id, node); });
    }

private:
    Result<Replacement> replacementOf(std::uint32_t id, NodeId nodeId)
    {
        const IndexedNode &node = m_index.node(id);
        if (!isLowerable(node.spec)) {
            if (node.spec && !node.spec->declaredIn.empty()) {
                m_kept.tell(node.source, "its declaration has no lowering");
            }
            return Replacement{};
        }
        const std::vector<Entry> inputs = entriesOf(m_rewriter.graph().node(nodeId));
        Shapes shapes;
        DTypes types;
        for (const IndexedEntry &input : node.inputs) {
            shapes.push_back(m_shapes[m_index.entryId(input)]);
            types.push_back(m_types[m_index.entryId(input)]);
        }
        const std::uint32_t first = m_index.entryId(id, 0);
        const std::size_t before = m_rewriter.graph().nodeCount();
        const RewriteCall call{node.rule(m_rewriter.semantics()),
                               nodeId,
                               inputs,
                               shapes,
                               m_rewriter.graph(),
                               std::span(m_shapes).subspan(first, node.outputCount),
                               types,
                               std::span(m_types).subspan(first, node.outputCount)};
        auto entries = node.spec->rewrites->lower(call);
        if (!entries) {
            return makeErrorAt(node.node->name, "not-lowered", "{} {}: {}", node.node->op,
                               quoted(node.node->name), entries.error().message);
        }
        finish(node, before, entries->front());
        return Replacement{std::move(*entries)};
    }

    static std::vector<Entry> entriesOf(const Node &node)
    {
        return {node.inputs.begin(), node.inputs.end()};
    }

    /// Operators get the dialect that has them, the node of the first output the name of what it stands for.
    void finish(const IndexedNode &node, std::size_t before, const Entry &first)
    {
        Graph &graph = m_rewriter.graph();
        const std::vector<NodeId> made(graph.nodes().begin() + static_cast<std::ptrdiff_t>(before),
                                       graph.nodes().end());
        for (const NodeId id : made) {
            if (!m_ops.findBuiltIn(Dialect::Nnvm, graph.node(id).op)) {
                graph.edit(id).dialect = Dialect::Nervure;
            }
            if (id == first.node) {
                graph.edit(id).name = node.node->name;
            }
        }
        m_rewriter.explain({node.source}, "what " + node.node->op + " computes");
    }

    GraphRewriter m_rewriter;
    const OpRegistry &m_ops;
    KeptNodes &m_kept;
    const IndexedGraph &m_index;
    const Shapes &m_shapes;
    const DTypes &m_types;
};

Status runLowerCustomOperators(PassContext &context)
{
    const std::string name(passName);
    RETURN_IF_FAILED(requireNnvmGraph(context, name));
    ASSIGN_OR_RETURN(const auto shapes, entryAttribute(context, keys::shape, name));
    ASSIGN_OR_RETURN(const auto types, entryAttribute(context, keys::dtype, name));
    return CustomLowering(context, *shapes, *types).run();
}

} // namespace

std::string_view loweringPassOf(const Graph &graph, const OpRegistry &ops)
{
    if (graph.dialect() != Dialect::Nnvm) {
        return loweringPassOf(graph.dialect());
    }
    const auto declared = ops.declared().all();
    if (std::none_of(declared.begin(), declared.end(), isLowerable)) {
        return {};
    }
    const auto nodes = graph.nodes();
    const bool hasOne = std::any_of(nodes.begin(), nodes.end(), [&](NodeId id) {
        const Node &node = graph.node(id);
        return node.dialect == Dialect::Nnvm && !node.isVariable() && isLowerable(ops.find(node));
    });
    return hasOne ? passName : std::string_view();
}

void registerLowerCustomOperators(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = passName;
    spec.summary = "operators that a file declares as the operators that it says compute the same";
    spec.needs = {std::string(keys::shape.name), std::string(keys::dtype.name)};
    spec.changesGraph = true;
    spec.run = runLowerCustomOperators;
    passes.add(std::move(spec));
}

} // namespace nervure
