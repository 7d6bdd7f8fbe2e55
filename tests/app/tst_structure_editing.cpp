// SPDX-License-Identifier: Apache-2.0
#include "tests/app/editing_fixture.h"

#include <QClipboard>
#include <QDropEvent>
#include <QGuiApplication>
#include <QMimeData>

using namespace nervure;
using namespace nervure::tests;

/// Changing the structure of a model by mouse and keyboard: what the graph is afterwards, what undo
/// and redo give, and what the saved file keeps.
class TstStructureEditing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void deletingLeavesTheReadersOpen();
    void deletingCanBridgeTheGap();
    void duplicatesReadWhatTheOriginalsRead();
    void namesAreGivenInPlace();
    void aTakenNameIsMarkedAndNotGiven();
    void aLineIsPulledToAnotherNode();
    void theEndOfALineMovesToAnotherNode();
    void theStartOfALineMovesToAnotherNode();
    void aLineIntoNothingAsksForAnOperator();
    void escapeLetsALineGo();
    void anOperatorIsDroppedOnALine();
    void anOperatorIsAddedBehindTheSelection();
    void anOperatorIsInsertedBehindTheSelection();
    void aSelectionIsReplaced();
    void aValueBecomesAnOutputAndBack();
    void controlDependenciesComeAndGo();
    void nodesTravelBetweenWindowsAsText();
    void cutAndPasteInOneModel();
    void aSelectionBecomesAModelOfItsOwn();
    void aModelIsMergedIn();
    void whatAPassMadeCannotBeEdited();
    void aTextFieldUndoesItsOwnTextFirst();
    void lightNetIsEditedTheSameWay();
    void foreignTextIsNotPasted();
};

namespace {

const Node *readerOf(const Graph &graph, NodeId source, const char *name)
{
    const auto id = graph.findByName(name);
    const Node *node = id ? graph.find(*id) : nullptr;
    if (node == nullptr) {
        return nullptr;
    }
    for (const Entry &input : node->inputs) {
        if (input.node == source) {
            return node;
        }
    }
    return nullptr;
}

void drop(const EditingFixture &at, const char *op, QPoint place)
{
    QMimeData data;
    data.setData(QStringLiteral("application/x-nervure-operator"), op);
    QWidget *viewport = at.view().viewport();
    QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(viewport, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(viewport, &event);
    QVERIFY(event.isAccepted());
}

/// Where the pointer holds the end of the line into an input.
QPoint handle(const EditingFixture &at, const char *reader, std::size_t input, EdgeDrop::End end)
{
    const NodeId id = at.node(reader);
    const CanvasEdge edge{at.graph().node(id).inputs[input], id, input, false};
    at.view().centreOn(id);
    return at.gestures().endHandle(edge, end).value_or(QPointF(-1, -1)).toPoint();
}

} // namespace

void TstStructureEditing::deletingLeavesTheReadersOpen()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    const NodeId relu = at.node("relu1");
    at.click("relu1");
    at.key(Qt::Key_Delete);
    QVERIFY(!at.graph().contains(relu));
    QCOMPARE(at.graph().nodeCount(), at.opened.nodeCount() - 1);
    const Node &reader = at.graph().node(at.node("fc2"));
    QVERIFY(!at.graph().contains(reader.inputs.front().node));
    at.undo();
    QVERIFY(at.graph() == at.opened);
    at.redo();
    QVERIFY(!at.graph().contains(relu));
    at.undo();
    QCOMPARE(at.save(), at.bytes);
}

void TstStructureEditing::deletingCanBridgeTheGap()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("relu1");
    at.key(Qt::Key_Delete, Qt::ShiftModifier);
    QVERIFY(readerOf(at.graph(), at.node("fc1"), "fc2") != nullptr);
    QCOMPARE(at.brokenHistory(), QString());
}

void TstStructureEditing::duplicatesReadWhatTheOriginalsRead()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("relu1");
    at.key(Qt::Key_D, Qt::ShiftModifier);
    QCOMPARE(at.graph().nodeCount(), at.opened.nodeCount() + 1);
    const Node &copy = at.graph().node(at.window->session().selection.current());
    QCOMPARE(copy.op, std::string("relu"));
    QVERIFY(copy.name != "relu1");
    QCOMPARE(copy.inputs.front().node, at.node("fc1"));
    QCOMPARE(at.brokenHistory(), QString());
}

