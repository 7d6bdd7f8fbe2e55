// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/overlays/overlay.h"

#include "tests/support/test_class.h"
#include "tests/widgets/canvas/canvas_fixture.h"
#include "widgets/canvas/graph_view.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// What floats on the canvas covers neither each other nor what is selected, and folds away where there is
/// little room.
class TstOverlay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_view.reset(); }
    void noneCoversAnother();
    void noneCoversTheSelectedNode();
    void theyFoldAwayOnASmallCanvas();
    void aClickOpensTheFoldedLegend();
    void aLongPictureFitsItsWidthFirst();
    void theSelectionFillsTheView();

private:
    [[nodiscard]] QList<Overlay *> shown() const
    {
        QList<Overlay *> overlays = m_view->findChildren<Overlay *>();
        overlays.removeIf([](const Overlay *overlay) { return !overlay->isVisible(); });
        return overlays;
    }
    [[nodiscard]] Overlay *overlay(const char *name) const
    {
        return m_view->findChild<Overlay *>(QString::fromLatin1(name));
    }
    [[nodiscard]] NodeId node(const char *name) const { return *m_graph.findByName(name); }

    Graph m_graph;
    std::unique_ptr<GraphView> m_view;
};

void TstOverlay::init()
{
    m_graph = diamonds(40);
    m_view = std::make_unique<GraphView>();
    m_view->setAnimated(false);
    m_view->resize(900, 640);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    m_view->setDrawing(draw(m_graph));
}

void TstOverlay::noneCoversAnother()
{
    QCOMPARE(shown().size(), 3); // without groups there is no breadcrumb
    for (int width = 120; width <= 1000; width += 40) {
        for (int height = 100; height <= 700; height += 60) {
            m_view->resize(width, height);
            const QList<Overlay *> overlays = shown();
            for (const Overlay *one : overlays) {
                QVERIFY(m_view->viewport()->rect().contains(one->geometry()));
                for (const Overlay *other : overlays) {
                    QVERIFY2(one == other || !one->geometry().intersects(other->geometry()),
                             qPrintable(QStringLiteral("%1 and %2 at %3×%4")
                                            .arg(one->objectName(), other->objectName())
                                            .arg(width)
                                            .arg(height)));
                }
            }
        }
    }
}

void TstOverlay::noneCoversTheSelectedNode()
{
    for (const char *name : {"minimap", "legend", "zoom-control"}) {
        m_view->setSelectedNodes({});
        const QRect place = overlay(name)->geometry();
        QVERIFY2(overlay(name)->isVisible(), name);
        ViewTransform moved = m_view->transform();
        moved.pan(QRectF(place).center() - m_view->nodeRectInView(node("b3")).center());
        m_view->setTransform(moved);
        QVERIFY(m_view->nodeRectInView(node("b3")).intersects(QRectF(place)));
        m_view->setSelectedNodes({node("b3")});
        for (const Overlay *floating : shown()) {
            QVERIFY2(!m_view->nodeRectInView(node("b3")).intersects(QRectF(floating->geometry())),
                     qPrintable(floating->objectName()));
        }
    }
    m_view->setSelectedNodes({});
    QCOMPARE(shown().size(), 3); // they come back
}

void TstOverlay::theyFoldAwayOnASmallCanvas()
{
    const QSize whole = overlay("legend")->size();
    m_view->resize(360, 280);
    QVERIFY(!overlay("minimap")->isVisible());
    QVERIFY(overlay("zoom-control")->isVisible());
    QVERIFY(overlay("legend")->isVisible() && overlay("legend")->height() < whole.height());
    m_view->resize(900, 640);
    QVERIFY(overlay("minimap")->isVisible());
    QCOMPARE(overlay("legend")->size(), whole);
}

void TstOverlay::aClickOpensTheFoldedLegend()
{
    const QSize whole = overlay("legend")->size();
    m_view->resize(420, 90);
    QVERIFY(overlay("legend")->height() < whole.height());
    QTest::mouseClick(overlay("legend"), Qt::LeftButton);
    QCOMPARE(overlay("legend")->size(), whole);
    QEvent left(QEvent::Leave);
    QCoreApplication::sendEvent(overlay("legend"), &left);
    QVERIFY(overlay("legend")->height() < whole.height());
}

void TstOverlay::aLongPictureFitsItsWidthFirst()
{
    m_view->centerOn(node("a20"));
    m_view->setZoom(1, QPointF(0, 0));
    m_view->centerOn(node("a20"));
    m_view->setZoom(0.9, QRectF(m_view->viewport()->rect()).center());
    m_view->fit();
    const QRectF bounds = m_view->scene()->bounds();
    QVERIFY(m_view->visibleArea().left() <= bounds.left()
            && m_view->visibleArea().right() >= bounds.right());
    QVERIFY2(m_view->zoom() > 0.4, qPrintable(QString::number(m_view->zoom())));
    QVERIFY(m_view->nodeRectInView(node("a20")).intersects(QRectF(m_view->viewport()->rect())));
    m_view->fit();
    QVERIFY(m_view->visibleArea().contains(bounds));
    m_view->fit();
    QVERIFY(m_view->zoom() > 0.4);
}

void TstOverlay::theSelectionFillsTheView()
{
    m_view->setSelectedNodes({node("a3"), node("d9")});
    m_view->zoomToSelection();
    const QRectF seen(m_view->viewport()->rect());
    const QRectF first = m_view->nodeRectInView(node("a3"));
    const QRectF last = m_view->nodeRectInView(node("d9"));
    QVERIFY(seen.contains(first) && seen.contains(last));
    QVERIFY(first.united(last).height() > seen.height() * 0.7);
}

NERVURE_GUI_TEST(TstOverlay)
#include "tst_overlay.moc"
