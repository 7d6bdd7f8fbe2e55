// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed_graph.h"

#include "core/graph/op_facts.h"
#include "core/graph/traversal.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

Diagnostic missingNode(const Node &node, std::string_view what)
{
    return makeError("entry-dangling",
                     node.op + " " + quoted(node.name) + ": " + std::string(what)
                         + " refers to a node that the graph does not contain",
                     node.name);
}

std::vector<NodeId> orderOf(const Graph &graph)
{
    return graph.dialect() == Dialect::LightNet
               ? std::vector<NodeId>(graph.nodes().begin(), graph.nodes().end())
               : postOrder(graph);
}

Diagnostic cycleError(const Node &node)
{
    return makeError("graph-cycle",
                     node.op + " " + quoted(node.name)
                         + " depends on its own output, expected a graph without cycles",
                     node.name);
}

/// By NodeId, one more than the highest output index that anything uses.
std::vector<std::uint32_t> usedOutputs(const Graph &graph, const std::vector<NodeId> &order)
{
    std::vector<std::uint32_t> used(graph.idLimit(), 0);
    const auto use = [&used](const Entry &entry) {
        constexpr std::uint32_t mostOutputs = 1U << 16;
        if (entry.node.value < used.size()) {
            std::uint32_t &count = used[entry.node.value];
            count = std::max(count, std::min(entry.index, mostOutputs) + 1);
        }
    };
    for (const NodeId id : order) {
        for (const Entry &entry : graph.node(id).inputs) {
            use(entry);
        }
    }
    for (const Entry &entry : graph.heads()) {
        use(entry);
    }
    return used;
}

} // namespace

/// Fills the snapshot node by node, in order.
class IndexedGraphBuilder {
public:
    IndexedGraphBuilder(IndexedGraph &graph, const OpRegistry &ops, Diagnostics &diagnostics)
        : m_out(graph),
          m_ops(ops),
          m_facts(ops),
          m_diagnostics(diagnostics)
    {}

    Status run(const std::vector<NodeId> &order)
    {
        m_order = &order;
        reserve(order);
        for (const NodeId id : order) {
            m_out.m_idOf[id.value] = m_out.nodeCount();
            add(id);
            if (Status status = connect(m_out.m_nodes.back()); !status) {
                return status;
            }
        }
        m_out.m_kindCount = m_facts.count();
        for (const Entry &head : m_out.m_graph.heads()) {
            const auto id = m_out.find(head.node);
            if (!id) {
                return makeError("entry-dangling",
                                 "a head refers to a node that the graph does not contain");
            }
            m_out.m_heads.push_back({*id, head.index, head.version});
        }
        return {};
    }

private:
    /// The lists of all nodes together never move, so that nodes can point into them.
    void reserve(const std::vector<NodeId> &order)
    {
        std::size_t inputs = 0;
        std::size_t controlDeps = 0;
        for (const NodeId id : order) {
            const Node &node = m_out.m_graph.node(id);
            inputs += node.inputs.size();
            controlDeps += node.controlDeps.size();
        }
        m_out.m_nodes.reserve(order.size());
        m_out.m_entryStart.reserve(order.size() + 1);
        m_out.m_inputs.reserve(inputs);
        m_out.m_controlDeps.reserve(controlDeps);
        m_out.m_idOf.assign(m_out.m_graph.idLimit(), IndexedGraph::notIndexed);
    }

    void add(NodeId id)
    {
        const std::uint32_t nodeId = m_out.nodeCount();
        IndexedNode &node = m_out.m_nodes.emplace_back();
        node.source = id;
        node.node = &m_out.m_graph.node(id);
        if (node.isVariable()) {
            m_out.m_inputNodes.push_back(nodeId);
        } else if (node.node->dialect == Dialect::LightNet) {
            addLightNet(node);
        } else {
            addOperator(node);
        }
        m_out.m_entryStart.push_back(m_out.m_entryStart.back() + node.outputCount);
    }

    void addOperator(IndexedNode &node)
    {
        const OpFacts &facts = m_facts.of(*node.node);
        node.spec = facts.spec;
        node.kind = facts.number;
        node.attrs = facts.attrs;
        node.outputCount = facts.spec ? facts.outputCount : std::max(1U, usedOutputsOf(node));
        if (facts.hasProblems) {
            parse(node); // once more, for what it says about this node
        }
    }