void TstStructureEditing::namesAreGivenInPlace()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    const NodeId relu = at.node("relu1");
    at.click("relu1");
    at.key(Qt::Key_F2);
    auto *editor = find<QLineEdit>(at.window, "canvas-name-editor");
    QVERIFY(editor != nullptr);
    QTest::keyClicks(editor, QStringLiteral("act"));
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(at.graph().node(relu).name, std::string("act"));
    const QByteArray saved = at.save();
    QByteArray expected = at.bytes;
    expected.replace("\"name\": \"relu1\"", "\"name\": \"act\"");
    QCOMPARE(saved, expected);
    at.undo();
    QCOMPARE(at.save(), at.bytes);
}

void TstStructureEditing::aTakenNameIsMarkedAndNotGiven()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("relu1");
    at.key(Qt::Key_F2);
    auto *editor = find<QLineEdit>(at.window, "canvas-name-editor");
    QVERIFY(editor != nullptr);
    QTest::keyClicks(editor, QStringLiteral("fc1"));
    QVERIFY(editor->property("isFaulty").toBool());
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY(editor->isVisible());
    QTest::keyClick(editor, Qt::Key_Escape);
    QVERIFY(at.graph() == at.opened);
}

void TstStructureEditing::aLineIsPulledToAnotherNode()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.view().setZoom(1, {});
    at.view().centreOn(at.node("fc2"));
    const NodeId source = at.node("fc1");
    QTest::mouseMove(at.view().viewport(), at.view().nodeRectInView(source).center().toPoint());
    const auto start = at.gestures().outputHandle(source);
    QVERIFY(start.has_value());
    at.drag(start->toPoint(), at.view().nodeRectInView(at.node("relu2")).center().toPoint());
    QCOMPARE(at.graph().node(at.node("relu2")).inputs.front().node, source);
    QCOMPARE(at.brokenHistory(), QString());
}

void TstStructureEditing::theEndOfALineMovesToAnotherNode()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.view().setZoom(1, {});
    const QPoint from = handle(at, "relu1", 0, EdgeDrop::End::Target);
    QVERIFY(from != QPoint(-1, -1));
    at.drag(from, at.view().nodeRectInView(at.node("relu2")).center().toPoint());
    QCOMPARE(at.graph().node(at.node("relu2")).inputs.front().node, at.node("fc1"));
    QVERIFY(!at.graph().contains(at.graph().node(at.node("relu1")).inputs.front().node));
    QCOMPARE(at.document().undoStack().count(), 1);
    at.undo();
    QVERIFY(at.graph() == at.opened);
    QCOMPARE(at.save(), at.bytes);
}

void TstStructureEditing::theStartOfALineMovesToAnotherNode()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.view().setZoom(1, {});
    const QPoint from = handle(at, "relu2", 0, EdgeDrop::End::Source);
    QVERIFY(from != QPoint(-1, -1));
    at.drag(from, at.view().nodeRectInView(at.node("relu1")).center().toPoint());
    QCOMPARE(at.graph().node(at.node("relu2")).inputs.front().node, at.node("relu1"));
    QCOMPARE(at.brokenHistory(), QString());
}

void TstStructureEditing::aLineIntoNothingAsksForAnOperator()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    const NodeId source = at.node("fc3");
    const QPoint on = at.placeOf("fc3");
    QTest::mouseMove(at.view().viewport(), on);
    const auto start = at.gestures().outputHandle(source);
    QVERIFY(start.has_value());
    at.drag(start->toPoint(), start->toPoint() + QPoint(260, 30));
    QVERIFY(at.chooseOperator(QStringLiteral("softmax")));
    const Node &added = at.graph().node(at.window->session().selection.current());
    QCOMPARE(added.op, std::string("softmax"));
    QCOMPARE(added.inputs.front().node, source);
    QCOMPARE(at.brokenHistory(), QString());
}

void TstStructureEditing::escapeLetsALineGo()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    const QPoint on = at.placeOf("fc1");
    QTest::mouseMove(at.view().viewport(), on);
    const QPoint start = at.gestures().outputHandle(at.node("fc1"))->toPoint();
    QTest::mousePress(at.view().viewport(), Qt::LeftButton, {}, start);
    QMouseEvent move(QEvent::MouseMove, start + QPoint(60, 60),
                     at.view().viewport()->mapToGlobal(start + QPoint(60, 60)), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(at.view().viewport(), &move);
    QVERIFY(at.gestures().isDragging());
    QTest::keyClick(&at.view(), Qt::Key_Escape);
    QVERIFY(!at.gestures().isDragging());
    QTest::mouseRelease(at.view().viewport(), Qt::LeftButton, {}, start + QPoint(60, 60));
    QVERIFY(at.graph() == at.opened);
}

