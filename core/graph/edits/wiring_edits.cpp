// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/wiring_edits.h"

#include "core/graph/edits/edit_draft.h"
#include "core/graph/edits/names.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

Status checkInput(const Graph &graph, NodeId node, std::size_t input)
{
    RETURN_IF_FAILED(checkNodes(graph, {&node, 1}));
    const Node &present = graph.node(node);
    if (input >= present.inputs.size()) {
        return makeErrorAt(present.name, "no-such-input",
                           "{} has no input {}, expected less than {}", quoted(present.name), input,
                           present.inputs.size());
    }
    return {};
}

/// The draft's edit, unless `node` now waits for itself.
Result<Edit> withoutCycle(EditDraft &draft, NodeId node)
{
    RETURN_IF_FAILED(checkNoCycle(draft.graph(), node));
    return draft.finish();
}

Diagnostic noSuchHead(const Graph &graph, std::size_t head)
{
    return makeError("no-such-entry", "the graph has no output {}, expected less than {}", head,
                     graph.heads().size());
}

/// Fails where LightNet cannot run the document in the draft's order, as far as `node` goes.
Status checkOrder(const Graph &graph, NodeId node)
{
    const std::size_t place = positionOf(graph, node);
    const Node &moved = graph.node(node);
    std::size_t at = 0;
    for (const NodeId id : graph.nodes()) {
        const bool isBefore = at++ < place;
        const Node &other = graph.node(id);
        const auto reads = [](const Node &reader, NodeId source) {
            return std::any_of(reader.inputs.begin(), reader.inputs.end(),
                               [source](const Entry &input) { return input.node == source; });
        };
        if (isBefore && reads(other, node)) {
            return makeErrorAt(moved.name, "order", "{} reads {} and would stand before it",
                               quoted(other.name), quoted(moved.name));
        }
        if (!isBefore && id != node && reads(moved, id)) {
            return makeErrorAt(moved.name, "order", "{} reads {} and would stand before it",
                               quoted(moved.name), quoted(other.name));
        }
    }
    return {};
}

/// The role that a new input at `position` has in a LightNet operator.
std::string roleOf(const OpRegistry &ops, const Node &node, std::size_t position)
{
    if (const OpSpec *spec = ops.find(node); spec && spec->inputNames) {
        Diagnostics ignored;
        const ParsedAttrs attrs =
            parseAttrs(spec->attrs, node.attrs, spec->name, node.name, ignored);
        const auto names = spec->inputNames(RuleContext{node, attrs});
        if (position < names.size()) {
            return names[position];
        }
    }
    return node.inputPorts.empty() ? "src" : node.inputPorts.back().role;
}

} // namespace

Result<Edit> rewireInput(const Graph &graph, NodeId node, std::size_t input, const Entry &source)
{
    RETURN_IF_FAILED(checkInput(graph, node, input));
    RETURN_IF_FAILED(checkEntry(graph, source));
    EditDraft draft(graph);
    draft.setInput(node, input, source);
    return withoutCycle(draft, node);
}

Result<Edit> disconnectInput(const Graph &graph, NodeId node, std::size_t input)
{
    RETURN_IF_FAILED(checkInput(graph, node, input));
    SetInputs change = inputsOf(graph, node);
    Entry &entry = change.inputs[input];
    const Node *source = graph.find(entry.node);
    if (!source) {
        return Edit{CompositeEdit{}}; // it is as it should be
    }
    if (input < change.ports.size() && entry.index < source->outputPorts.size()) {
        change.ports[input].tensor =
            FreshNames(graph).tensor(source->outputPorts[entry.index].tensor);
    }
    entry = Entry{};
    return Edit{std::move(change)};
}

Result<Edit> rewireHead(const Graph &graph, std::size_t head, const Entry &source)
{
    if (head >= graph.heads().size()) {
        return noSuchHead(graph, head);
    }
    RETURN_IF_FAILED(checkEntry(graph, source));
    std::vector<Entry> heads = graph.heads();
    heads[head] = source;
    return Edit{SetHeads{std::move(heads)}};
}

