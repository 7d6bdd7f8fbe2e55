// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/structure_edits.h"

#include "core/builtins.h"
#include "core/graph/edits/attribute_edits.h"
#include "core/graph/edits/edit_draft.h"
#include "core/graph/edits/fragment.h"
#include "core/graph/edits/names.h"
#include "core/graph/edits/wiring_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/text/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace nervure {

namespace {

struct StructureEdits {
    Q_DECLARE_TR_FUNCTIONS(StructureEdits)
};

QString nameOf(const GraphDocument &document, NodeId node)
{
    const Node *found = document.graph().find(node);
    return found == nullptr ? StructureEdits::tr("a node") : toQString(found->name);
}

/// "conv0", or "3 nodes".
QString subject(const GraphDocument &document, const std::vector<NodeId> &nodes)
{
    return nodes.size() == 1
               ? nameOf(document, nodes.front())
               : StructureEdits::tr("%n node(s)", nullptr, static_cast<int>(nodes.size()));
}

/// Applies an edit that adds nodes. The last of them is what was asked for.
Result<NodeId> applyAddition(GraphDocument &document, const Result<Edit> &edit, const QString &text)
{
    RETURN_IF_FAILED(applyEdit(document, edit, text));
    const std::vector<NodeId> added = addedNodes(*edit);
    if (added.empty()) {
        return makeError("no-nodes", "nothing was added");
    }
    return added.back();
}

Status addTo(EditDraft &draft, Result<Edit> step)
{
    RETURN_IF_FAILED(step);
    return draft.add(std::move(*step));
}

/// Takes the input away where the operator has any number of them, else leaves it unconnected.
Result<Edit> freeInput(const GraphDocument &document, const Graph &graph, const EdgeEnd &end)
{
    return takesAnyInputs(document, end.node) ? removeInput(graph, end.node, end.index)
                                              : disconnectInput(graph, end.node, end.index);
}

ParsedAttrs attrsOf(const OpSpec &spec, const Node &node)
{
    Diagnostics ignored;
    return parseAttrs(spec.attrs, node.attrs, spec.name, node.name, ignored);
}

} // namespace

bool isEditable(const GraphDocument &document)
{
    return !document.isEmpty() && !document.stage().isOfPass();
}

Status applyEdit(GraphDocument &document, const Result<Edit> &edit, const QString &text)
{
    if (!isEditable(document)) {
        return makeError("not-editable", document.isEmpty()
                                             ? "there is no model to change"
                                             : "what a pass made is shown, expected the model "
                                               "before any pass");
    }
    RETURN_IF_FAILED(edit);
    return document.apply(edit.value(), text);
}

std::optional<Entry> selectedValue(const GraphDocument &document, const Selection &selection)
{
    if (selection.value()) {
        return selection.value();
    }
    const std::vector<NodeId> &nodes = selection.nodes();
    if (nodes.size() != 1 || !document.graph().contains(nodes.front())) {
        return std::nullopt;
    }
    return Entry{nodes.front()};
}

std::vector<NodeId> selectedLayers(const GraphDocument &document, const Selection &selection)
{
    std::vector<NodeId> nodes = selection.nodes();
    const Graph &graph = *document.stage().graph;
    std::erase_if(nodes, [&graph](NodeId node) { return !graph.contains(node); });
    return withParameters(graph, document.builtins().ops, nodes);
}

Status steps::deleteNodes(GraphDocument &document, const std::vector<NodeId> &nodes,
                          Readers readers)
{
    const QString text = readers == Readers::Bridge
                             ? StructureEdits::tr("Delete %1 and bridge the gap")
                             : StructureEdits::tr("Delete %1");
    return applyEdit(document, nervure::deleteNodes(document.graph(), nodes, readers),
                     text.arg(subject(document, nodes)));
}

Result<std::vector<NodeId>> steps::duplicateNodes(GraphDocument &document,
                                                  const std::vector<NodeId> &nodes)
{
    const Result<Edit> edit = nervure::duplicateNodes(document.graph(), nodes);
    const QString text = StructureEdits::tr("Duplicate %1").arg(subject(document, nodes));
    RETURN_IF_FAILED(applyEdit(document, edit, text));
    return addedNodes(*edit);
}

Result<NodeId> steps::addOperator(GraphDocument &document, const QString &op,
                                  const std::vector<Entry> &inputs)
{
    const Graph &graph = document.graph();
    if (op == toQString(variableOp)) {
        return applyAddition(document, addVariable(graph, "data"),
                             StructureEdits::tr("Add an input"));
    }
    NewOperator added;
    added.op = op.toStdString();
    added.inputs = inputs;
    return applyAddition(document, nervure::addOperator(graph, document.builtins().ops, added),
                         StructureEdits::tr("Add %1").arg(op));
}