void TstStructureEditing::anOperatorIsDroppedOnALine()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    const NodeId relu = at.node("relu1");
    at.view().centreOn(relu);
    const std::uint32_t line =
        at.view().scene()->inEdges(*at.view().scene()->graph().find(relu))[0];
    const QPointF middle = at.view().scene()->edgePath(line).pointAtPercent(0.5);
    drop(at, "tanh", at.view().transform().toView(middle).toPoint());
    const NodeId added = at.graph().node(relu).inputs.front().node;
    QCOMPARE(at.graph().node(added).op, std::string("tanh"));
    QCOMPARE(at.graph().node(added).inputs.front().node, at.node("fc1"));
    QCOMPARE(at.brokenHistory(), QString());
}

void TstStructureEditing::anOperatorIsAddedBehindTheSelection()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc1");
    at.key(Qt::Key_Insert);
    QVERIFY(at.chooseOperator(QStringLiteral("dense")));
    const NodeId added = at.window->session().selection.current();
    QCOMPARE(at.graph().node(added).op, std::string("dense"));
    QCOMPARE(at.graph().node(added).inputs.size(), std::size_t{3}); // with its parameters
    QCOMPARE(at.graph().node(added).inputs.front().node, at.node("fc1"));
    QCOMPARE(at.graph().node(at.node("relu1")).inputs.front().node, at.node("fc1"));
    QCOMPARE(at.document().undoStack().count(), 1);
    at.undo();
    QVERIFY(at.graph() == at.opened);
}

void TstStructureEditing::anOperatorIsInsertedBehindTheSelection()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    QVERIFY(
        at.chooseInMenu("node-menu", at.placeOf("fc1"), QStringLiteral("action-insert-operator")));
    QVERIFY(at.chooseOperator(QStringLiteral("sigmoid")));
    const NodeId added = at.window->session().selection.current();
    QCOMPARE(at.graph().node(added).op, std::string("sigmoid"));
    QCOMPARE(at.graph().node(at.node("relu1")).inputs.front().node, added);
    QCOMPARE(at.brokenHistory(), QString());
}

void TstStructureEditing::aSelectionIsReplaced()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("relu1");
    at.key(Qt::Key_H, Qt::ControlModifier);
    QVERIFY(at.chooseOperator(QStringLiteral("tanh")));
    const NodeId added = at.graph().node(at.node("fc2")).inputs.front().node;
    QCOMPARE(at.graph().node(added).op, std::string("tanh"));
    QCOMPARE(at.graph().node(added).inputs.front().node, at.node("fc1"));
    QVERIFY(!at.node("relu1").isValid());
    QCOMPARE(at.brokenHistory(), QString());
}

void TstStructureEditing::aValueBecomesAnOutputAndBack()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("relu1");
    at.key(Qt::Key_O);
    QCOMPARE(at.graph().heads().size(), at.opened.heads().size() + 1);
    QCOMPARE(at.graph().heads().back().node, at.node("relu1"));
    at.key(Qt::Key_O);
    QVERIFY(at.graph() == at.opened);
    at.undo();
    QCOMPARE(at.graph().heads().size(), at.opened.heads().size() + 1);
    QCOMPARE(at.brokenPromise(at.save()), QString());
    at.undo();
    QCOMPARE(at.save(), at.bytes);
}

void TstStructureEditing::controlDependenciesComeAndGo()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc1");
    at.click("relu2", Qt::ControlModifier);
    at.window->actions().trigger(QStringLiteral("control-dependency"));
    const auto &waits = at.graph().node(at.node("relu2")).controlDeps;
    QCOMPARE(waits.size(), std::size_t{1});
    QCOMPARE(waits.front(), at.node("fc1"));
    QCOMPARE(at.brokenHistory(), QString());
    at.redo();
    at.window->actions().trigger(QStringLiteral("control-dependency"));
    QVERIFY(at.graph() == at.opened);
}

void TstStructureEditing::nodesTravelBetweenWindowsAsText()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc1");
    at.key(Qt::Key_C, Qt::ControlModifier);
    const QMimeData *data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(data->hasFormat(QStringLiteral("application/x-nervure-graph+json")));
    QVERIFY(data->text().contains(QStringLiteral("\"dense\"")));
    EditingFixture other(QStringLiteral("resnet18.json"));
    QVERIFY(other.isReady);
    other.key(Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(other.graph().nodeCount() > other.opened.nodeCount(),
                             WindowFixture::patienceMs);
    const std::vector<NodeId> &pasted = other.window->session().selection.nodes();
    QVERIFY(!pasted.empty());
    bool isDenseThere = false;
    for (const NodeId id : pasted) {
        isDenseThere = isDenseThere || other.graph().node(id).op == "dense";
    }
    QVERIFY(isDenseThere);
    QCOMPARE(other.document().undoStack().count(), 1);
    other.undo();
    QVERIFY(other.graph() == other.opened);
    QCOMPARE(other.save(), other.bytes);
}

