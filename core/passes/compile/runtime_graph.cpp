// SPDX-License-Identifier: Apache-2.0
#include "core/passes/compile/runtime_graph.h"

#include "core/passes/compile/kernel_names.h"
#include "core/support/text.h"

#include <algorithm>
#include <unordered_set>

namespace nervure {

namespace {

class Maker {
public:
    Maker(PassContext &context, const CompiledGroups &groups)
        : m_context(context),
          m_graph(*context.index),
          m_groups(groups),
          m_isExact(context.semantics == Semantics::Exact),
          m_readers(m_graph.nodeCount()),
          m_members(m_graph.nodeCount())
    {}

    Result<RuntimeGraph> run()
    {
        countReaders();
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            RETURN_IF_FAILED(addNode(id));
        }
        std::vector<Entry> heads;
        for (const IndexedEntry &head : m_graph.heads()) {
            ASSIGN_OR_RETURN(const NodeId node, nodeFor(m_groups.rootOf(head.nodeId), head.nodeId));
            heads.push_back({node, head.index, head.version});
        }
        m_context.graph.assign(std::move(m_nodes), std::move(heads));
        RETURN_IF_FAILED(makeIndex());
        return std::move(m_result);
    }

private:
    /// Heads count twice, as when groups are found.
    void countReaders()
    {
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            for (const IndexedEntry &input : m_graph.node(id).inputs) {
                ++m_readers[input.nodeId];
            }
            m_members[m_groups.rootOf(id)].push_back(id);
        }
        for (const IndexedEntry &head : m_graph.heads()) {
            m_readers[head.nodeId] += 2;
        }
    }

    /// The node of the new graph for a root; `id` is the node whose value is wanted.
    [[nodiscard]] Result<NodeId> nodeFor(std::uint32_t root, std::uint32_t id) const
    {
        const NodeId source = m_graph.node(root).source;
        if (m_known.count(source) != 0) {
            return source;
        }
        const std::string &name = m_graph.node(id).node->name;
        return makeErrorAt(name, "group-inside",
                           "{} is read from outside of its group, where its value is not stored, "
                           "expected the last node of a group",
                           quoted(name));
    }

    Status addNode(std::uint32_t id)
    {
        const IndexedNode &old = m_graph.node(id);
        Node node;
        node.name = old.node->name;
        if (!old.isVariable()) {
            if (m_groups.rootOf(id) != id) {
                return {};
            }
            RETURN_IF_FAILED(makeCall(id, node));
        }
        m_known.insert(old.source);
        m_nodes.emplace_back(old.source, std::move(node));
        return {};
    }

    Status makeCall(std::uint32_t id, Node &node)
    {
        const IndexedNode &old = m_graph.node(id);
        const FusedGroup *group = m_groups.fused.find(id);
        if (!group) {
            return makeErrorAt(old.node->name, "group-missing", "{}: fused_entry has no such group",
                               quoted(old.node->name));
        }
        Diagnostics ignored;
        ASSIGN_OR_RETURN(const auto subgraph,
                         IndexedGraph::build(*group->subgraph, m_context.ops, ignored));
        Status status = checkMaster(id, *subgraph);
        if (!status) {
            return status;
        }
        ASSIGN_OR_RETURN(const std::string function, connect(*group, *subgraph, node));
        std::string name = function;
        if (const auto mode = assignModeOf(old)) {
            m_result.assigns.emplace(old.source, *mode);
            name = *mode == AssignMode::InPlace ? "__nop" : name;
        }
        node.op = "tvm_op";
        node.attrs = {{"flatten_data", group->flattenData ? "1" : "0"},
                      {"func_name", name},
                      {"num_inputs", std::to_string(node.inputs.size())},
                      {"num_outputs", std::to_string(old.outputCount)}};
        tellOrigin(id, "compiled as " + name);
        return addDependencies(id, node);
    }

    /// Reads what the group reads, in the order of its subgraph; gives the kernel's name.
    Result<std::string> connect(const FusedGroup &group, const IndexedGraph &subgraph, Node &node)
    {
        // Variables of the subgraph stand in the order of the group's inputs.
        std::unordered_map<NodeId, std::size_t> numbers;
        for (const NodeId id : group.subgraph->nodes()) {
            if (group.subgraph->node(id).isVariable()) {
                numbers.emplace(id, numbers.size());
            }
        }
        Shapes shapes;
        DTypes types;
        for (const std::uint32_t variable : subgraph.inputNodes()) {
            const IndexedEntry &input = group.inputs[numbers.at(subgraph.node(variable).source)];
            ASSIGN_OR_RETURN(const NodeId source, nodeFor(input.nodeId, input.nodeId));
            const std::uint32_t entry = m_graph.entryId(input);
            node.inputs.push_back({source, input.index, input.version});
            const Shape &shape = m_groups.shapes[entry];
            shapes.push_back(group.flattenData ? Shape{elementCount(shape).value_or(unknownSize)}
                                               : shape);
            types.push_back(m_groups.types[entry]);
        }
        return m_names.nameOf(subgraph, shapes, types);
    }