Result<Edit> addInput(const Graph &graph, const OpRegistry &ops, NodeId node, const Entry &source,
                      std::optional<std::size_t> position)
{
    RETURN_IF_FAILED(checkNodes(graph, {&node, 1}));
    RETURN_IF_FAILED(checkEntry(graph, source));
    SetInputs change = inputsOf(graph, node);
    const Node &present = graph.node(node);
    const std::size_t at = std::min(position.value_or(change.inputs.size()), change.inputs.size());
    change.inputs.insert(change.inputs.begin() + static_cast<std::ptrdiff_t>(at), source);
    if (present.dialect == Dialect::LightNet) {
        // Roles belong to places: the values move up, the roles of a list are alike anyway.
        change.ports.resize(change.inputs.size() - 1, Port{"src", {}, 0});
        const auto listed = static_cast<std::uint32_t>(change.ports.size());
        change.ports.insert(change.ports.begin() + static_cast<std::ptrdiff_t>(at),
                            Port{roleOf(ops, present, at), {}, listed});
    }
    if (present.dialect == Dialect::Onnx && !change.ports.empty()) {
        // Some are left out: the new one stands behind the one before it in the file's list, too.
        change.ports.resize(change.inputs.size() - 1);
        const std::uint32_t place = at == 0 ? 0 : change.ports[at - 1].listed + 1;
        const auto next = change.ports.begin() + static_cast<std::ptrdiff_t>(at);
        std::for_each(next, change.ports.end(), [](Port &port) { ++port.listed; });
        change.ports.insert(next, Port{{}, {}, place});
    }
    EditDraft draft(graph);
    RETURN_IF_FAILED(draft.add({std::move(change)}));
    return withoutCycle(draft, node);
}

Result<Edit> removeInput(const Graph &graph, NodeId node, std::size_t input)
{
    RETURN_IF_FAILED(checkInput(graph, node, input));
    SetInputs change = inputsOf(graph, node);
    const auto at = static_cast<std::ptrdiff_t>(input);
    change.inputs.erase(change.inputs.begin() + at);
    if (input < change.ports.size()) {
        change.ports.erase(change.ports.begin() + at);
    }
    return Edit{std::move(change)};
}

bool takesAnyInputs(const Graph &graph, const OpRegistry &ops, NodeId node)
{
    const Node *found = graph.find(node);
    const OpSpec *spec = found == nullptr ? nullptr : ops.find(*found);
    return found != nullptr && !found->isVariable() && (spec == nullptr || !spec->inputNames);
}

Result<Edit> removeEdges(const Graph &graph, const OpRegistry &ops, std::span<const EdgeEnd> ends)
{
    EditDraft draft(graph);
    bool isRead = false;
    // From the last to the first: inputs that are taken away move those behind them.
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        if (end->node.isValid()) {
            auto *const remove =
                takesAnyInputs(graph, ops, end->node) ? removeInput : disconnectInput;
            ASSIGN_OR_RETURN(Edit step, remove(draft.graph(), end->node, end->index));
            RETURN_IF_FAILED(draft.add(std::move(step)));
            isRead = true;
        }
    }
    return isRead ? Result<Edit>(draft.take()) : makeError("no-edge", "nothing reads this value");
}

Result<Edit> moveEdge(const Graph &graph, const OpRegistry &ops, const EdgeEnd &from,
                      const EdgeEnd &to)
{
    RETURN_IF_FAILED(checkInput(graph, from.node, from.index));
    EditDraft draft(graph);
    ASSIGN_OR_RETURN(Edit connected, rewireInput(graph, to.node, to.index,
                                                 graph.node(from.node).inputs[from.index]));
    RETURN_IF_FAILED(draft.add(std::move(connected)));
    const bool isOneNode = from.node == to.node;
    ASSIGN_OR_RETURN(Edit freed, isOneNode ? disconnectInput(draft.graph(), from.node, from.index)
                                           : removeEdges(draft.graph(), ops, {&from, 1}));
    RETURN_IF_FAILED(draft.add(std::move(freed)));
    return draft.take();
}

