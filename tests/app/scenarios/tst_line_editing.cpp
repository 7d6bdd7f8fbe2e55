// SPDX-License-Identifier: Apache-2.0
#include "tests/app/editing_fixture.h"
#include "tests/support/test_class.h"

#include <QDropEvent>
#include <QMimeData>

using namespace nervure;
using namespace nervure::tests;

/// Changing what reads what: lines are pulled, moved, and get operators in between.
class TstLineEditing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLineIsPulledToAnotherNode();
    void theEndOfALineMovesToAnotherNode();
    void theStartOfALineMovesToAnotherNode();
    void aLineIntoNothingAsksForAnOperator();
    void escapeLetsALineGo();
    void anOperatorIsDroppedOnALine();
    void anOperatorIsInsertedBehindTheSelection();
};

namespace {

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
    at.view().centerOn(id);
    return at.gestures().endHandle(edge, end).value_or(QPointF(-1, -1)).toPoint();
}

} // namespace

void TstLineEditing::aLineIsPulledToAnotherNode()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.view().setZoom(1, {});
    at.view().centerOn(at.node("fc2"));
    const NodeId source = at.node("fc1");
    QTest::mouseMove(at.view().viewport(), at.view().nodeRectInView(source).center().toPoint());
    const auto start = at.gestures().outputHandle(source);
    QVERIFY(start.has_value());
    at.drag(start->toPoint(), at.view().nodeRectInView(at.node("relu2")).center().toPoint());
    // What is connected is not replaced unasked.
    QVERIFY(at.graph() == at.opened);
    QVERIFY(at.clickInMenu("input-menu", QStringLiteral("input-0")));
    QCOMPARE(at.graph().node(at.node("relu2")).inputs.front().node, source);
    QCOMPARE(at.brokenHistory(), QString());
}

void TstLineEditing::theEndOfALineMovesToAnotherNode()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.view().setZoom(1, {});
    const QPoint from = handle(at, "relu1", 0, EdgeDrop::End::Target);
    QVERIFY(from != QPoint(-1, -1));
    at.drag(from, at.view().nodeRectInView(at.node("relu2")).center().toPoint());
    QVERIFY(at.clickInMenu("input-menu", QStringLiteral("input-0")));
    QCOMPARE(at.graph().node(at.node("relu2")).inputs.front().node, at.node("fc1"));
    QVERIFY(!at.graph().contains(at.graph().node(at.node("relu1")).inputs.front().node));
    QCOMPARE(at.document().undoStack().count(), 1);
    at.undo();
    QVERIFY(at.graph() == at.opened);
    QCOMPARE(at.save(), at.bytes);
}

void TstLineEditing::theStartOfALineMovesToAnotherNode()
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

void TstLineEditing::aLineIntoNothingAsksForAnOperator()
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

void TstLineEditing::escapeLetsALineGo()
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

void TstLineEditing::anOperatorIsDroppedOnALine()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    const NodeId relu = at.node("relu1");
    at.view().centerOn(relu);
    const std::uint32_t line =
        at.view().scene()->inEdges(*at.view().scene()->graph().find(relu))[0];
    const QPointF middle = at.view().scene()->edgePath(line).pointAtPercent(0.5);
    drop(at, "tanh", at.view().transform().toView(middle).toPoint());
    const NodeId added = at.graph().node(relu).inputs.front().node;
    QCOMPARE(at.graph().node(added).op, std::string("tanh"));
    QCOMPARE(at.graph().node(added).inputs.front().node, at.node("fc1"));
    QCOMPARE(at.brokenHistory(), QString());
}

void TstLineEditing::anOperatorIsInsertedBehindTheSelection()
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

NERVURE_GUI_TEST(TstLineEditing)
#include "tst_line_editing.moc"
