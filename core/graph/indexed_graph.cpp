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

/// The first node of the file on a cycle through `id`: most likely the one with the fault.
Diagnostic cycleError(const Graph &graph, NodeId id)
{
    std::vector<bool> isOnCycle(graph.idLimit(), false);
    for (const NodeId member : cycleThrough(graph, id)) {
        isOnCycle[member.value] = true;
    }
    const auto first = std::find_if(graph.nodes().begin(), graph.nodes().end(),
                                    [&isOnCycle](NodeId other) { return isOnCycle[other.value]; });
    const Node &node = graph.node(first == graph.nodes().end() ? id : *first);
    return makeError("graph-cycle",
                     node.op + " " + quoted(node.name)
                         + " depends on its own output, expected a graph without cycles",
                     node.name);
}

/// Lists over the outputs of a graph must fit into memory, whatever its attributes ask for. Graphs of
/// a million nodes are far below.
constexpr std::uint32_t mostEntries = 1U << 24;

Diagnostic tooManyEntries(const Node &node)
{
    return makeError("graph-size",
                     node.op + " " + quoted(node.name) + ": the graph has more than "
                         + std::to_string(mostEntries) + " outputs up to here, expected fewer",
                     node.name);
}

} // namespace

/// Fills the snapshot node by node, in order.
class IndexedGraphBuilder {
public:
    IndexedGraphBuilder(IndexedGraph &graph, const OpRegistry &ops, Diagnostics &diagnostics)
        : m_out(graph),
          m_wiring(std::make_shared<IndexedGraph::Wiring>()),
          m_ops(ops),
          m_facts(ops),
          m_diagnostics(diagnostics)
    {}

    Status run()
    {
        const Graph &graph = m_out.m_graph;
        if (graph.dialect() == Dialect::LightNet) {
            if (Status status = addAll(graph.nodes()); !status) {
                return status;
            }
        } else if (!addInFileOrder()) {
            if (Status status = addAll(postOrder(graph)); !status) {
                return status;
            }
        }
        m_out.m_kindCount = m_facts.count();
        if (haveListsMoved()) {
            pointToLists();
        }
        for (const Entry &head : m_out.m_graph.heads()) {
            const std::uint32_t id = idOf(head.node);
            if (id == IndexedGraph::notIndexed) {
                return makeError("entry-dangling",
                                 "a head refers to a node that the graph does not contain");
            }
            m_wiring->heads.push_back({id, head.index, head.version});
        }
        m_out.m_wiring = m_wiring;
        return {};
    }

    /// Takes everything from `before` but the nodes that an edit touched. False where the edit changed
    /// the wiring or there is something to be said; then run() has to do all.
    bool patch(const IndexedGraph &before)
    {
        const Graph &graph = m_out.m_graph;
        const std::vector<NodeId> touched = graph.touchedSince(before.graph());
        if (!before.m_problems.empty() || !hasWiringOf(before, touched)) {
            return false;
        }
        m_out.m_nodes = before.m_nodes;
        m_out.m_wiring = before.m_wiring;
        m_out.m_kindCount = before.m_kindCount;
        return std::all_of(touched.begin(), touched.end(), [&](NodeId id) {
            const auto number = m_out.find(id);
            return !number || patch(m_out.m_nodes[*number], graph.node(id));
        });
    }

private:
    static bool haveSameOrder(const Graph &a, const Graph &b)
    {
        return std::equal(a.nodes().begin(), a.nodes().end(), b.nodes().begin(), b.nodes().end());
    }
    [[nodiscard]] bool hasWiringOf(const IndexedGraph &before,
                                   const std::vector<NodeId> &touched) const
    {
        const Graph &graph = m_out.m_graph;
        const Graph &old = before.graph();
        const bool isOrdered = graph.dialect() == Dialect::LightNet;
        return graph.idLimit() == old.idLimit() && graph.dialect() == old.dialect()
               && graph.heads() == old.heads() && (!isOrdered || haveSameOrder(graph, old))
               && std::all_of(touched.begin(), touched.end(), [&](NodeId id) {
                      const Node *a = graph.find(id);
                      const Node *b = old.find(id);
                      return a && b && a->op == b->op && a->dialect == b->dialect
                             && (!a->isVariable() || a->name == b->name) && a->inputs == b->inputs
                             && a->controlDeps == b->controlDeps;
                  });
    }

    /// False when there is something to be said about the node, or it has other outputs.
    bool patch(IndexedNode &node, const Node &source)
    {
        const bool wasKnown = node.spec != nullptr;
        const std::uint32_t outputCount = node.outputCount;
        node.node = &source;
        node.kind = IndexedNode::noKind;
        node.attrs = {};
        node.spec = source.isVariable() ? nullptr : m_ops.find(source);
        if ((node.spec != nullptr) != wasKnown) {
            return false; // how many outputs it has, the readers decide
        }
        if (node.spec && source.dialect == Dialect::LightNet) {
            addLightNet(node);
        } else if (node.spec) {
            node.attrs = parse(node);
            const auto names = outputNamesOf(node.spec, node.rule(Semantics::Exact), 1);
            node.outputCount = static_cast<std::uint32_t>(names.size());
        } else if (source.dialect == Dialect::LightNet) {
            node.outputCount = static_cast<std::uint32_t>(source.outputPorts.size());
        }
        return m_diagnostics.empty() && node.outputCount == outputCount;
    }

    Status addAll(std::span<const NodeId> order)
    {
        start();
        for (const NodeId id : order) {
            if (Status status = add(id); !status) {
                return status;
            }
        }
        return {};
    }