Result<NodeId> steps::insertOperator(GraphDocument &document, const QString &op,
                                     const std::vector<EdgeEnd> &ends)
{
    NewOperator added;
    added.op = op.toStdString();
    return applyAddition(
        document, nervure::insertOperator(document.graph(), document.builtins().ops, ends, added),
        StructureEdits::tr("Insert %1").arg(op));
}

Result<NodeId> steps::insertBehind(GraphDocument &document, const QString &op, const Entry &value)
{
    const std::vector<EdgeEnd> ends = edgesFrom(document.graph(), value);
    return ends.empty() ? addOperator(document, op, {value}) : insertOperator(document, op, ends);
}

Result<NodeId> steps::replaceByOperator(GraphDocument &document, const QString &op,
                                        const std::vector<NodeId> &nodes)
{
    NewOperator added;
    added.op = op.toStdString();
    return applyAddition(
        document,
        nervure::replaceByOperator(document.graph(), document.builtins().ops, nodes, added),
        StructureEdits::tr("Replace %1 by %2").arg(subject(document, nodes), op));
}

Status steps::rewire(GraphDocument &document, NodeId reader, std::size_t input, const Entry &source)
{
    return applyEdit(document, rewireInput(document.graph(), reader, input, source),
                     StructureEdits::tr("Connect %1 to %2")
                         .arg(nameOf(document, source.node), nameOf(document, reader)));
}

Status steps::moveEnd(GraphDocument &document, const EdgeEnd &from, const EdgeEnd &to)
{
    const Graph &graph = document.graph();
    const Node *reader = graph.find(from.node);
    if (reader == nullptr || from.index >= reader->inputs.size()) {
        return makeError("no-such-input", "the edge is no longer in the graph");
    }
    const Entry source = reader->inputs[from.index];
    EditDraft draft(graph);
    RETURN_IF_FAILED(addTo(draft, rewireInput(graph, to.node, to.index, source)));
    RETURN_IF_FAILED(addTo(draft, takesAnyInputs(document, from.node) && from.node != to.node
                                      ? removeInput(draft.graph(), from.node, from.index)
                                      : disconnectInput(draft.graph(), from.node, from.index)));
    return applyEdit(document, draft.take(),
                     StructureEdits::tr("Connect %1 to %2")
                         .arg(nameOf(document, source.node), nameOf(document, to.node)));
}

Status steps::addInput(GraphDocument &document, NodeId reader, const Entry &source)
{
    return applyEdit(document,
                     nervure::addInput(document.graph(), document.builtins().ops, reader, source),
                     StructureEdits::tr("Connect %1 to %2")
                         .arg(nameOf(document, source.node), nameOf(document, reader)));
}

Status steps::disconnect(GraphDocument &document, NodeId reader, std::size_t input)
{
    return applyEdit(document, freeInput(document, document.graph(), {reader, input}),
                     StructureEdits::tr("Disconnect an input of %1").arg(nameOf(document, reader)));
}

Status steps::disconnectAll(GraphDocument &document, const Entry &value)
{
    EditDraft draft(document.graph());
    const std::vector<EdgeEnd> ends = edgesFrom(draft.graph(), value);
    bool isRead = false;
    // From the last to the first: inputs that are taken away move those behind them.
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        if (end->node.isValid()) {
            RETURN_IF_FAILED(addTo(draft, freeInput(document, draft.graph(), *end)));
            isRead = true;
        }
    }
    if (!isRead) {
        return makeError("no-edge", "nothing reads this value");
    }
    return applyEdit(document, draft.take(),
                     StructureEdits::tr("Disconnect %1").arg(nameOf(document, value.node)));
}

Status steps::setOutput(GraphDocument &document, const Entry &value, bool isOutput)
{
    const QString text = isOutput ? StructureEdits::tr("Make %1 an output")
                                  : StructureEdits::tr("Make %1 an inner value");
    return applyEdit(document,
                     isOutput ? makeOutput(document.graph(), value)
                              : removeOutput(document.graph(), value),
                     text.arg(nameOf(document, value.node)));
}

bool isOutput(const GraphDocument &document, const Entry &value)
{
    const std::vector<Entry> &heads = document.graph().heads();
    return std::any_of(heads.begin(), heads.end(), [&value](const Entry &head) {
        return head.node == value.node && head.index == value.index;
    });
}

