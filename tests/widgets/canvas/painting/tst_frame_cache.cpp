// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/frame_cache.h"

#include "tests/support/test_class.h"
#include "tests/widgets/canvas/canvas_fixture.h"
#include "widgets/canvas/graph_view.h"

#include <QPainter>
#include <QTest>

#include <cstdlib>

using namespace nervure;
using namespace nervure::tests;

class TstFrameCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void panningPaintsOnlyWhatComesIntoSight();
    void fractionsOfPixelsArePaintedAnew();
    void aPannedViewIsTheViewPaintedThere_data();
    void aPannedViewIsTheViewPaintedThere();
};

void TstFrameCache::panningPaintsOnlyWhatComesIntoSight()
{
    FrameCache cache;
    QList<QRect> painted;
    const auto paint = [&painted](QPainter &painter, const QRect &rect) {
        painted.append(rect);
        painter.fillRect(rect, Qt::white);
    };
    ViewTransform place;
    place.setScale(0.5, {});
    const QSize size(300, 200);
    static_cast<void>(cache.frame(size, 1, place, paint));
    QCOMPARE(painted, QList<QRect>{QRect(0, 0, 300, 200)});
    painted.clear();
    static_cast<void>(cache.frame(size, 1, place, paint));
    QVERIFY(painted.isEmpty());
    place.pan({0, -20});
    static_cast<void>(cache.frame(size, 1, place, paint));
    QCOMPARE(painted, QList<QRect>{QRect(0, 180, 300, 20)});
    painted.clear();
    cache.invalidate();
    static_cast<void>(cache.frame(size, 1, place, paint));
    QCOMPARE(painted, QList<QRect>{QRect(0, 0, 300, 200)});
}

void TstFrameCache::fractionsOfPixelsArePaintedAnew()
{
    FrameCache cache;
    int whole = 0;
    const auto paint = [&whole](QPainter &, const QRect &rect) {
        whole += rect == QRect(0, 0, 300, 200) ? 1 : 0;
    };
    ViewTransform place;
    static_cast<void>(cache.frame({300, 200}, 1, place, paint));
    place.pan({0.5, 0});
    static_cast<void>(cache.frame({300, 200}, 1, place, paint));
    QCOMPARE(whole, 2);
}

void TstFrameCache::aPannedViewIsTheViewPaintedThere_data()
{
    QTest::addColumn<double>("scale");
    QTest::newRow("text") << 1.0;
    QTest::newRow("titles") << 0.3;
    QTest::newRow("dots") << 0.1;
}

void TstFrameCache::aPannedViewIsTheViewPaintedThere()
{
    QFETCH(double, scale);
    GraphView view;
    view.setAnimated(false);
    view.resize(500, 400);
    view.setDrawing(draw(diamonds(60)));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    ViewTransform place;
    place.setScale(scale, {});
    place.centerOn(view.scene()->bounds().center(), view.viewport()->size());
    view.setTransform(place);
    static_cast<void>(view.grab());
    for (const QPointF step : {QPointF(0, -37), QPointF(25, 0), QPointF(-13, 50), QPointF(3, -4)}) {
        place = view.transform();
        place.pan(step);
        view.setTransform(place);
        static_cast<void>(view.grab());
    }
    const QImage panned = view.viewport()->grab().toImage();
    view.setMarks({}); // paints all anew
    const QImage anew = view.viewport()->grab().toImage();
    int different = 0;
    for (int y = 0; y < anew.height(); ++y) {
        for (int x = 0; x < anew.width(); ++x) {
            // Smoothed edges differ by shades where a strip ends.
            different += std::abs(qGray(panned.pixel(x, y)) - qGray(anew.pixel(x, y))) > 24 ? 1 : 0;
        }
    }
    QVERIFY2(different * 1000 <= anew.width() * anew.height(), QByteArray::number(different));
}

NERVURE_GUI_TEST(TstFrameCache)
#include "tst_frame_cache.moc"
