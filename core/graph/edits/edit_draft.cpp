// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/edit_draft.h"

#include "core/graph/traversal.h"
#include "core/support/containers/increasing.h"
#include "core/support/text.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace nervure {

namespace {

/// By NodeId: places in the order.
std::vector<std::size_t> placesOf(const Graph &graph)
{
    std::vector<std::size_t> places(graph.idLimit(), 0);
    std::size_t place = 0;
    for (const NodeId id : graph.nodes()) {
        places[id.value] = place++;
    }
    return places;
}

bool isInOrder(const Graph &graph, const std::vector<std::size_t> &places)
{
    const auto nodes = graph.nodes();
    return std::all_of(nodes.begin(), nodes.end(), [&](NodeId id) {
        const Entries &inputs = graph.node(id).inputs;
        return std::all_of(inputs.begin(), inputs.end(), [&](const Entry &input) {
            return !graph.contains(input.node) || places[input.node.value] < places[id.value];
        });
    });
}

/// All nodes after what they read, else in the order they have; shorter where there is a cycle.
std::vector<NodeId> sortedOrder(const Graph &graph, const std::vector<std::size_t> &places)
{
    std::vector<std::size_t> waits(graph.idLimit(), 0);
    std::vector<std::vector<NodeId>> readers(graph.idLimit());
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (const NodeId id : graph.nodes()) {
        for (const Entry &input : graph.node(id).inputs) {
            if (graph.contains(input.node)) {
                readers[input.node.value].push_back(id);
                ++waits[id.value];
            }
        }
        if (waits[id.value] == 0) {
            ready.push(places[id.value]);
        }
    }
    std::vector<NodeId> order;
    while (!ready.empty()) {
        const NodeId next = graph.nodes()[ready.top()];
        ready.pop();
        order.push_back(next);
        for (const NodeId reader : readers[next.value]) {
            if (--waits[reader.value] == 0) {
                ready.push(places[reader.value]);
            }
        }
    }
    return order;
}

} // namespace

Status EditDraft::add(Edit step)
{
    if (const Result<Edit> undo = apply(m_graph, step); !undo) {
        return undo.error();
    }
    m_steps.push_back(std::move(step));
    return {};
}

NodeId EditDraft::addNode(Node node, std::optional<std::size_t> position)
{
    const NodeId id = m_graph.nextId();
    [[maybe_unused]] const Status status = add({AddNode{std::move(node), id, position}});
    assert(status.ok() && "the next id is free");
    return id;
}

void EditDraft::setInput(NodeId node, std::size_t input, const Entry &entry)
{
    SetInputs change = inputsOf(m_graph, node);
    change.inputs[input] = entry;
    if (input < change.ports.size() && m_graph.contains(entry.node)) {
        change.ports[input].tensor.clear();
    }
    [[maybe_unused]] const Status status = add({std::move(change)});
    assert(status.ok() && "the node is there");
}

void EditDraft::keepOrder()
{
    const std::vector<std::size_t> places = placesOf(m_graph);
    if (isInOrder(m_graph, places)) {
        return;
    }
    const std::vector<NodeId> order = sortedOrder(m_graph, places);
    if (order.size() != m_graph.nodeCount()) {
        return; // on a cycle nothing can be in order
    }
    setOrder(order);
}

void EditDraft::setOrder(const std::vector<NodeId> &order)
{
    const std::vector<std::size_t> places = placesOf(m_graph);
    std::vector<std::size_t> old;
    for (const NodeId id : order) {
        old.push_back(places[id.value]);
    }
    const std::vector<bool> stays = longestIncreasing(old);
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (stays[i]) {
            continue;
        }
        // Behind the one it follows, as the order is once the node itself is out of it.
        std::size_t position = 0;
        if (i > 0) {
            const std::size_t before = positionOf(m_graph, order[i - 1]);
            position = before + (positionOf(m_graph, order[i]) < before ? 0 : 1);
        }
        [[maybe_unused]] const Status status = add({MoveNode{order[i], position}});
        assert(status.ok() && "the node is there");
    }
}

Result<Edit> EditDraft::finish()
{
    if (m_graph.dialect() == Dialect::LightNet) {
        keepOrder();
    }
    return take();
}

Edit EditDraft::take()
{
    if (m_steps.size() == 1) {
        return std::move(m_steps.front());
    }
    return Edit{CompositeEdit{std::move(m_steps)}};
}

std::size_t positionOf(const Graph &graph, NodeId node)
{
    const auto nodes = graph.nodes();
    return static_cast<std::size_t>(std::find(nodes.begin(), nodes.end(), node) - nodes.begin());
}

Status checkNodes(const Graph &graph, std::span<const NodeId> nodes)
{
    if (nodes.empty()) {
        return makeError("no-nodes", "no nodes are given, expected at least one");
    }
    for (const NodeId id : nodes) {
        if (!graph.contains(id)) {
            return makeError("no-such-node", "the graph has no node with id {}", id.value);
        }
    }
    return {};
}

Status checkEntry(const Graph &graph, const Entry &entry)
{
    const Node *node = graph.find(entry.node);
    if (!node) {
        return makeError("no-such-entry", "the graph has no node with id {}", entry.node.value);
    }
    const bool isLightNet = node->dialect == Dialect::LightNet;
    const std::size_t count = node->isVariable() ? 1 : node->outputPorts.size();
    if ((isLightNet || node->isVariable()) && entry.index >= count) {
        return makeErrorAt(node->name, "no-such-entry",
                           "{} has no output {}, expected less than {}", quoted(node->name),
                           entry.index, count);
    }
    return {};
}

Status checkNoCycle(const Graph &graph, NodeId node)
{
    const std::vector<NodeId> cycle = cycleThrough(graph, node);
    if (cycle.empty()) {
        return {};
    }
    constexpr std::size_t mostNames = 6;
    // The walk goes from readers to what they read; people read along the data.
    std::string path = quoted(graph.node(node).name);
    for (std::size_t i = cycle.size(); i-- > 1;) {
        if (cycle.size() - i == mostNames && i > 1) {
            path += " → …";
            i = 1;
        }
        path += " → " + quoted(graph.node(cycle[i]).name);
    }
    path += " → " + quoted(graph.node(node).name);
    return makeErrorAt(graph.node(node).name, "cycle", "{} would depend on its own output: {}",
                       quoted(graph.node(node).name), path);
}

SetInputs inputsOf(const Graph &graph, NodeId node)
{
    const Node &present = graph.node(node);
    return {node, present.inputs, present.inputPorts, present.controlDeps};
}

} // namespace nervure