Status steps::toggleControl(GraphDocument &document, const std::vector<NodeId> &nodes)
{
    const Graph &graph = document.graph();
    if (nodes.size() < 2 || !graph.contains(nodes.back())) {
        return makeError("no-nodes", "one node is selected, expected those to wait for and, last, "
                                     "the one that waits");
    }
    const NodeId waiting = nodes.back();
    const auto &present = graph.node(waiting).controlDeps;
    const bool waits = std::all_of(nodes.begin(), nodes.end() - 1, [&](NodeId node) {
        return std::find(present.begin(), present.end(), node) != present.end();
    });
    EditDraft draft(graph);
    for (auto it = nodes.begin(); it != nodes.end() - 1; ++it) {
        const auto &now = draft.graph().node(waiting).controlDeps;
        if (waits || std::find(now.begin(), now.end(), *it) == now.end()) {
            RETURN_IF_FAILED(addTo(draft, waits
                                              ? removeControlDependency(draft.graph(), waiting, *it)
                                              : addControlDependency(draft.graph(), waiting, *it)));
        }
    }
    const QString text =
        waits ? StructureEdits::tr("%1 waits no more") : StructureEdits::tr("%1 waits for others");
    return applyEdit(document, draft.take(), text.arg(nameOf(document, waiting)));
}

bool isOrdered(const GraphDocument &document)
{
    return document.graph().dialect() == Dialect::LightNet;
}

Status steps::moveInOrder(GraphDocument &document, NodeId node, int places)
{
    const Graph &graph = document.graph();
    const auto ids = graph.nodes();
    const auto at = std::find(ids.begin(), ids.end(), node) - ids.begin();
    const auto to = at + places;
    if (!graph.contains(node) || to < 0 || to >= static_cast<std::ptrdiff_t>(ids.size())) {
        return makeError("order", places < 0 ? "nothing runs earlier" : "nothing runs later");
    }
    const QString name = toQString(graph.node(node).name);
    return applyEdit(document, moveNode(graph, node, static_cast<std::size_t>(to)),
                     places < 0 ? StructureEdits::tr("Run %1 earlier").arg(name)
                                : StructureEdits::tr("Run %1 later").arg(name));
}

Status steps::renameNode(GraphDocument &document, NodeId node, const std::string &name)
{
    const Node *found = document.graph().find(node);
    if (found == nullptr) {
        return makeError("no-such-node", "the node is no longer in the graph");
    }
    if (found->name == name) {
        return {};
    }
    ASSIGN_OR_RETURN(const Edit edit, nervure::renameNode(document.graph(), node, name));
    return document.apply(
        edit, StructureEdits::tr("Rename %1 to %2").arg(toQString(found->name), toQString(name)));
}

Status steps::setNote(GraphDocument &document, NodeId node, const QString &text)
{
    const QString name = node.isValid()
                             ? StructureEdits::tr("Note on %1").arg(nameOf(document, node))
                             : StructureEdits::tr("Note on the model");
    return applyEdit(document, nervure::setNote(document.graph(), node, text.toStdString()), name);
}

Status steps::setInputType(GraphDocument &document, NodeId node, const std::optional<Shape> &shape,
                           std::optional<DType> type)
{
    return applyEdit(document, nervure::setInputType(document.graph(), node, shape, type),
                     StructureEdits::tr("Set shape and type of %1").arg(nameOf(document, node)));
}

bool takesAnyInputs(const GraphDocument &document, NodeId node)
{
    const Node *found = document.graph().find(node);
    const OpSpec *spec = found == nullptr ? nullptr : document.builtins().ops.find(*found);
    return found != nullptr && !found->isVariable() && (spec == nullptr || !spec->inputNames);
}

std::vector<QString> inputRoles(const GraphDocument &document, NodeId node)
{
    std::vector<QString> roles;
    const Node *found = document.graph().find(node);
    if (found == nullptr) {
        return roles;
    }
    const OpSpec *spec = document.builtins().ops.find(*found);
    std::vector<std::string> names;
    if (spec != nullptr && spec->inputNames) {
        const ParsedAttrs attrs = attrsOf(*spec, *found);
        names = spec->inputNames({*found, attrs, document.semantics()});
    }
    for (std::size_t i = 0; i < found->inputs.size(); ++i) {
        if (i < found->inputPorts.size()) {
            roles.push_back(toQString(found->inputPorts[i].role));
        } else {
            roles.push_back(i < names.size() ? toQString(names[i])
                                             : StructureEdits::tr("input %1").arg(i));
        }
    }
    return roles;
}

} // namespace nervure