    /// The tensors that the operator defines are its outputs, whatever it declares.
    void addLightNet(IndexedNode &node)
    {
        node.spec = m_ops.find(*node.node);
        if (node.spec) {
            node.attrs = parse(node);
        }
        if (!node.spec || !node.node->outputPorts.empty()) {
            node.outputCount = static_cast<std::uint32_t>(node.node->outputPorts.size());
        } else {
            const auto names = outputNamesOf(node.spec, node.rule(Semantics::Exact), 1);
            node.outputCount = static_cast<std::uint32_t>(names.size());
        }
    }

    ParsedAttrs parse(const IndexedNode &node)
    {
        return parseAttrs(node.spec->attrs, node.node->attrs, node.spec->name, node.node->name,
                          m_diagnostics);
    }

    std::uint32_t usedOutputsOf(const IndexedNode &node)
    {
        if (m_used.empty()) {
            m_used = usedOutputs(m_out.m_graph, *m_order);
        }
        return m_used[node.source.value];
    }

    Status connect(IndexedNode &node)
    {
        const Entries &inputs = node.node->inputs;
        const IndexedEntry *firstInput = m_out.m_inputs.data() + m_out.m_inputs.size();
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const std::uint32_t source = idOf(inputs[i].node);
            if (source == IndexedGraph::notIndexed) {
                return unresolved(*node.node, inputs[i].node, "input " + std::to_string(i));
            }
            m_out.m_inputs.push_back({source, inputs[i].index, inputs[i].version});
        }
        node.inputs = {firstInput, inputs.size()};
        const std::uint32_t *firstDep = m_out.m_controlDeps.data() + m_out.m_controlDeps.size();
        for (const NodeId dependency : node.node->controlDeps) {
            const std::uint32_t source = idOf(dependency);
            if (source == IndexedGraph::notIndexed) {
                return unresolved(*node.node, dependency, "a control dependency");
            }
            m_out.m_controlDeps.push_back(source);
        }
        node.controlDeps = {firstDep, node.node->controlDeps.size()};
        return {};
    }

    [[nodiscard]] std::uint32_t idOf(NodeId id) const
    {
        return id.value < m_out.m_idOf.size() ? m_out.m_idOf[id.value] : IndexedGraph::notIndexed;
    }

    /// A source that has no place yet: missing, later in LightNet's order, or part of a cycle.
    Status unresolved(const Node &node, NodeId source, const std::string &what) const
    {
        if (!m_out.m_graph.contains(source)) {
            return missingNode(node, what);
        }
        if (m_out.m_graph.dialect() == Dialect::LightNet) {
            return makeError("entry-later",
                             node.op + " " + quoted(node.name) + ": " + what
                                 + " comes from a later operator, expected an earlier one",
                             node.name);
        }
        return cycleError(node);
    }

    IndexedGraph &m_out;
    const OpRegistry &m_ops;
    OpFactsTable m_facts;
    Diagnostics &m_diagnostics;
    const std::vector<NodeId> *m_order = nullptr;
    std::vector<std::uint32_t> m_used; ///< by NodeId; filled when an unknown operator asks
};

Result<std::shared_ptr<const IndexedGraph>> IndexedGraph::build(const Graph &graph,
                                                                const OpRegistry &ops,
                                                                Diagnostics &diagnostics)
{
    auto indexed = std::make_shared<IndexedGraph>();
    indexed->m_graph = graph;
    const auto order = orderOf(indexed->m_graph);
    if (Status status = IndexedGraphBuilder(*indexed, ops, diagnostics).run(order); !status) {
        return status.error();
    }
    return std::shared_ptr<const IndexedGraph>(std::move(indexed));
}

std::optional<std::uint32_t> IndexedGraph::find(NodeId source) const
{
    const bool isThere = source.value < m_idOf.size() && m_idOf[source.value] != notIndexed;
    return isThere ? std::optional(m_idOf[source.value]) : std::nullopt;
}

std::vector<std::uint32_t> IndexedGraph::mutatedInputNodes() const
{
    std::vector<std::uint32_t> mutated;
    for (const IndexedNode &node : m_nodes) {
        if (!node.spec) {
            continue;
        }
        for (const std::uint32_t input : node.spec->mutatedInputs) {
            if (input < node.inputs.size()) {
                mutated.push_back(node.inputs[input].nodeId);
            }
        }
    }
    std::sort(mutated.begin(), mutated.end());
    mutated.erase(std::unique(mutated.begin(), mutated.end()), mutated.end());
    std::erase_if(mutated, [this](std::uint32_t id) { return !m_nodes[id].isVariable(); });
    return mutated;
}

} // namespace nervure
