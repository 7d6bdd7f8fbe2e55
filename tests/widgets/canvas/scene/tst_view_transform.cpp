// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/view_transform.h"

#include "tests/support/test_class.h"
#include "widgets/canvas/scene/spatial_grid.h"

#include <QTest>

#include <set>

using namespace nervure;

class TstViewTransform : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void zoomKeepsThePointUnderThePointer();
    void zoomHasLimits();
    void fitShowsAllAndNeverEnlarges();
    void theWidthFitsWhereOneIs();
    void pictureStaysInSight();
    void gridFindsWhatTouches();
};

void TstViewTransform::zoomKeepsThePointUnderThePointer()
{
    ViewTransform transform;
    transform.setOrigin({1e6, 7e6});
    const QPointF pointer(321, 123);
    const QPointF scene = transform.toScene(pointer);
    for (const double scale : {2.0, 0.3, 0.011, 4.0}) {
        transform.setScale(scale, pointer);
        QVERIFY((transform.toView(scene) - pointer).manhattanLength() < 1e-3);
    }
}

void TstViewTransform::zoomHasLimits()
{
    ViewTransform transform;
    transform.setScale(1e9, {});
    QCOMPARE(transform.scale(), ViewTransform::largestScale);
    transform.setScale(0, {});
    QCOMPARE(transform.scale(), ViewTransform::smallestScale);
}

void TstViewTransform::fitShowsAllAndNeverEnlarges()
{
    ViewTransform transform;
    transform.fit({0, 0, 300, 9000}, {800, 600}, 20);
    QVERIFY(transform.toScene(QRectF(0, 0, 800, 600)).contains(QRectF(0, 0, 300, 9000)));
    transform.fit({0, 0, 30, 30}, {800, 600}, 20);
    QCOMPARE(transform.scale(), 1.0);
    QCOMPARE(transform.toView(QPointF(15, 15)), QPointF(400, 300));
}

void TstViewTransform::theWidthFitsWhereOneIs()
{
    const QRectF chain(-100, 0, 2000, 90000);
    ViewTransform transform;
    transform.centerOn({0, 40000}, {1000, 500});
    transform.fitAcross(chain, {1000, 500}, 0);
    QCOMPARE(transform.scale(), 0.5);
    QCOMPARE(transform.toScene(QPointF(500, 250)), QPointF(900, 40000));
    transform.centerOn({0, -7000}, {1000, 500});
    transform.fitAcross(chain, {1000, 500}, 0); // beside the picture there is nothing to see
    QCOMPARE(transform.origin(), QPointF(-100, 0));
    const QRectF row(0, 0, 90000, 200);
    transform.fitAcross(row, {1000, 500}, 0);
    QCOMPARE(transform.scale(), 1.0); // never larger than it is
}

void TstViewTransform::pictureStaysInSight()
{
    ViewTransform transform;
    const QRectF scene(0, 0, 300, 9000);
    for (const QPointF away : {QPointF(1e7, 0), QPointF(-1e7, -1e7), QPointF(0, 1e7)}) {
        transform.setOrigin(away);
        transform.keepInSight(scene, {800, 600});
        QVERIFY(transform.toScene(QRectF(0, 0, 800, 600)).intersects(scene));
    }
}

void TstViewTransform::gridFindsWhatTouches()
{
    SpatialGrid grid;
    std::vector<QRectF> rects;
    for (std::uint32_t i = 0; i < 500; ++i) {
        const double size = i % 50 == 0 ? 20000.0 : 60.0 + i % 200;
        rects.emplace_back(i * 977 % 30000 - 15000.0, i * 7919 % 50000 - 25000.0, size, size / 2);
        grid.insert(rects.back(), i);
    }
    for (const QRectF &area : {QRectF(-200, -300, 1600, 1000), QRectF(5, 5, 1, 1),
                               QRectF(-1e5, -1e5, 2e5, 2e5), QRectF(9000, -20000, 10, 40000)}) {
        std::set<std::uint32_t> found;
        grid.query(area, [&](std::uint32_t item) { QVERIFY(found.insert(item).second); });
        for (std::uint32_t i = 0; i < rects.size(); ++i) {
            QVERIFY(!rects[i].intersects(area) || found.count(i) == 1);
        }
    }
}

NERVURE_TEST(TstViewTransform)
#include "tst_view_transform.moc"
