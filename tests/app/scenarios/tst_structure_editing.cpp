// SPDX-License-Identifier: Apache-2.0
#include "tests/app/editing_fixture.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <cmath>

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
    void anOperatorIsAddedBehindTheSelection();
    void aSelectionIsReplaced();
    void aValueBecomesAnOutputAndBack();
    void controlDependenciesComeAndGo();
    void whatAPassMadeCannotBeEdited();
    void aTextFieldUndoesItsOwnTextFirst();
    void lightNetIsEditedTheSameWay();
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
    const auto findings = [&at] {
        const Diagnostics all = at.document().diagnostics();
        return std::count_if(all.begin(), all.end(),
                             [](const Diagnostic &one) { return one.where.node == "fc2"; });
    };
    QTRY_VERIFY(findings() > 0 && at.window->session().jobs.jobs().isEmpty());
    QCOMPARE(findings(), 1); // the passes fail of it too, which says nothing new
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
    // It stands on the name, the card's second line, and leaves the operator to be read.
    const GraphView &view = at.window->view();
    const QRectF card = view.nodeRectInView(relu);
    QVERIFY(std::abs(editor->geometry().center().y() - (card.top() + 34 * view.zoom())) < 3);
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

void TstStructureEditing::whatAPassMadeCannotBeEdited()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.window->session().passes.run({{"Compile", {{"opt_level", "3"}}}});
    QTRY_VERIFY_WITH_TIMEOUT(at.document().stage().isOfPass(), WindowFixture::patienceMs);
    at.window->actions().trigger(QStringLiteral("select-all"));
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

NERVURE_GUI_TEST(TstStructureEditing)
#include "tst_structure_editing.moc"
