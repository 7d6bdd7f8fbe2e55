// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed_graph.h"

#include "core/support/text.h"

#include <algorithm>
#include <unordered_set>

namespace nervure {

namespace {

Diagnostic missingNode(const Node &node, std::string_view what)
{
    return makeError("entry-dangling",
                     node.op + " " + quoted(node.name) + ": " + std::string(what)
                         + " refers to a node that the graph does not contain",
                     node.name);
}

/// NNVM's post-order: a node follows its inputs, in order, then its control dependencies.
class PostOrder {
public:
    explicit PostOrder(const Graph &graph) : m_graph(graph) {}

    Result<std::vector<NodeId>> run()
    {
        for (const Entry &head : m_graph.heads()) {
            if (!m_graph.contains(head.node)) {
                return makeError("entry-dangling",
                                 "a head refers to a node that the graph does not contain");
            }
            visit(head.node);
            while (!m_stack.empty() && !m_failure) {
                step();
            }
            if (m_failure) {
                return *m_failure;
            }
        }
        return std::move(m_order);
    }

private:
    void visit(NodeId id)
    {
        if (m_visited.insert(id).second) {
            m_stack.emplace_back(id, 0);
        }
    }

    void step()
    {
        auto &[id, next] = m_stack.back();
        const Node &node = m_graph.node(id);
        const std::size_t at = next++;
        if (at == node.inputs.size() + node.controlDeps.size()) {
            m_order.push_back(id);
            m_stack.pop_back();
            return;
        }
        const bool isInput = at < node.inputs.size();
        const NodeId source =
            isInput ? node.inputs[at].node : node.controlDeps[at - node.inputs.size()];
        if (m_graph.contains(source)) {
            visit(source);
        } else {
            m_failure = missingNode(node, isInput ? "input " + std::to_string(at)
                                                  : std::string("a control dependency"));
        }
    }

    const Graph &m_graph;
    std::vector<NodeId> m_order;
    std::vector<std::pair<NodeId, std::size_t>> m_stack;
    std::unordered_set<NodeId> m_visited;
    std::optional<Diagnostic> m_failure;
};

Result<std::vector<NodeId>> orderOf(const Graph &graph)
{
    if (graph.dialect() == Dialect::LightNet) {
        return std::vector<NodeId>(graph.nodes().begin(), graph.nodes().end());
    }
    return PostOrder(graph).run();
}

Diagnostic cycleError(const Node &node)
{
    return makeError("graph-cycle",
                     node.op + " " + quoted(node.name)
                         + " depends on its own output, expected a graph without cycles",
                     node.name);
}

/// Per node, one more than the highest output index that anything uses.
std::unordered_map<NodeId, std::uint32_t> usedOutputs(const Graph &graph,
                                                      const std::vector<NodeId> &order)
{
    std::unordered_map<NodeId, std::uint32_t> used;
    const auto use = [&used](const Entry &entry) {
        std::uint32_t &count = used[entry.node];
        constexpr std::uint32_t mostOutputs = 1U << 16;
        count = std::max(count, std::min(entry.index, mostOutputs) + 1);
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

std::uint32_t outputCountOf(const IndexedNode &node, std::uint32_t used)
{
    if (node.isVariable()) {
        return 1;
    }
    if (node.node->dialect == Dialect::LightNet
        && (!node.spec || !node.node->outputPorts.empty())) {
        return static_cast<std::uint32_t>(node.node->outputPorts.size());
    }
    const auto names = outputNamesOf(node.spec, node.rule(Semantics::Exact), used);
    return static_cast<std::uint32_t>(names.size());
}

} // namespace

/// Fills the snapshot node by node, in order.
class IndexedGraphBuilder {
public:
    IndexedGraphBuilder(IndexedGraph &graph, const OpRegistry &ops, Diagnostics &diagnostics)
        : m_out(graph),
          m_ops(ops),
          m_diagnostics(diagnostics)
    {}

    Status run(const std::vector<NodeId> &order)
    {
        const auto used = usedOutputs(m_out.m_graph, order);
        m_out.m_nodes.reserve(order.size());
        m_out.m_idOf.reserve(order.size());
        for (const NodeId id : order) {
            m_out.m_idOf.emplace(id, m_out.nodeCount());
            const auto it = used.find(id);
            if (Status status = add(id, it == used.end() ? 0 : it->second); !status) {
                return status;
            }
        }
        for (const Entry &head : m_out.m_graph.heads()) {
            const auto it = m_out.m_idOf.find(head.node);
            if (it == m_out.m_idOf.end()) {
                return makeError("entry-dangling",
                                 "a head refers to a node that the graph does not contain");
            }
            m_out.m_heads.push_back({it->second, head.index, head.version});
        }
        return {};
    }

private:
    Status add(NodeId id, std::uint32_t used)
    {
        const std::uint32_t nodeId = m_out.nodeCount();
        IndexedNode &node = m_out.m_nodes.emplace_back();
        node.source = id;
        node.node = &m_out.m_graph.node(id);
        if (node.isVariable()) {
            m_out.m_inputNodes.push_back(nodeId);
        } else if (node.spec = m_ops.find(*node.node); node.spec) {
            node.attrs = parseAttrs(node.spec->attrs, node.node->attrs, node.spec->name,
                                    node.node->name, m_diagnostics);
        }
        node.outputCount = outputCountOf(node, used);
        m_out.m_entryStart.push_back(m_out.m_entryStart.back() + node.outputCount);
        return connect(node);
    }

    Status connect(IndexedNode &node)
    {
        for (std::size_t i = 0; i < node.node->inputs.size(); ++i) {
            const Entry &entry = node.node->inputs[i];
            const auto it = m_out.m_idOf.find(entry.node);
            if (it == m_out.m_idOf.end()) {
                return unresolved(*node.node, entry.node, "input " + std::to_string(i));
            }
            node.inputs.push_back({it->second, entry.index, entry.version});
        }
        for (const NodeId dependency : node.node->controlDeps) {
            const auto it = m_out.m_idOf.find(dependency);
            if (it == m_out.m_idOf.end()) {
                return unresolved(*node.node, dependency, "a control dependency");
            }
            node.controlDeps.push_back(it->second);
        }
        return {};
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
    Diagnostics &m_diagnostics;
};

Result<std::shared_ptr<const IndexedGraph>> IndexedGraph::build(const Graph &graph,
                                                                const OpRegistry &ops,
                                                                Diagnostics &diagnostics)
{
    auto indexed = std::make_shared<IndexedGraph>();
    indexed->m_graph = graph;
    const auto order = orderOf(indexed->m_graph);
    if (!order) {
        return order.error();
    }
    if (Status status = IndexedGraphBuilder(*indexed, ops, diagnostics).run(*order); !status) {
        return status.error();
    }
    return std::shared_ptr<const IndexedGraph>(std::move(indexed));
}

std::optional<std::uint32_t> IndexedGraph::find(NodeId source) const
{
    const auto it = m_idOf.find(source);
    return it == m_idOf.end() ? std::nullopt : std::optional(it->second);
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
