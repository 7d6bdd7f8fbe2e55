// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/picture_morph.h"

#include "tests/support/test_class.h"
#include "tests/widgets/canvas/canvas_fixture.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/style/colors.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// The picture of one step becomes that of another.
class TstPictureMorph : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_view.reset(); }
    void whatStaysGlidesAndTheSelectedNodeStands();
    void whatGoesFadesInTheColorOfWhatIsRemoved();
    void whatIsFusedFlowsIntoOne();
    void anyKeyOrClickEndsIt_data();
    void anyKeyOrClickEndsIt();
    void withoutMotionThereIsNone();
    void largePicturesChangeAtOnce();

private:
    /// Shows `next`, where `fused` (if any) went into `into`, and begins to move.
    void change(const Graph &next, NodeId into = {}, const std::vector<NodeId> &fused = {});
    [[nodiscard]] NodeId node(const char *name) const { return *m_graph.findByName(name); }
    /// How red and how green the middle of a place is, against each other.
    [[nodiscard]] int rednessAt(const QPointF &place) const
    {
        const QColor color = m_view->viewport()->grab().toImage().pixelColor(place.toPoint());
        return color.red() - color.green();
    }

    Graph m_graph = diamonds(2);
    std::unique_ptr<GraphView> m_view;
};

void TstPictureMorph::init()
{
    m_view = std::make_unique<GraphView>();
    m_view->resize(600, 900);
    m_view->show();
    m_view->setDrawing(draw(m_graph));
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TstPictureMorph::change(const Graph &next, NodeId into, const std::vector<NodeId> &fused)
{
    Provenance provenance;
    if (into.isValid()) {
        provenance.origins = {{into, fused, "fused"}};
    }
    const auto lineage = std::make_shared<const NodeLineage>(std::vector<LineageStage>{
        {std::make_shared<const Graph>(m_graph)},
        {std::make_shared<const Graph>(next), std::make_shared<const Provenance>(provenance)}});
    const StagePicture from{{lineage, 0}};
    const StagePicture to{{lineage, 1}, true, {}, 7};
    const SeenPicture seen = m_view->seen();
    m_view->setScene(std::make_shared<const CanvasScene>(draw(next)),
                     [&from, &to](NodeId id) { return heirOf(id, from, to); });
    m_view->morphFrom(seen,
                      PictureWays(std::make_shared<const Counterparts>(*lineage, 0, 1), from, to));
}

void TstPictureMorph::whatStaysGlidesAndTheSelectedNodeStands()
{
    m_view->setSelectedNodes({node("d0")});
    const QRectF stands = m_view->nodeRectInView(node("d0"));
    const QRectF before = m_view->nodeRectInView(node("d1"));
    Graph next = m_graph;
    next.edit(node("a1")).inputs = {Entry{node("data")}}; // d0 hangs on nothing any more
    change(next);
    PictureMorph &morph = m_view->morph();
    QVERIFY(morph.isRunning());
    const QRectF after = m_view->nodeRectInView(node("d1"));
    QVERIFY((after.center() - before.center()).manhattanLength() > 50);
    for (const double progress : {0.0, 0.3, 0.9}) {
        morph.setProgress(progress);
        QVERIFY((morph.placeOf(node("d0")).center() - stands.center()).manhattanLength() < 0.01);
    }
    morph.setProgress(0);
    QCOMPARE(morph.placeOf(node("d1")), before);
    morph.setProgress(0.4);
    const QRectF way = morph.placeOf(node("d1"));
    QVERIFY(way != before && way != after);
    QTRY_VERIFY(!morph.isRunning());
    QCOMPARE(m_view->nodeRectInView(node("d1")), after);
}

void TstPictureMorph::whatGoesFadesInTheColorOfWhatIsRemoved()
{
    m_view->setSelectedNodes({node("a0")});
    const QPointF place = m_view->nodeRectInView(node("c1")).center() + QPointF(0, 12);
    const int usual = rednessAt(place);
    Graph next = m_graph;
    next.edit(node("d1")).inputs = {Entry{node("b1")}};
    next.remove(node("c1"));
    change(next);
    QVERIFY(m_view->morph().isRunning());
    m_view->morph().setProgress(0.05);
    QVERIFY(rednessAt(place) > usual + 20);
    m_view->morph().setProgress(0.999);
    QVERIFY(rednessAt(place) < usual + 10);
}

void TstPictureMorph::whatIsFusedFlowsIntoOne()
{
    Graph next = m_graph;
    next.edit(node("d1")).inputs = {Entry{node("a1")}};
    next.remove(node("b1"));
    next.remove(node("c1"));
    change(next, node("d1"), {node("b1"), node("c1"), node("d1")});
    QVERIFY(m_view->morph().isRunning());
    // The two that flow in, and each node that stays.
    QCOMPARE(m_view->morph().count(), next.nodeCount() + 2);
}

void TstPictureMorph::anyKeyOrClickEndsIt_data()
{
    QTest::addColumn<bool>("isKey");
    QTest::newRow("a key") << true;
    QTest::newRow("a click") << false;
}

void TstPictureMorph::anyKeyOrClickEndsIt()
{
    QFETCH(bool, isKey);
    Graph next = m_graph;
    next.edit(node("d1")).inputs = {Entry{node("b1")}};
    change(next);
    QVERIFY(m_view->morph().isRunning());
    if (isKey) {
        QTest::keyClick(m_view.get(), Qt::Key_J);
    } else {
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, {5, 5});
    }
    QVERIFY(!m_view->morph().isRunning());
}

void TstPictureMorph::withoutMotionThereIsNone()
{
    m_view->setAnimated(false);
    Graph next = m_graph;
    next.edit(node("d1")).inputs = {Entry{node("b1")}};
    change(next);
    QVERIFY(!m_view->morph().isRunning());
}

void TstPictureMorph::largePicturesChangeAtOnce()
{
    m_graph = diamonds(60);
    m_view->setDrawing(draw(m_graph));
    m_view->fit();
    m_view->setZoom(0.25, {});
    m_view->resize(600, 2600);
    Graph next = m_graph;
    next.edit(node("d1")).inputs = {Entry{node("b1")}};
    change(next);
    QVERIFY(!m_view->morph().isRunning());
    m_graph = diamonds(2);
}

NERVURE_GUI_TEST(TstPictureMorph)
#include "tst_picture_morph.moc"
