// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed/fused_groups.h"
#include "core/passes/pass_spec.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <limits>
#include <unordered_map>

namespace nervure {

namespace {

/// Kernels count with 32 bits, as in NNVM.
constexpr std::int64_t largestSize = std::numeric_limits<std::int32_t>::max();

/// One group while it is put together.
struct Draft {
    FusedGroup group;
    Graph subgraph;
    std::vector<std::uint32_t> members;
    /// The variable of the subgraph that stands for an entry of the whole graph.
    std::unordered_map<std::uint32_t, NodeId> variables;
};

/// Cuts the groups out of the graph.
class Cutter {
public:
    Cutter(const PassContext &context, const Shapes &shapes, const std::vector<std::int64_t> &roots,
           const std::vector<std::int64_t> &patterns)
        : m_graph(*context.index),
          m_shapes(shapes),
          m_roots(roots),
          m_patterns(patterns)
    {}

    Status run()
    {
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            if (m_graph.node(id).isVariable()) {
                continue;
            }
            RETURN_IF_FAILED(checkRoot(id));
            m_drafts[rootOf(id)].members.push_back(id);
        }
        for (auto &[root, draft] : m_drafts) {
            RETURN_IF_FAILED(cut(root, draft));
        }
        return {};
    }

    [[nodiscard]] std::shared_ptr<const FusedGroups> take()
    {
        auto result = std::make_shared<FusedGroups>();
        result->groups.reserve(m_drafts.size());
        for (auto &[root, draft] : m_drafts) {
            draft.group.subgraph = std::make_shared<const Graph>(std::move(draft.subgraph));
            result->groups.push_back(std::move(draft.group));
        }
        return result;
    }

private:
    [[nodiscard]] std::uint32_t rootOf(std::uint32_t id) const
    {
        return static_cast<std::uint32_t>(m_roots[id]);
    }

    /// The attributes may come from a file.
    [[nodiscard]] Status checkRoot(std::uint32_t id) const
    {
        const std::int64_t root = m_roots[id];
        const bool isNode = root >= id && root < m_graph.nodeCount();
        if (isNode && m_roots[static_cast<std::size_t>(root)] == root
            && !m_graph.node(static_cast<std::uint32_t>(root)).isVariable()) {
            return {};
        }
        const std::string &name = m_graph.node(id).node->name;
        return makeErrorAt(name, "group-root",
                           "{}: group_root is {}, expected the last node of its group",
                           quoted(name), root);
    }

    Status cut(std::uint32_t root, Draft &draft)
    {
        const IndexedNode &last = m_graph.node(root);
        draft.group.root = root;
        draft.group.flattenData =
            m_patterns[root] == static_cast<std::int64_t>(OpPattern::Elementwise)
            || last.node->op == "_assign";
        std::unordered_map<std::uint32_t, NodeId> nodes;
        for (const std::uint32_t id : draft.members) {
            Node node = *m_graph.node(id).node;
            node.inputs.clear();
            node.controlDeps.clear();
            for (const IndexedEntry &input : m_graph.node(id).inputs) {
                const auto inside = nodes.find(input.nodeId);
                if (inside != nodes.end()) {
                    node.inputs.push_back({inside->second, input.index, 0});
                    continue;
                }
                const Result<NodeId> variable = variableFor(input, draft);
                if (!variable) {
                    return located(m_graph.node(id), variable.error());
                }
                node.inputs.push_back({*variable, 0, 0});
            }
            nodes.emplace(id, draft.subgraph.add(std::move(node)));
        }
        std::vector<Entry> heads;
        for (std::uint32_t i = 0; i < last.outputCount; ++i) {
            heads.push_back({nodes.at(root), i, 0});
        }
        draft.subgraph.setHeads(std::move(heads));
        return {};
    }

    Result<NodeId> variableFor(const IndexedEntry &input, Draft &draft)
    {
        const std::uint32_t entry = m_graph.entryId(input);
        if (const auto known = draft.variables.find(entry); known != draft.variables.end()) {
            return known->second;
        }
        RETURN_IF_FAILED(checkSize(m_shapes[entry], draft.group.flattenData));
        Node variable;
        variable.name = fmt::format("input{}", draft.group.inputs.size());
        const NodeId id = draft.subgraph.add(std::move(variable));
        draft.variables.emplace(entry, id);
        draft.group.inputs.push_back(input);
        return id;
    }

    [[nodiscard]] static Status checkSize(const Shape &shape, bool isFlat)
    {
        const auto elements = elementCount(shape);
        const bool fits = isFlat ? isUnknown(shape) || (elements && *elements <= largestSize)
                                 : std::all_of(shape.begin(), shape.end(), [](std::int64_t size) {
                                       return size <= largestSize;
                                   });
        if (fits) {
            return {};
        }
        return makeError("size-overflow",
                         "input of shape {} is too large for a kernel, expected at most {}{}",
                         shapeText(shape), largestSize, (isFlat ? " elements" : " in a dimension"));
    }

    static Diagnostic located(const IndexedNode &node, Diagnostic error)
    {
        error.message = node.node->op + " " + quoted(node.node->name) + ": " + error.message;
        error.where.node = node.node->name;
        return error;
    }

    const IndexedGraph &m_graph;
    const Shapes &m_shapes;
    const std::vector<std::int64_t> &m_roots;
    const std::vector<std::int64_t> &m_patterns;
    std::map<std::uint32_t, Draft> m_drafts; ///< by root
};

Status runGraphFuse(PassContext &context)
{
    const Shapes *shapes = context.analyses.find(keys::shape, context.index);
    const auto *roots = context.analyses.find(keys::groupRoot, context.index);
    const auto *patterns = context.analyses.find(keys::pattern, context.index);
    if (!shapes || !roots || !patterns) {
        return makeError("missing-attribute", "GraphFuse needs the shape of every entry, and "
                                              "group_root and pattern of every node");
    }
    Cutter cutter(context, *shapes, *roots, *patterns);
    RETURN_IF_FAILED(cutter.run());
    context.analyses.set(keys::fusedEntry, cutter.take(), *context.index);
    return {};
}

} // namespace

void registerGraphFuse(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "GraphFuse";
    spec.dialects = {Dialect::Nnvm};
    spec.summary = "cuts each fusible group out as a graph of its own";
    spec.needs = {"shape", "dtype", "group_root", "group_master", "pattern"};
    spec.provides = {"fused_entry"};
    spec.run = runGraphFuse;
    passes.add(std::move(spec));
}

} // namespace nervure