    /// One look at each node, where the file lists them as NNVM would. Otherwise nothing is added.
    bool addInFileOrder()
    {
        start();
        const std::size_t known = m_diagnostics.size();
        const Graph &graph = m_out.m_graph;
        PostOrderCheck check(graph);
        const auto ids = graph.nodes();
        const bool isInOrder = std::all_of(ids.begin(), ids.end(), [&](NodeId id) {
            return check.accepts(id, graph.node(id)) && add(id);
        });
        if (isInOrder && check.acceptsHeads()) {
            return true;
        }
        m_diagnostics.erase(m_diagnostics.begin() + static_cast<std::ptrdiff_t>(known),
                            m_diagnostics.end());
        return false;
    }

    void start()
    {
        const Graph &graph = m_out.m_graph;
        m_out.m_nodes.clear();
        m_wiring->entryStart.assign(1, 0);
        m_wiring->inputs.clear();
        m_wiring->controlDeps.clear();
        m_wiring->inputNodes.clear();
        m_out.m_nodes.reserve(graph.nodeCount());
        m_wiring->entryStart.reserve(graph.nodeCount() + 1);
        m_wiring->inputs.reserve(graph.nodeCount() + graph.nodeCount() / 2);
        m_wiring->idOf.assign(graph.idLimit(), IndexedGraph::notIndexed);
        m_inputCapacity = m_wiring->inputs.capacity();
        m_dependencyCapacity = m_wiring->controlDeps.capacity();
    }

    Status add(NodeId id)
    {
        const std::uint32_t nodeId = m_out.nodeCount();
        m_wiring->idOf[id.value] = nodeId;
        IndexedNode &node = m_out.m_nodes.emplace_back();
        node.source = id;
        node.node = &m_out.m_graph.node(id);
        node.variable = node.node->isVariable();
        if (node.variable) {
            m_wiring->inputNodes.push_back(nodeId);
        } else if (node.node->dialect == Dialect::LightNet) {
            addLightNet(node);
        } else {
            addOperator(node);
        }
        if (node.outputCount > mostEntries - m_wiring->entryStart.back()) {
            return tooManyEntries(*node.node);
        }
        m_wiring->entryStart.push_back(m_wiring->entryStart.back() + node.outputCount);
        return connect(node);
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
            m_used = usedOutputs(m_out.m_graph);
        }
        return m_used[node.source.value];
    }

    Status connect(IndexedNode &node)
    {
        const Entries &inputs = node.node->inputs;
        const std::size_t inputCount = m_wiring->inputs.size();
        const std::size_t dependencyCount = m_wiring->controlDeps.size();
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const std::uint32_t source = idOf(inputs[i].node);
            if (source == IndexedGraph::notIndexed) {
                return unresolved(*node.node, inputs[i].node, "input " + std::to_string(i));
            }
            m_wiring->inputs.push_back({source, inputs[i].index, inputs[i].version});
        }
        node.inputs = std::span(m_wiring->inputs).subspan(inputCount);
        for (const NodeId dependency : node.node->controlDeps) {
            const std::uint32_t source = idOf(dependency);
            if (source == IndexedGraph::notIndexed) {
                return unresolved(*node.node, dependency, "a control dependency");
            }
            m_wiring->controlDeps.push_back(source);
        }
        node.controlDeps = std::span(m_wiring->controlDeps).subspan(dependencyCount);
        return {};
    }

    /// Whether what the nodes' lists lie in had to grow, which moved it away from under them. Where it
    /// lies says nothing: it may have come back to the place that it left.
    [[nodiscard]] bool haveListsMoved() const
    {
        return m_wiring->inputs.capacity() != m_inputCapacity
               || m_wiring->controlDeps.capacity() != m_dependencyCapacity;
    }

    void pointToLists()
    {
        const IndexedEntry *input = m_wiring->inputs.data();
        const std::uint32_t *dependency = m_wiring->controlDeps.data();
        for (IndexedNode &node : m_out.m_nodes) {
            node.inputs = {input, node.inputs.size()};
            node.controlDeps = {dependency, node.controlDeps.size()};
            input += node.inputs.size();
            dependency += node.controlDeps.size();
        }
    }

    [[nodiscard]] std::uint32_t idOf(NodeId id) const
    {
        return id.value < m_wiring->idOf.size() ? m_wiring->idOf[id.value]
                                                : IndexedGraph::notIndexed;
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
        return cycleError(m_out.m_graph, source);
    }

    IndexedGraph &m_out;
    std::shared_ptr<IndexedGraph::Wiring> m_wiring;
    const OpRegistry &m_ops;
    OpFactsTable m_facts;
    Diagnostics &m_diagnostics;
    std::size_t m_inputCapacity = 0;
    std::size_t m_dependencyCapacity = 0;
    std::vector<std::uint32_t> m_used; ///< by NodeId; filled when an unknown operator asks
};

Result<std::shared_ptr<const IndexedGraph>> IndexedGraph::build(const Graph &graph,
                                                                const OpRegistry &ops,
                                                                Diagnostics &diagnostics,
                                                                const IndexedGraph *before)
{
    auto indexed = std::make_shared<IndexedGraph>();
    indexed->m_graph = graph;
    Diagnostics found;
    IndexedGraphBuilder builder(*indexed, ops, found);
    if (!before || !builder.patch(*before)) {
        found.clear();
        const Status status = builder.run();
        diagnostics.insert(diagnostics.end(), found.begin(), found.end());
        if (!status) {
            return status.error();
        }
        indexed->m_problems = std::move(found);
    }
    return std::shared_ptr<const IndexedGraph>(std::move(indexed));
}

std::optional<std::uint32_t> IndexedGraph::find(NodeId source) const
{
    const std::vector<std::uint32_t> &idOf = m_wiring->idOf;
    const bool isThere = source.value < idOf.size() && idOf[source.value] != notIndexed;
    return isThere ? std::optional(idOf[source.value]) : std::nullopt;
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