Result<Edit> addControlDependency(const Graph &graph, NodeId node, NodeId dependency)
{
    const NodeId both[] = {node, dependency};
    RETURN_IF_FAILED(checkNodes(graph, both));
    const Node &present = graph.node(node);
    if (present.dialect == Dialect::LightNet) {
        return makeErrorAt(present.name, "control-dependency",
                           "LightNet has no control dependencies, its order says what runs first");
    }
    SetInputs change = inputsOf(graph, node);
    const auto &known = change.controlDeps;
    if (std::find(known.begin(), known.end(), dependency) != known.end()) {
        return makeErrorAt(present.name, "control-dependency", "{} waits for {} already",
                           quoted(present.name), quoted(graph.node(dependency).name));
    }
    change.controlDeps.push_back(dependency);
    EditDraft draft(graph);
    RETURN_IF_FAILED(draft.add({std::move(change)}));
    return withoutCycle(draft, node);
}

Result<Edit> removeControlDependency(const Graph &graph, NodeId node, NodeId dependency)
{
    RETURN_IF_FAILED(checkNodes(graph, {&node, 1}));
    SetInputs change = inputsOf(graph, node);
    if (std::erase(change.controlDeps, dependency) == 0) {
        const Node *other = graph.find(dependency);
        return makeErrorAt(graph.node(node).name, "control-dependency", "{} does not wait for {}",
                           quoted(graph.node(node).name),
                           (other ? quoted(other->name) : std::string("that node")));
    }
    return Edit{std::move(change)};
}

Result<Edit> makeOutput(const Graph &graph, const Entry &value, std::optional<std::size_t> position)
{
    RETURN_IF_FAILED(checkEntry(graph, value));
    const Node &node = graph.node(value.node);
    if (graph.dialect() == Dialect::LightNet) {
        return makeErrorAt(node.name, "output",
                           "LightNet lists no outputs: what nothing reads is one, and a print "
                           "operator shows a value");
    }
    std::vector<Entry> heads = graph.heads();
    if (std::find(heads.begin(), heads.end(), value) != heads.end()) {
        return makeErrorAt(node.name, "output", "output {} of {} is an output of the graph already",
                           value.index, quoted(node.name));
    }
    const std::size_t at = std::min(position.value_or(heads.size()), heads.size());
    heads.insert(heads.begin() + static_cast<std::ptrdiff_t>(at), value);
    return Edit{SetHeads{std::move(heads)}};
}

Result<Edit> removeOutput(const Graph &graph, const Entry &value)
{
    std::vector<Entry> heads = graph.heads();
    if (std::erase(heads, value) == 0) {
        const Node *node = graph.find(value.node);
        const std::string name = node ? node->name : std::string();
        return makeErrorAt(name, "output", "output {} of {} is no output of the graph", value.index,
                           quoted(name));
    }
    return Edit{SetHeads{std::move(heads)}};
}

Result<Edit> removeHead(const Graph &graph, std::size_t head)
{
    if (head >= graph.heads().size()) {
        return noSuchHead(graph, head);
    }
    std::vector<Entry> heads = graph.heads();
    heads.erase(heads.begin() + static_cast<std::ptrdiff_t>(head));
    return Edit{SetHeads{std::move(heads)}};
}

Result<Edit> moveOutput(const Graph &graph, std::size_t head, std::size_t position)
{
    if (head >= graph.heads().size()) {
        return noSuchHead(graph, head);
    }
    std::vector<Entry> heads = graph.heads();
    const Entry moved = heads[head];
    heads.erase(heads.begin() + static_cast<std::ptrdiff_t>(head));
    heads.insert(heads.begin() + static_cast<std::ptrdiff_t>(std::min(position, heads.size())),
                 moved);
    return heads == graph.heads() ? Edit{CompositeEdit{}} : Edit{SetHeads{std::move(heads)}};
}

Result<Edit> moveNode(const Graph &graph, NodeId node, std::size_t position)
{
    RETURN_IF_FAILED(checkNodes(graph, {&node, 1}));
    const Edit move{MoveNode{node, std::min(position, graph.nodeCount() - 1)}};
    if (graph.dialect() == Dialect::LightNet) {
        EditDraft draft(graph);
        RETURN_IF_FAILED(draft.add(move));
        RETURN_IF_FAILED(checkOrder(draft.graph(), node));
    }
    return move;
}

} // namespace nervure
