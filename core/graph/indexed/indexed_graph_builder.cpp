// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed/indexed_graph_builder.h"

#include "core/graph/traversal.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

Diagnostic missingNode(const Node &node, std::string_view what)
{
    return makeErrorAt(node.name, "entry-dangling",
                       "{} {}: {} refers to a node that the graph does not contain", node.op,
                       quoted(node.name), what);
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
    return makeErrorAt(node.name, "graph-cycle",
                       "{} {} depends on its own output, expected a graph without cycles", node.op,
                       quoted(node.name));
}

Diagnostic tooManyEntries(const Node &node)
{
    return makeErrorAt(node.name, "graph-size",
                       "{} {}: the graph has more than {} outputs up to here, expected fewer",
                       node.op, quoted(node.name), mostEntries);
}

} // namespace

Status IndexedGraphBuilder::run()
{
    const Graph &graph = m_out.m_graph;
    if (graph.dialect() == Dialect::LightNet) {
        RETURN_IF_FAILED(addAll(graph.nodes()));
    } else if (!addInFileOrder()) {
        RETURN_IF_FAILED(addAll(postOrder(graph)));
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

Status IndexedGraphBuilder::addAll(std::span<const NodeId> order)
{
    start();
    for (const NodeId id : order) {
        RETURN_IF_FAILED(add(id));
    }
    return {};
}

/// One look at each node, where the file lists them as NNVM would. Otherwise nothing is added.
bool IndexedGraphBuilder::addInFileOrder()
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

void IndexedGraphBuilder::start()
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

Status IndexedGraphBuilder::add(NodeId id)
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

void IndexedGraphBuilder::addOperator(IndexedNode &node)
{
    const OpFacts &facts = m_facts.of(*node.node);
    node.spec = facts.spec;
    // Bodies that look alike may hold other values.
    node.kind = node.node->subgraphs.empty() ? facts.number : IndexedNode::noKind;
    node.attrs = facts.attrs;
    if (facts.spec) {
        node.outputCount = facts.outputCount;
    } else { // ONNX's nodes list their outputs, of others the readers tell
        const auto listed = static_cast<std::uint32_t>(node.node->outputPorts.size());
        node.outputCount = std::max({1U, usedOutputsOf(node), listed});
    }
    if (facts.hasProblems) {
        parse(node); // once more, for what it says about this node
    }
}

/// The tensors that the operator defines are its outputs, whatever it declares.
void IndexedGraphBuilder::addLightNet(IndexedNode &node)
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

ParsedAttrs IndexedGraphBuilder::parse(const IndexedNode &node)
{
    return parseAttrs(node.spec->attrs, node.node->attrs, node.spec->name, node.node->name,
                      m_diagnostics);
}

std::uint32_t IndexedGraphBuilder::usedOutputsOf(const IndexedNode &node)
{
    if (m_used.empty()) {
        m_used = usedOutputs(m_out.m_graph);
    }
    return m_used[node.source.value];
}

Status IndexedGraphBuilder::connect(IndexedNode &node)
{
    const Entries &inputs = node.node->inputs;
    const std::size_t inputCount = m_wiring->inputs.size();
    const std::size_t dependencyCount = m_wiring->controlDeps.size();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::uint32_t source = idOf(inputs[i].node);
        if (source == IndexedGraph::notIndexed) {
            return unresolved(*node.node, inputs[i].node, fmt::format("input {}", i));
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

bool IndexedGraphBuilder::haveListsMoved() const
{
    return m_wiring->inputs.capacity() != m_inputCapacity
           || m_wiring->controlDeps.capacity() != m_dependencyCapacity;
}

void IndexedGraphBuilder::pointToLists()
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

/// A source that has no place yet: missing, later in LightNet's order, or part of a cycle.
Status IndexedGraphBuilder::unresolved(const Node &node, NodeId source,
                                       const std::string &what) const
{
    if (!m_out.m_graph.contains(source)) {
        return missingNode(node, what);
    }
    if (m_out.m_graph.dialect() == Dialect::LightNet) {
        return makeErrorAt(node.name, "entry-later",
                           "{} {}: {} comes from a later operator, expected an earlier one",
                           node.op, quoted(node.name), what);
    }
    return cycleError(m_out.m_graph, source);
}

} // namespace nervure
