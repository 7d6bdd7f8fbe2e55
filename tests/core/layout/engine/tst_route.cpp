// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/route.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstRoute : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void straightPiecesThatGoOnAreOne()
    {
        std::vector<Point> points{{10, 0}};
        for (int i = 1; i <= 1000; ++i) {
            // Down a straight line, as it is drawn at ranks and between them.
            if (i % 2 == 0) {
                curveDown(points, {10, i * 20.0});
            } else {
                straightDown(points, {10, i * 20.0});
            }
        }
        joinStraight(points);
        QCOMPARE(points.size(), std::size_t(4));
        QCOMPARE(points.front(), (Point{10, 0}));
        QCOMPARE(points.back(), (Point{10, 20000}));
        QVERIFY(isStraight(points, 0));
    }

    void bendsStay()
    {
        std::vector<Point> points{{0, 0}};
        straightDown(points, {0, 10});
        straightDown(points, {0, 20});
        curveDown(points, {50, 60});
        straightDown(points, {50, 80});
        straightDown(points, {60, 90});
        straightDown(points, {70, 100});
        joinStraight(points);
        const std::vector<Point> ends{{0, 0}, {0, 20}, {50, 60}, {50, 80}, {70, 100}};
        QCOMPARE(points.size(), 3 * (ends.size() - 1) + 1);
        for (std::size_t i = 0; i < ends.size(); ++i) {
            QCOMPARE(points[3 * i], ends[i]);
        }
        QVERIFY(isStraight(points, 0));
        QVERIFY(!isStraight(points, 3));
    }

    void aWayBackIsNoWayOn()
    {
        std::vector<Point> points{{0, 0}};
        straightDown(points, {0, 100});
        straightDown(points, {0, 50});
        joinStraight(points);
        QCOMPARE(points.size(), std::size_t(7));
    }

    void pointsThatAreNoLineStay()
    {
        for (const std::vector<Point> &few :
             {std::vector<Point>{}, {{1, 2}}, {{0, 0}, {0, 1}, {0, 2}, {0, 3}}}) {
            std::vector<Point> points = few;
            joinStraight(points);
            QCOMPARE(points, few);
        }
    }
};

NERVURE_TEST(TstRoute)
#include "tst_route.moc"
