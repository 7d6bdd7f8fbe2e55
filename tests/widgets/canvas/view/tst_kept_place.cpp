// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/kept_place.h"

#include "tests/support/test_class.h"
#include "tests/widgets/canvas/canvas_fixture.h"
#include "widgets/canvas/graph_view.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// What is seen after another drawing, and in another size.
class TstKeptPlace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_view = std::make_unique<GraphView>();
        m_view->resize(800, 600);
        m_view->show();
        m_view->setDrawing(draw(m_graph));
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void whatIsInTheMiddleStaysThere();
    void whatIsAtTheSideIsMovedIn();
    void theSelectedNodeKeepsItsPlaceInTheWidth();
    void withoutASelectionMostOfWhatIsSeenStands();

private:
    [[nodiscard]] NodeId node(const char *name) const { return *m_graph.findByName(name); }
    [[nodiscard]] QRectF rect(const char *name) const { return m_view->nodeRectInView(node(name)); }
    [[nodiscard]] double middle() const { return m_view->viewport()->width() / 2.0; }
    /// The node in the middle, then the picture moved.
    void show(const char *name, QPointF moved)
    {
        const CanvasScene &scene = *m_view->scene();
        ViewTransform place;
        place.centerOn(scene.nodeRect(*scene.graph().find(node(name))).center(),
                       m_view->viewport()->size());
        place.pan(moved);
        m_view->setTransform(place);
    }

    const Graph m_graph = diamonds(8);
    std::unique_ptr<GraphView> m_view;
};

void TstKeptPlace::whatIsInTheMiddleStaysThere()
{
    show("a3", {});
    const double away = rect("a3").center().x() - middle();
    m_view->resize(620, 300);
    QVERIFY(std::abs(rect("a3").center().x() - middle() - away) < 2);
    m_view->resize(800, 600);
    QVERIFY(std::abs(rect("a3").center().x() - middle() - away) < 2);
}

void TstKeptPlace::whatIsAtTheSideIsMovedIn()
{
    const double graphWidth = m_view->scene()->bounds().width() * m_view->zoom();
    show("a3", {-middle() + graphWidth / 2 + 1, 0});
    m_view->resize(int(graphWidth) + 60, 600);
    for (const char *name : {"a3", "b3", "c3", "d3"}) {
        QVERIFY(rect(name).left() > 0 && rect(name).right() < m_view->viewport()->width());
    }
}

void TstKeptPlace::theSelectedNodeKeepsItsPlaceInTheWidth()
{
    show("a3", {-200, 0});
    m_view->setSelectedNodes({node("a3")});
    const double before = rect("a3").center().x() / m_view->viewport()->width();
    m_view->resize(1600, 600);
    QVERIFY(std::abs(rect("a3").center().x() / m_view->viewport()->width() - before) < 0.005);
}

void TstKeptPlace::withoutASelectionMostOfWhatIsSeenStands()
{
    show("b3", {});
    const QRectF stands = rect("a3");
    QVERIFY(QRectF(m_view->viewport()->rect()).contains(stands));
    // The node in the middle goes elsewhere, all else stays as it is.
    Graph next = m_graph;
    next.edit(node("b3")).inputs = {Entry{node("data")}};
    m_view->setScene(std::make_shared<const CanvasScene>(draw(next)));
    const QPointF moved = rect("a3").center() - stands.center();
    QVERIFY2(moved.manhattanLength() < 80, qPrintable(QString::number(moved.manhattanLength())));
    QVERIFY((rect("b3").center() - QRectF(m_view->viewport()->rect()).center()).manhattanLength()
            > 80);
}

NERVURE_GUI_TEST(TstKeptPlace)
#include "tst_kept_place.moc"