void TstStructureEditing::cutAndPasteInOneModel()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("relu2");
    at.key(Qt::Key_X, Qt::ControlModifier);
    QVERIFY(!at.node("relu2").isValid());
    QCOMPARE(at.document().undoStack().count(), 1);
    at.key(Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(at.node("relu2").isValid(), WindowFixture::patienceMs);
    // What it read is there under that name.
    QCOMPARE(at.graph().node(at.node("relu2")).inputs.front().node, at.node("fc2"));
    at.undo();
    at.undo();
    QVERIFY(at.graph() == at.opened);
    QCOMPARE(at.save(), at.bytes);
}

void TstStructureEditing::aSelectionBecomesAModelOfItsOwn()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc2");
    at.click("relu2", Qt::ControlModifier);
    at.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(at.app.composition.windows().windows().size(), 2);
    MainWindow *made = at.app.composition.windows().windows().last();
    const Graph &graph = made->session().document.graph();
    QVERIFY(graph.findByName("fc2").has_value());
    QVERIFY(graph.findByName("fc2_weight").has_value());
    QVERIFY(!graph.findByName("fc1").has_value());
    QVERIFY(made->session().document.isDirty());
    QVERIFY(at.graph() == at.opened);
    made->session().document.undoStack().setClean(); // nobody asks about it at the end
}

void TstStructureEditing::aModelIsMergedIn()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.window->edits().merge(at.app.sample(QStringLiteral("mlp.json")));
    QTRY_VERIFY_WITH_TIMEOUT(at.graph().nodeCount() > at.opened.nodeCount(),
                             WindowFixture::patienceMs);
    QVERIFY(at.graph().heads().size() > at.opened.heads().size());
    QCOMPARE(at.brokenHistory(), QString());
}

void TstStructureEditing::whatAPassMadeCannotBeEdited()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.window->session().passes.run({{"Compile", {{"opt_level", "3"}}}});
    QTRY_VERIFY_WITH_TIMEOUT(at.document().stage().isOfPass(), WindowFixture::patienceMs);
    at.window->selectAll();
    at.window->actions().refreshNow();
    QVERIFY(!at.window->actions().find(QStringLiteral("delete"))->isEnabled());
    at.key(Qt::Key_Delete);
    QVERIFY(at.graph() == at.opened);
}

void TstStructureEditing::aTextFieldUndoesItsOwnTextFirst()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("relu1");
    at.key(Qt::Key_Delete, Qt::ShiftModifier);
    at.click("fc1");
    auto *name = find<QLineEdit>(at.window, "inspector-name");
    QVERIFY(name != nullptr && name->isVisible());
    name->setFocus();
    name->end(false);
    QTest::keyClicks(name, QStringLiteral("x"));
    QCOMPARE(name->text(), QStringLiteral("fc1x"));
    QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(name->text(), QStringLiteral("fc1"));
    QVERIFY(!at.node("relu1").isValid()); // the document stayed
    QCoreApplication::processEvents();
    at.window->actions().refreshNow();
    QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(at.graph() == at.opened); // now it is the document's turn
}

void TstStructureEditing::lightNetIsEditedTheSameWay()
{
    EditingFixture at(QStringLiteral("lightnet_convnet.json"));
    QVERIFY(at.isReady);
    std::string relu;
    for (const NodeId id : at.graph().nodes()) {
        if (at.graph().node(id).op.find("relu") == 0) {
            relu = at.graph().node(id).name;
            break;
        }
    }
    QVERIFY(!relu.empty());
    const std::size_t count = at.graph().nodeCount();
    at.click(relu.c_str());
    at.key(Qt::Key_D, Qt::ShiftModifier);
    QCOMPARE(at.graph().nodeCount(), count + 1);
    at.undo();
    QVERIFY(at.graph() == at.opened);
    at.click(relu.c_str());
    at.key(Qt::Key_Delete, Qt::ShiftModifier);
    QCOMPARE(at.graph().nodeCount(), count - 1);
    at.undo();
    QVERIFY(at.graph() == at.opened);
    QCOMPARE(at.save(), at.bytes);
}

void TstStructureEditing::foreignTextIsNotPasted()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    QGuiApplication::clipboard()->setText(QStringLiteral("a shopping list"));
    QVERIFY(!at.window->edits().canPaste());
    QGuiApplication::clipboard()->setText(QStringLiteral("{\"nodes\": [1"));
    at.window->actions().trigger(QStringLiteral("paste"));
    QTRY_VERIFY_WITH_TIMEOUT(!find<QWidget>(at.window, "message-bar")->isHidden(),
                             WindowFixture::patienceMs);
    QVERIFY(at.graph() == at.opened);
}

QTEST_MAIN(TstStructureEditing)
#include "tst_structure_editing.moc"
