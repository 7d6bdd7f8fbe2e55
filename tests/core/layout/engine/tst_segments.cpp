// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/segments.h"

#include "core/layout/engine/input_order.h"
#include "core/layout/engine/straight_ways.h"
#include "tests/core/layout/layouts.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstSegments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chainIsCutAtEveryBox();
    void boxesAndLinesAreTakenOnce_data();
    void boxesAndLinesAreTakenOnce();
    void skipLinesKeepASegmentWhole();
    void otherSourcesHangBelowTheCut();
    void longWayStandsStraight();
    void inputsStandInTheirOrder_data();
    void inputsStandInTheirOrder();
};

void TstSegments::chainIsCutAtEveryBox()
{
    const auto chains = splitIntoSegments(boxes(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
    QCOMPARE(chains.size(), std::size_t(1));
    QCOMPARE(chains[0].size(), std::size_t(4));
    for (const Segment &segment : chains[0]) {
        QVERIFY(segment.isTrivial());
    }
}

void TstSegments::boxesAndLinesAreTakenOnce_data()
{
    QTest::addColumn<LayoutRequest>("request");
    QTest::newRow("residual units") << residualChain(7);
    QTest::newRow("components") << boxes(9, {{0, 1}, {2, 3}, {4, 5}, {8, 7}});
    QTest::newRow("a cycle") << boxes(4, {{0, 1}, {1, 2}, {2, 1}, {2, 3}});
    QTest::newRow("backwards") << boxes(5, {{4, 3}, {3, 2}, {2, 1}, {1, 0}, {4, 0}});
}

void TstSegments::boxesAndLinesAreTakenOnce()
{
    QFETCH(LayoutRequest, request);
    std::vector<int> nodes(request.nodes.size(), 0);
    std::vector<int> edges(request.edges.size(), 0);
    for (const SegmentChain &chain : splitIntoSegments(request)) {
        for (const Segment &segment : chain) {
            for (std::size_t i = segment.startsAtCut ? 1 : 0; i < segment.nodes.size(); ++i) {
                ++nodes[segment.nodes[i]];
            }
            for (const std::uint32_t edge : segment.edges) {
                ++edges[edge];
            }
        }
    }
    QCOMPARE(nodes, std::vector<int>(nodes.size(), 1));
    QCOMPARE(edges, std::vector<int>(edges.size(), 1));
}

void TstSegments::skipLinesKeepASegmentWhole()
{
    const auto chains = splitIntoSegments(boxes(4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}}));
    QCOMPARE(chains[0].size(), std::size_t(1));
    QCOMPARE(splitIntoComponents(residualChain(3))[0].size(), std::size_t(1));
}

void TstSegments::otherSourcesHangBelowTheCut()
{
    const auto chains =
        splitIntoSegments(boxes(6, {{0, 1}, {1, 2}, {3, 4}, {2, 4}, {1, 4}, {4, 5}}));
    for (const Segment &segment : chains[0]) {
        std::vector<bool> isRead(segment.nodes.size(), false);
        for (const LayoutEdge &edge : segment.request.edges) {
            isRead[edge.to] = true;
        }
        if (segment.startsAtCut) {
            for (std::size_t i = 1; i < isRead.size(); ++i) {
                QVERIFY(isRead[i]);
            }
        }
    }
}

void TstSegments::longWayStandsStraight()
{
    LayoutRequest request = boxes(5, {{0, 1}, {1, 2}, {2, 4}, {0, 3}, {3, 4}});
    straightenWays(request, true);
    for (const std::size_t line : {0, 1, 2}) {
        QVERIFY(request.edges[line].isStraight);
    }
    QVERIFY(!request.edges[3].isStraight);
    QVERIFY(!request.edges[4].isStraight);
}

void TstSegments::inputsStandInTheirOrder_data()
{
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("second");
    QTest::newRow("as laid out") << -80.0 << 80.0;
    QTest::newRow("turned over") << 80.0 << -80.0;
}

void TstSegments::inputsStandInTheirOrder()
{
    QFETCH(double, first);
    QFETCH(double, second);
    const LayoutRequest request = boxes(3, {{0, 2}, {1, 2}});
    const auto chains = splitIntoSegments(request);
    LayoutResult piece;
    for (const std::uint32_t box : chains[0][0].nodes) {
        piece.nodes.push_back({{box == 0 ? first : box == 1 ? second : 0, box == 2 ? 100.0 : 0}});
    }
    piece.edges.resize(2);
    piece.edges[0].points = {{first, 0}};
    turnToInputOrder(request, chains[0][0], piece);
    for (std::size_t i = 0; i < piece.nodes.size(); ++i) {
        const std::uint32_t box = chains[0][0].nodes[i];
        QCOMPARE(piece.nodes[i].center.x, box == 0 ? -80.0 : box == 1 ? 80.0 : 0.0);
    }
    QCOMPARE(piece.edges[0].points[0].x, -80.0);
}

NERVURE_TEST(TstSegments)
#include "tst_segments.moc"
