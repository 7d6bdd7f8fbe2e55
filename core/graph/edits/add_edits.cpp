// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/add_edits.h"

#include "core/graph/edits/attribute_edits.h"
#include "core/graph/edits/boundary.h"
#include "core/graph/edits/delete_edits.h"
#include "core/graph/edits/new_operator.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

Result<Entry> sourceOf(const Graph &graph, const EdgeEnd &end)
{
    if (!end.node.isValid()) {
        if (end.index < graph.heads().size()) {
            return graph.heads()[end.index];
        }
        return makeError("no-such-edge", "the graph has no output {}", end.index);
    }
    const Node *node = graph.find(end.node);
    if (!node || end.index >= node->inputs.size()) {
        return makeErrorAt(node ? node->name : std::string(), "no-such-edge", "{} has no input {}",
                           (node ? quoted(node->name) : std::string("a node that is not there")),
                           end.index);
    }
    return node->inputs[end.index];
}

Result<Entry> commonSource(const Graph &graph, std::span<const EdgeEnd> ends)
{
    if (ends.empty()) {
        return makeError("no-edge", "no edges are given, expected at least one");
    }
    const Result<Entry> source = sourceOf(graph, ends.front());
    if (!source) {
        return source;
    }
    for (const EdgeEnd &end : ends) {
        const Result<Entry> other = sourceOf(graph, end);
        if (!other) {
            return other;
        }
        if (other->node != source->node || other->index != source->index) {
            return makeError("no-such-edge",
                             "the edges come from several values, expected one value");
        }
    }
    return source;
}

/// Before the first of these nodes, or at the end.
std::size_t placeBefore(const Graph &graph, std::span<const EdgeEnd> ends)
{
    std::size_t place = graph.nodeCount();
    for (const EdgeEnd &end : ends) {
        if (end.node.isValid()) {
            place = std::min(place, positionOf(graph, end.node));
        }
    }
    return place;
}

void connectEnd(EditDraft &draft, const EdgeEnd &end, const Entry &source)
{
    if (end.node.isValid()) {
        draft.setInput(end.node, end.index, source);
        return;
    }
    std::vector<Entry> heads = draft.graph().heads();
    heads[end.index] = source;
    [[maybe_unused]] const Status status = draft.add({SetHeads{std::move(heads)}});
    assert(status.ok() && "heads can be set");
}

/// The new operator with one input for each value that the selection reads.
NewOperator readingFor(const NewOperator &added, const Graph &graph, const Boundary &boundary)
{
    NewOperator operatorNode = added;
    if (operatorNode.inputs.empty()) {
        std::copy_if(boundary.inputs.begin(), boundary.inputs.end(),
                     std::back_inserter(operatorNode.inputs),
                     [&graph](const Entry &entry) { return graph.contains(entry.node); });
    }
    return operatorNode;
}

/// How many outputs the operator has; of an unknown one as many as are asked for.
std::size_t outputCountOf(const Graph &graph, const OpRegistry &ops, NodeId id, std::size_t asked)
{
    const Node &node = graph.node(id);
    const OpSpec *spec = ops.find(node);
    if (!spec) {
        return asked;
    }
    Diagnostics ignored;
    const ParsedAttrs attrs = parseAttrs(spec->attrs, node.attrs, spec->name, node.name, ignored);
    return outputNamesOf(spec, RuleContext{node, attrs}, 1).size();
}

Diagnostic tooManyOutputs(const Graph &graph, NodeId made, std::size_t wanted, std::size_t count)
{
    const Node &node = graph.node(made);
    return makeErrorAt(node.name, "too-many-outputs", "the selection gives {} values, {} has {}{}",
                       wanted, quoted(node.op), count, (count == 1 ? " output" : " outputs"));
}

Status deleteAll(EditDraft &draft, std::span<const NodeId> nodes)
{
    Result<Edit> removal = deleteNodes(draft.graph(), nodes);
    return removal ? draft.add(std::move(*removal)) : Status(removal.error());
}

} // namespace

Result<Edit> addOperator(const Graph &graph, const OpRegistry &ops, const NewOperator &added)
{
    EditDraft draft(graph);
    const Result<NodeId> made = draftOperator(draft, ops, added);
    return made ? draft.finish() : made.error();
}

Result<Edit> addVariable(const Graph &graph, const std::string &name, const Shape &shape,
                         DType type)
{
    EditDraft draft(graph);
    const NodeId made = draftVariable(draft, name.empty() ? "input" : name, shape, type);
    if (graph.dialect() != Dialect::LightNet) {
        const Result<Edit> typing =
            setInputType(draft.graph(), made, shape.hasRank() ? std::optional(shape) : std::nullopt,
                         type == DType::Unknown ? std::nullopt : std::optional(type));
        if (!typing) {
            return typing;
        }
        RETURN_IF_FAILED(draft.add(*typing));
    }
    return draft.finish();
}

Result<Edit> insertOperator(const Graph &graph, const OpRegistry &ops,
                            std::span<const EdgeEnd> ends, const NewOperator &added)
{
    ASSIGN_OR_RETURN(const Entry source, commonSource(graph, ends));
    NewOperator inserted = added;
    inserted.inputs.insert(inserted.inputs.begin(), source);
    EditDraft draft(graph);
    ASSIGN_OR_RETURN(const NodeId made,
                     draftOperator(draft, ops, inserted, placeBefore(graph, ends)));
    for (const EdgeEnd &end : ends) {
        connectEnd(draft, end, {made, 0, 0});
    }
    RETURN_IF_FAILED(checkNoCycle(draft.graph(), made));
    return draft.finish();
}

std::vector<EdgeEnd> edgesFrom(const Graph &graph, const Entry &value)
{
    const auto isFromIt = [&value](const Entry &entry) {
        return entry.node == value.node && entry.index == value.index;
    };
    std::vector<EdgeEnd> ends;
    for (const NodeId id : graph.nodes()) {
        const Entries &inputs = graph.node(id).inputs;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (isFromIt(inputs[i])) {
                ends.push_back({id, i});
            }
        }
    }
    for (std::size_t i = 0; i < graph.heads().size(); ++i) {
        if (isFromIt(graph.heads()[i])) {
            ends.push_back({NodeId(), i});
        }
    }
    return ends;
}

Result<Edit> replaceByOperator(const Graph &graph, const OpRegistry &ops,
                               std::span<const NodeId> nodes, const NewOperator &added)
{
    RETURN_IF_FAILED(checkNodes(graph, nodes));
    const Boundary boundary = boundaryOf(graph, nodes);
    EditDraft draft(graph);
    std::size_t place = 0;
    for (const NodeId id : nodes) {
        place = std::max(place, positionOf(graph, id) + 1);
    }
    ASSIGN_OR_RETURN(const NodeId made,
                     draftOperator(draft, ops, readingFor(added, graph, boundary), place));
    std::vector<Entry> outputs = boundary.outputs;
    const std::size_t count = outputCountOf(draft.graph(), ops, made, outputs.size());
    if (outputs.size() > count) {
        return tooManyOutputs(draft.graph(), made, outputs.size(), count);
    }
    std::uint32_t index = 0;
    for (const Entry &output : outputs) {
        for (const EdgeEnd &end : edgesFrom(graph, output)) {
            if (!boundary.contains(end.node)) {
                connectEnd(draft, end, {made, index, 0});
            }
        }
        ++index;
    }
    RETURN_IF_FAILED(deleteAll(draft, nodes));
    RETURN_IF_FAILED(checkNoCycle(draft.graph(), made));
    return draft.finish();
}

} // namespace nervure
