// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/graph_view.h"

#include "tests/support/test_class.h"
#include "tests/widgets/canvas/canvas_fixture.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace nervure;
using namespace nervure::tests;

class TstGraphView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void startsAtTheTop();
    void clickSelectsANode();
    void clickBesideClears();
    void controlClickAddsAndTakesAway();
    void clickOnALineSelectsItsValue();
    void wheelScrollsAndControlWheelZoomsAtThePointer();
    void modifiedMTurnsTheWheelAround();
    void dragPans();
    void middleDragPansFromANode();
    void keysZoom();
    void fitShowsEverything();
    void arrowsWalk();
    void hoverLightsTheWholeValue();
    void aClickAtTheEndOfALineGoesToItsOtherEnd();
    void theLegendCoversNoNodeOfAFittedPicture();
    void doubleClickActivates();
    void centerOnBringsIntoTheMiddle();
    void relayoutKeepsTheSelectedNodeInPlace();
    void minimapMovesTheView();
    void busyOffersCancel();
    void nodesAreAccessible();

private:
    [[nodiscard]] NodeId node(const char *name) const { return *m_graph.findByName(name); }
    [[nodiscard]] QPoint middleOf(const char *name) const
    {
        return m_view->nodeRectInView(node(name)).center().toPoint();
    }
    void wheel(QPoint at, int turn, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(at, m_view->viewport()->mapToGlobal(at), {}, {0, turn}, Qt::NoButton,
                          modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(m_view->viewport(), &event);
    }

    Graph m_graph;
    std::unique_ptr<GraphView> m_view;
};

void TstGraphView::init()
{
    m_graph = diamonds(8);
    m_view = std::make_unique<GraphView>();
    m_view->setAnimated(false);
    m_view->resize(800, 600);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    const auto drawing = draw(m_graph);
    QVERIFY(drawing);
    m_view->setDrawing(drawing);
}

void TstGraphView::cleanup()
{
    m_view.reset();
}

void TstGraphView::startsAtTheTop()
{
    const QRectF data = m_view->nodeRectInView(node("data"));
    QVERIFY(QRectF(m_view->viewport()->rect()).contains(data));
    QVERIFY(m_view->zoom() >= 0.5);
}

void TstGraphView::clickSelectsANode()
{
    QSignalSpy changed(m_view.get(), &GraphView::selectionChanged);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, middleOf("a0"));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(m_view->selectedNodes(), std::vector<NodeId>{node("a0")});
}

void TstGraphView::clickBesideClears()
{
    m_view->setSelectedNodes({node("a0")});
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, QPoint(4, 4));
    QVERIFY(m_view->selectedNodes().empty());
}

void TstGraphView::controlClickAddsAndTakesAway()
{
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, middleOf("a0"));
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, Qt::ControlModifier, middleOf("b0"));
    QCOMPARE(m_view->selectedNodes(), (std::vector<NodeId>{node("a0"), node("b0")}));
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, Qt::ShiftModifier, middleOf("a0"));
    QCOMPARE(m_view->selectedNodes(), std::vector<NodeId>{node("b0")});
}

void TstGraphView::clickOnALineSelectsItsValue()
{
    const CanvasScene &scene = *m_view->scene();
    const std::uint32_t edge = scene.inEdges(*scene.graph().find(node("a0"))).front();
    const QPointF onLine = scene.edgePath(edge).pointAtPercent(0.2);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                      m_view->transform().toView(onLine).toPoint());
    QVERIFY(m_view->selectedValue().has_value());
    QCOMPARE(m_view->selectedValue()->node, node("data"));
    QVERIFY(m_view->selectedNodes().empty());
}

void TstGraphView::wheelScrollsAndControlWheelZoomsAtThePointer()
{
    const double scale = m_view->zoom();
    const QPointF before = m_view->transform().origin();
    wheel({100, 100}, -240, Qt::NoModifier);
    QCOMPARE(m_view->zoom(), scale);
    QVERIFY(m_view->transform().origin().y() > before.y());

    const QPoint pointer(333, 222);
    const QPointF under = m_view->transform().toScene(QPointF(pointer));
    wheel(pointer, 120, Qt::ControlModifier);
    QVERIFY(m_view->zoom() > scale);
    const QPointF now = m_view->transform().toScene(QPointF(pointer));
    QVERIFY((now - under).manhattanLength() < 0.01);
}

void TstGraphView::modifiedMTurnsTheWheelAround()
{
    QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
    QVERIFY(m_view->wheelZooms());
    const double scale = m_view->zoom();
    wheel({100, 100}, 120, Qt::NoModifier);
    QVERIFY(m_view->zoom() > scale);
}