    /// The schedule comes from the master, which must be one of the group's operators.
    [[nodiscard]] Status checkMaster(std::uint32_t id, const IndexedGraph &subgraph) const
    {
        const std::int64_t master = m_groups.masters[id];
        const std::string &name = m_graph.node(id).node->name;
        if (master < 0 || master >= m_graph.nodeCount()) {
            return makeErrorAt(name, "group-master",
                               "{}: group_master is {}, expected a node of its group", quoted(name),
                               master);
        }
        const IndexedNode &wanted = m_graph.node(static_cast<std::uint32_t>(master));
        const auto isSame = [&wanted](const IndexedNode &node) {
            return node.spec ? node.spec == wanted.spec : node.node->op == wanted.node->op;
        };
        if (std::any_of(subgraph.nodes().begin(), subgraph.nodes().end(), isSame)) {
            return {};
        }
        return makeErrorAt(name, "group-master",
                           "{}: its group has no {}, which is the operator of its group_master",
                           quoted(name), wanted.node->op);
    }

    [[nodiscard]] std::optional<AssignMode> assignModeOf(const IndexedNode &node) const
    {
        if (node.node->op != "_assign" || node.inputs.size() != 2) {
            return std::nullopt;
        }
        const std::uint32_t value = node.inputs[1].nodeId;
        const bool isOwn = m_readers[value] <= 1 && !m_graph.node(value).isVariable()
                           && m_groups.patterns[m_groups.rootOf(value)]
                                  <= static_cast<std::int64_t>(OpPattern::Broadcast);
        return isOwn ? AssignMode::InPlace : AssignMode::Copy;
    }

    void tellOrigin(std::uint32_t root, std::string reason)
    {
        std::vector<NodeId> from;
        for (const std::uint32_t member : m_members[root]) {
            from.push_back(m_graph.node(member).source);
        }
        m_context.provenance.origins.push_back(
            {m_graph.node(root).source, std::move(from), std::move(reason)});
    }

    /// As in NNVM a group's control dependencies are its root's, and those of its other nodes are dropped; fixed:
    /// it waits for all that one of its nodes waits for.
    Status addDependencies(std::uint32_t id, Node &node) const
    {
        if (m_isExact) {
            return addDependenciesOf(id, id, node);
        }
        for (const std::uint32_t member : m_members[id]) {
            RETURN_IF_FAILED(addDependenciesOf(member, id, node));
        }
        return {};
    }

    Status addDependenciesOf(std::uint32_t member, std::uint32_t id, Node &node) const
    {
        for (const std::uint32_t dependency : m_graph.node(member).controlDeps) {
            const std::uint32_t root = m_isExact ? dependency : m_groups.rootOf(dependency);
            if (!m_isExact && root == id) {
                continue; // within the group
            }
            ASSIGN_OR_RETURN(const NodeId source, nodeFor(root, dependency));
            const bool isThere = std::find(node.controlDeps.begin(), node.controlDeps.end(), source)
                                 != node.controlDeps.end();
            if (m_isExact || !isThere) {
                node.controlDeps.push_back(source);
            }
        }
        return {};
    }

    Status makeIndex()
    {
        Diagnostics ignored;
        ASSIGN_OR_RETURN(auto index, IndexedGraph::build(m_context.graph, m_context.ops, ignored));
        m_result.index = index;
        for (const NodeId id : m_context.graph.nodes()) {
            if (m_isExact && !m_result.index->find(id)) {
                const std::string &name = m_context.graph.node(id).name;
                return makeErrorAt(name, "group-inside",
                                   "{} is only named by a control dependency that fusion drops, "
                                   "which ends NNVM's process",
                                   quoted(name));
            }
        }
        return {};
    }

    PassContext &m_context;
    const IndexedGraph &m_graph;
    const CompiledGroups &m_groups;
    bool m_isExact;
    std::vector<std::uint32_t> m_readers;              ///< by node
    std::vector<std::vector<std::uint32_t>> m_members; ///< by root
    KernelNames m_names;
    std::vector<std::pair<NodeId, Node>> m_nodes;
    std::unordered_set<NodeId> m_known;
    RuntimeGraph m_result;
};

} // namespace

Result<CompiledGroups> CompiledGroups::of(const PassContext &context)
{
    const Analyses &analyses = context.analyses;
    const Shapes *shapes = analyses.find(keys::shape, context.index);
    const DTypes *types = analyses.find(keys::dtype, context.index);
    const auto *roots = analyses.find(keys::groupRoot, context.index);
    const auto *masters = analyses.find(keys::groupMaster, context.index);
    const auto *patterns = analyses.find(keys::pattern, context.index);
    const auto *fused = analyses.find(keys::fusedEntry, context.index);
    const std::uint32_t nodes = context.index->nodeCount();
    if (!shapes || !types || !roots || !masters || !patterns || !fused) {
        return makeError("missing-attribute", "GraphCompile needs shape and dtype of every entry, "
                                              "the groups of every node and fused_entry");
    }
    for (const std::int64_t root : *roots) {
        if (root < 0 || root >= nodes) {
            return makeError("group-root", "group_root holds {}, expected ids of nodes", root);
        }
    }
    return CompiledGroups{*shapes, *types, *roots, *masters, *patterns, **fused};
}

Result<RuntimeGraph> makeRuntimeGraph(PassContext &context, const CompiledGroups &groups)
{
    return Maker(context, groups).run();
}

} // namespace nervure
