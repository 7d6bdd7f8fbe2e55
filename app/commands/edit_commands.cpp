// SPDX-License-Identifier: Apache-2.0
#include "app/commands/edit_commands.h"

#include "app/commands/operator_chooser.h"
#include "app/files/document_session.h"
#include "core/builtins.h"
#include "core/graph/edits/edit_draft.h"
#include "core/graph/edits/input_places.h"
#include "core/graph/edits/names.h"
#include "core/graph/edits/wiring_edits.h"
#include "core/graph/opset.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/overlays/name_editor.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/shown_nodes.h"
#include "widgets/models/value_model.h"
#include "widgets/text/format.h"
#include "widgets/text/mnemonics.h"

#include <QMenu>

#include <algorithm>

namespace nervure {

namespace {

bool isConnected(const Graph &graph, NodeId reader, const InputPlace &place)
{
    return place.at && graph.contains(graph.node(reader).inputs[*place.at].node);
}

/// "min, empty", "input, now conv1".
QString placeText(const Graph &graph, NodeId reader, const InputPlace &place)
{
    const QString name = withoutMnemonics(toQString(place.name));
    if (place.isMore) {
        return EditCommands::tr("%1, one more", "input").arg(name);
    }
    if (!isConnected(graph, reader, place)) {
        return EditCommands::tr("%1, empty", "input").arg(name);
    }
    const Entry present = graph.node(reader).inputs[*place.at];
    return EditCommands::tr("%1, now %2", "input, what it reads")
        .arg(name, withoutMnemonics(toQString(graph.node(present.node).name)));
}

} // namespace

EditCommands::EditCommands(DocumentSession &session, GraphView &view, QWidget *window)
    : EditReporter(window),
      m_session(session),
      m_view(view),
      m_window(window),
      m_gestures(new EditGestures(view))
{
    connect(m_gestures, &EditGestures::edgeDropped, this, &EditCommands::dropEdge);
    connect(m_gestures, &EditGestures::operatorDropped, this, &EditCommands::dropOperator);
    connect(m_gestures, &EditGestures::additionRequested, this, [this](const CanvasPoint &place) {
        choose(place.global, {},
               [this](const QString &op) { return addOperator(m_session.document, op, {}); });
    });
    const auto follow = [this] { m_gestures->setEnabled(canEdit()); };
    connect(&session.document, &GraphDocument::analysesChanged, m_gestures, follow);
    connect(&session.document, &GraphDocument::contentReplaced, m_gestures, follow);
}

bool EditCommands::canEdit() const
{
    return isEditable(m_session.document);
}

bool EditCommands::hasNodes() const
{
    return canEdit() && !m_session.selection.nodes().empty();
}

bool EditCommands::hasValue() const
{
    return canEdit() && selectedValue(m_session.document, m_session.selection).has_value();
}

bool EditCommands::isSelectedOutput() const
{
    const auto value = selectedValue(m_session.document, m_session.selection);
    return value && isOutput(m_session.document, *value);
}

std::vector<NodeId> EditCommands::layers() const
{
    return selectedLayers(m_session.document, m_session.selection);
}

bool EditCommands::perform(EditKind kind, const EditArguments &arguments)
{
    return tell(performEdit(m_session.document, kind, arguments));
}

/// What was asked for is the last of what was added.
void EditCommands::show(const Result<Edit> &addition)
{
    if (tell(addition)) {
        m_session.selection.jumpTo(addedNodes(*addition).back());
        m_view.setFocus();
    }
}

void EditCommands::deleteSelected(EditKind kind)
{
    perform(kind, {.nodes = layers()});
}

void EditCommands::duplicate()
{
    const auto copied = performEdit(m_session.document, EditKind::Duplicate, {.nodes = layers()});
    if (tell(copied)) {
        m_session.selection.setNodes(addedNodes(*copied));
    }
}

void EditCommands::rename()
{
    const NodeId node = m_session.selection.current();
    const Node *found = m_session.document.graph().find(node);
    if (found == nullptr || !canEdit()) {
        return;
    }
    const QRectF rect = m_view.nodeRectInView(node);
    if (!rect.isEmpty() && !QRectF(m_view.viewport()->rect()).contains(rect)) {
        // At once: the field goes when the picture moves under it.
        ViewTransform target = m_view.transform();
        target.centerOn(target.toScene(rect).center(), m_view.viewport()->size());
        m_view.setTransform(target);
    }
    auto *editor =
        new NameEditor(m_view, node, toQString(found->name), [this, node](const QString &name) {
            const Result<Edit> edit =
                nervure::renameNode(m_session.document.graph(), node, name.toStdString());
            return edit ? QString() : toQString(edit.error().message);
        });
    connect(editor, &NameEditor::accepted, this, [this, node](const QString &name) {
        perform(EditKind::Rename, {.nodes = {node}, .text = name.toStdString()});
    });
}

void EditCommands::toggleOutput()
{
    if (const auto value = selectedValue(m_session.document, m_session.selection)) {
        perform(isOutput(m_session.document, *value) ? EditKind::NoOutput : EditKind::Output,
                {.value = *value});
    }
}

/// Makes the last of the nodes wait for the others, or wait no more if it does already.
void EditCommands::toggleControl()
{
    std::vector<NodeId> nodes = m_session.selection.nodes();
    const Node *waiting = nodes.empty() ? nullptr : m_session.document.graph().find(nodes.back());
    if (nodes.size() < 2 || waiting == nullptr) {
        tell(makeError("no-nodes", "one node is selected, expected those to wait for and, last, "
                                   "the one that waits"));
        return;
    }
    std::rotate(nodes.begin(), nodes.end() - 1, nodes.end());
    const auto &known = waiting->controlDeps;
    const auto others = std::remove_if(nodes.begin() + 1, nodes.end(), [&known](NodeId node) {
        return std::find(known.begin(), known.end(), node) != known.end();
    });
    const bool waits = others == nodes.begin() + 1;
    if (!waits) {
        nodes.erase(others, nodes.end());
    }
    perform(waits ? EditKind::NoControl : EditKind::Control, {.nodes = nodes});
}

bool EditCommands::canMoveInOrder() const
{
    return canEdit() && isOrdered(m_session.document) && m_session.selection.nodes().size() == 1;
}

void EditCommands::moveInOrder(int places)
{
    const NodeId node = m_session.selection.current();
    const Graph &graph = m_session.document.graph();
    const std::size_t at = positionOf(graph, node);
    // Before the first, this is a large number.
    const std::size_t to = at + static_cast<std::size_t>(places);
    if (at == graph.nodeCount() || to >= graph.nodeCount()) {
        tell(makeError("order", "{}", places < 0 ? "nothing runs earlier" : "nothing runs later"));
        return;
    }
    perform(EditKind::Move, {.nodes = {node}, .place = to});
}

/// Every reader of the selected value loses it.
void EditCommands::disconnectSelected()
{
    const std::optional<Entry> value = m_session.selection.value();
    if (value) {
        perform(EditKind::RemoveEdge,
                {.ends = edgesFrom(m_session.document.graph(), *value), .value = *value});
    }
}

void EditCommands::removeEdge(const CanvasEdge &edge)
{
    if (!edge.reader.isValid()) { // it leads to an output of the graph
        perform(EditKind::NoOutput, {.ends = {{NodeId(), edge.input}}, .value = edge.value});
    } else if (edge.isControl) {
        perform(EditKind::NoControl, {.nodes = {edge.reader, edge.value.node}});
    } else {
        perform(EditKind::RemoveEdge, {.ends = {{edge.reader, edge.input}}});
    }
}

/// On edges that come from one value.
Result<Edit> EditCommands::insert(const QString &op, const std::vector<EdgeEnd> &ends)
{
    return performEdit(m_session.document, EditKind::Insert,
                       {.ends = ends, .added = {.op = op.toStdString()}});
}

QPoint EditCommands::placeForPopup() const
{
    const QRectF rect = m_view.nodeRectInView(m_session.selection.current());
    const QRect seen = m_view.viewport()->rect();
    const QPoint at = seen.intersects(rect.toRect()) ? rect.bottomRight().toPoint() : seen.center();
    return m_view.viewport()->mapToGlobal(at);
}

void EditCommands::choose(const QPoint &at, const std::optional<Entry> &reads, Choice choice)
{
    const GraphDocument &document = m_session.document;
    PaletteQuery query;
    query.dialect = document.graph().dialect();
    query.opset = opsetOf(document.graph());
    query.semantics = document.semantics();
    query.hasValue = reads.has_value();
    if (reads) {
        const EntryFacts facts = document.factsOf(*reads);
        query.shape = facts.shape;
        query.type = facts.dtype;
    }
    auto *chooser = new OperatorChooser(m_session.builtins.ops, query, m_window);
    connect(chooser, &OperatorChooser::operatorChosen, this,
            [this, choice = std::move(choice)](const QString &op) { show(choice(op)); });
    whenNodesAreOthers(document, chooser, [chooser] { chooser->close(); });
    chooser->popUp(at);
}

void EditCommands::chooseOperator()
{
    const auto value = selectedValue(m_session.document, m_session.selection);
    choose(placeForPopup(), value, [this, value](const QString &op) {
        return addOperator(m_session.document, op,
                           value ? std::vector{*value} : std::vector<Entry>());
    });
}

void EditCommands::chooseInsertion()
{
    if (const auto value = selectedValue(m_session.document, m_session.selection)) {
        choose(placeForPopup(), value, [this, value = *value](const QString &op) {
            const auto ends = edgesFrom(m_session.document.graph(), value);
            return ends.empty() ? addOperator(m_session.document, op, {value}) : insert(op, ends);
        });
    }
}

void EditCommands::chooseReplacement()
{
    choose(placeForPopup(), {}, [this, nodes = layers()](const QString &op) {
        return performEdit(m_session.document, EditKind::Replace,
                           {.nodes = nodes, .added = {.op = op.toStdString()}});
    });
}

void EditCommands::dropOperator(const QString &op, const CanvasPoint &place)
{
    GraphDocument &document = m_session.document;
    if (!place.bundle.empty() && !place.edge) {
        tell(makeError("bundle",
                       "{} lines run here as one, expected a single one: clicks on them "
                       "select one after the other",
                       place.bundle.size()));
    } else if (place.edge && !place.edge->isControl && op != toQString(variableOp)) {
        show(insert(op, {{place.edge->reader, place.edge->input}}));
    } else if (place.node.isValid() && op != toQString(variableOp)) {
        show(addOperator(document, op, {Entry{place.node}}));
    } else {
        show(addOperator(document, op, {}));
    }
}

void EditCommands::dropEdge(const EdgeDrop &drop)
{
    const NodeId node = drop.place.node;
    if (drop.end == EdgeDrop::End::Source) {
        if (node.isValid() && node != drop.value.node) {
            perform(EditKind::Rewire,
                    {.ends = {{drop.edge->reader, drop.edge->input}}, .value = Entry{node}});
        }
        return;
    }
    if (node.isValid()) {
        connectTo(drop, node);
        return;
    }
    if (drop.place.output) {
        connectToOutput(drop, *drop.place.output);
        return;
    }
    // Into nothing: an operator that reads the value, in the edge where one was taken.
    choose(drop.place.global, drop.value, [this, drop](const QString &op) {
        if (drop.end == EdgeDrop::End::Target) {
            return insert(op, {{drop.edge->reader, drop.edge->input}});
        }
        return addOperator(m_session.document, op, {drop.value});
    });
}

/// Asks which input is meant, unless there is one and it reads nothing: no connection is replaced
/// unasked.
void EditCommands::connectTo(const EdgeDrop &drop, NodeId reader)
{
    GraphDocument &document = m_session.document;
    if (reader == drop.value.node && drop.end == EdgeDrop::End::New) {
        return;
    }
    const Graph &graph = document.graph();
    const std::vector<InputPlace> places =
        inputPlaces(graph, m_session.builtins.ops, reader, document.semantics());
    if (places.empty()) {
        Q_EMIT failed(tr("%1 reads nothing.").arg(toQString(graph.node(reader).name)));
        return;
    }
    if (places.size() == 1 && !isConnected(graph, reader, places.front())) {
        connectInput(drop, reader, places.front());
        return;
    }
    auto *menu = newDropMenu(QStringLiteral("input-menu"), tr("Connect as"));
    for (const InputPlace &place : places) {
        QAction *action =
            menu->addAction(placeText(graph, reader, place), this,
                            [this, drop, reader, place] { connectInput(drop, reader, place); });
        action->setObjectName(QStringLiteral("input-%1").arg(place.place));
    }
    menu->popup(drop.place.global);
}

void EditCommands::connectToOutput(const EdgeDrop &drop, std::size_t head)
{
    const Graph &graph = m_session.document.graph();
    if (head >= graph.heads().size() || graph.heads()[head] == drop.value) {
        return;
    }
    auto *menu = newDropMenu(QStringLiteral("output-menu"), tr("Connect as"));
    const Entry present = graph.heads()[head];
    menu->addAction(tr("output %1, now %2", "its number, what it is")
                        .arg(head)
                        .arg(withoutMnemonics(valueTitle(graph, present))),
                    this, [this, drop, head] {
                        perform(EditKind::RewireOutput, {.value = drop.value, .place = head});
                    });
    menu->popup(drop.place.global);
}

/// Another graph has other places to connect to.
QMenu *EditCommands::newDropMenu(const QString &name, const QString &title)
{
    auto *menu = new QMenu(m_window);
    menu->setObjectName(name);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(title)->setEnabled(false);
    menu->addSeparator();
    whenNodesAreOthers(m_session.document, menu, [menu] { menu->close(); });
    return menu;
}

void EditCommands::connectInput(const EdgeDrop &drop, NodeId reader, const InputPlace &place)
{
    if (drop.end == EdgeDrop::End::New) {
        perform(EditKind::Connect, {.nodes = {reader}, .value = drop.value, .key = place.name});
        return;
    }
    const EdgeEnd from{drop.edge->reader, drop.edge->input};
    if (place.at) {
        const EdgeEnd to{reader, *place.at};
        if (from != to) {
            perform(EditKind::MoveEdge, {.ends = {from, to}});
        }
        return;
    }
    tell(applyEdit(
        m_session.document,
        moveEdgeTo(m_session.document.graph(), m_session.builtins.ops, from, reader, place.name),
        tr("Connect %1 to %2")
            .arg(valueTitle(m_session.document.graph(), drop.value),
                 toQString(m_session.document.graph().node(reader).name))));
}

} // namespace nervure