void TstGraphView::dragPans()
{
    const QRectF before = m_view->nodeRectInView(node("a0"));
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, {700, 300});
    QTest::mouseMove(m_view->viewport(), {680, 270});
    QTest::mouseMove(m_view->viewport(), {640, 250});
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, {640, 250});
    const QRectF after = m_view->nodeRectInView(node("a0"));
    QCOMPARE((after.topLeft() - before.topLeft()).toPoint(), QPoint(-60, -50));
    QVERIFY(m_view->selectedNodes().empty());
}

void TstGraphView::middleDragPansFromANode()
{
    const QPoint start = middleOf("a0");
    QTest::mousePress(m_view->viewport(), Qt::MiddleButton, {}, start);
    QTest::mouseMove(m_view->viewport(), start + QPoint(30, -20));
    QTest::mouseRelease(m_view->viewport(), Qt::MiddleButton, {}, start + QPoint(30, -20));
    QCOMPARE(middleOf("a0"), start + QPoint(30, -20));
    QVERIFY(m_view->selectedNodes().empty());
}

void TstGraphView::keysZoom()
{
    m_view->actualSize();
    QTest::keyClick(m_view.get(), Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(m_view->zoom(), 1.1);
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(m_view->zoom(), 1.1 * 0.9);
    QTest::keyClick(m_view.get(), Qt::Key_Backspace, Qt::ShiftModifier);
    QCOMPARE(m_view->zoom(), 1.0);
}

void TstGraphView::fitShowsEverything()
{
    for (const Qt::Key key : {Qt::Key_F, Qt::Key_Home, Qt::Key_Space}) {
        m_view->actualSize();
        QVERIFY(!m_view->visibleArea().contains(m_view->scene()->bounds()));
        QTest::keyClick(m_view.get(), key);
        QVERIFY(m_view->visibleArea().contains(m_view->scene()->bounds()));
    }
}

void TstGraphView::arrowsWalk()
{
    m_view->setSelectedNodes({node("a1")});
    QTest::keyClick(m_view.get(), Qt::Key_Up);
    QCOMPARE(m_view->selectedNodes(), std::vector<NodeId>{node("d0")});
    QTest::keyClick(m_view.get(), Qt::Key_Down);
    QCOMPARE(m_view->selectedNodes(), std::vector<NodeId>{node("a1")});
    QTest::keyClick(m_view.get(), Qt::Key_Down);
    const NodeId side = m_view->selectedNodes().front();
    QVERIFY(side == node("b1") || side == node("c1"));
    const NodeId other = side == node("b1") ? node("c1") : node("b1");
    const bool isLeft =
        m_view->nodeRectInView(side).center().x() < m_view->nodeRectInView(other).center().x();
    QTest::keyClick(m_view.get(), isLeft ? Qt::Key_Right : Qt::Key_Left);
    QCOMPARE(m_view->selectedNodes().front(), other);
    QVERIFY(QRectF(m_view->viewport()->rect())
                .contains(m_view->nodeRectInView(m_view->selectedNodes().front())));
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(m_view->selectedNodes().empty());
}

void TstGraphView::hoverLightsTheWholeValue()
{
    const CanvasScene &scene = *m_view->scene();
    const std::uint32_t edge = scene.outEdges(*scene.graph().find(node("a0"))).front();
    QCOMPARE(scene.wayOf(scene.linesOf(edge)).size(), std::size_t(2));
    const QImage quiet = m_view->grab().toImage();
    const QPointF onLine = scene.edgePath(edge).pointAtPercent(0.2);
    QTest::mouseMove(m_view->viewport(), m_view->transform().toView(onLine).toPoint());
    QVERIFY(m_view->grab().toImage() != quiet);
    QTest::mouseMove(m_view->viewport(), {3, 3});
    QCOMPARE(m_view->grab().toImage(), quiet);
}

void TstGraphView::aClickAtTheEndOfALineGoesToItsOtherEnd()
{
    const CanvasScene &scene = *m_view->scene();
    const std::uint32_t edge = scene.outEdges(*scene.graph().find(node("a3"))).front();
    const NodeId reader = scene.graph().nodes[scene.graph().edges[edge].to].node;
    const QPointF start = scene.edgePath(edge).pointAtPercent(0);
    ViewTransform place;
    place.setScale(8, {});
    place.centerOn(start, m_view->viewport()->size());
    m_view->setTransform(place);
    const QRectF seen(m_view->viewport()->rect());
    QVERIFY(!m_view->nodeRectInView(reader).intersects(seen));
    const QPointF nearStart = scene.edgePath(edge).pointAtPercent(0.03);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                      m_view->transform().toView(nearStart).toPoint());
    QCOMPARE(m_view->selectedNodes(), std::vector<NodeId>{reader});
    QVERIFY(m_view->nodeRectInView(reader).intersects(seen));
}

void TstGraphView::theLegendCoversNoNodeOfAFittedPicture()
{
    for (const QSize size : {QSize(800, 600), QSize(500, 300), QSize(300, 700)}) {
        m_view->resize(size);
        m_view->fit();
        const QRectF legend(m_view->findChild<QWidget *>(QStringLiteral("legend"))->geometry());
        for (const DrawnNode &drawn : m_view->scene()->graph().nodes) {
            QVERIFY(!m_view->nodeRectInView(drawn.node).intersects(legend));
        }
    }
}

void TstGraphView::doubleClickActivates()
{
    QSignalSpy activated(m_view.get(), &GraphView::nodeActivated);
    QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, middleOf("a0"));
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.front().front().value<NodeId>(), node("a0"));
}

void TstGraphView::centerOnBringsIntoTheMiddle()
{
    m_view->centerOn(node("c7"));
    const QPointF away =
        m_view->nodeRectInView(node("c7")).center() - QRectF(m_view->viewport()->rect()).center();
    QVERIFY(std::abs(away.x()) < 2);
    QVERIFY(std::abs(away.y()) < 2 || m_view->visibleArea().bottom() > 0);
    QVERIFY(QRectF(m_view->viewport()->rect()).contains(m_view->nodeRectInView(node("c7"))));
}

void TstGraphView::relayoutKeepsTheSelectedNodeInPlace()
{
    m_view->centerOn(node("a4"));
    m_view->setSelectedNodes({node("a4")});
    const QPointF before = m_view->nodeRectInView(node("a4")).center();
    Node extra;
    extra.op = "my_new";
    extra.name = "new";
    extra.inputs = {Entry{node("data")}};
    const NodeId added = m_graph.add(extra);
    m_graph.edit(node("a0")).inputs = {Entry{added}};
    m_view->setDrawing(draw(m_graph));
    const QPointF after = m_view->nodeRectInView(node("a4")).center();
    QVERIFY((after - before).manhattanLength() < 0.5);
    QCOMPARE(m_view->selectedNodes(), std::vector<NodeId>{node("a4")});
}

void TstGraphView::minimapMovesTheView()
{
    auto *map = m_view->findChild<QWidget *>(QStringLiteral("minimap"));
    QVERIFY(map->isVisible());
    const double top = m_view->visibleArea().top();
    QTest::mouseClick(map, Qt::LeftButton, {}, {map->width() / 2, map->height() - 10});
    QVERIFY(m_view->visibleArea().top() > top + 200);
    m_view->fit();
    QVERIFY(!map->isVisible());
}

void TstGraphView::busyOffersCancel()
{
    auto *overlay = m_view->findChild<QWidget *>(QStringLiteral("busy-overlay"));
    QSignalSpy canceled(m_view.get(), &GraphView::cancelRequested);
    m_view->setBusy(QStringLiteral("Laying out"), 0.4);
    QVERIFY(!overlay->isVisible());
    QTRY_VERIFY(overlay->isVisible());
    QTest::keyClick(overlay->findChild<QWidget *>(QString(), Qt::FindDirectChildrenOnly),
                    Qt::Key_Tab);
    for (QWidget *child : overlay->findChildren<QWidget *>()) {
        if (child->inherits("QPushButton")) {
            QTest::mouseClick(child, Qt::LeftButton);
        }
    }
    QCOMPARE(canceled.count(), 1);
    m_view->setBusy({});
    QVERIFY(!overlay->isVisible());
}

void TstGraphView::nodesAreAccessible()
{
    QAccessibleInterface *view = QAccessible::queryAccessibleInterface(m_view.get());
    QVERIFY(view);
    QVERIFY(view->childCount() > 3);
    QStringList names;
    for (int i = 0; i < view->childCount(); ++i) {
        QAccessibleInterface *child = view->child(i);
        names.append(child->text(QAccessible::Name));
        QVERIFY(child->rect().intersects(QRect(m_view->mapToGlobal(QPoint()), m_view->size())));
        QCOMPARE(view->indexOfChild(child), i);
        QCOMPARE(child->parent(), view);
    }
    QVERIFY(names.contains(QStringLiteral("my_conv a0, 1×64×56×56")));
    m_view->setSelectedNodes({node("a0")});
    QVERIFY(view->child(names.indexOf(QStringLiteral("my_conv a0, 1×64×56×56")))->state().selected);
}

NERVURE_GUI_TEST(TstGraphView)
#include "tst_graph_view.moc"
