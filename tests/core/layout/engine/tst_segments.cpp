// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/segments.h"

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
    void aParameterReadFirstHidesNoCut();
    void inputsAreVisitedAsRead();
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

/// A parameter that is read first would stand above all, and its line pass the other boxes by.
void TstSegments::aParameterReadFirstHidesNoCut()
{
    const auto chains =
        splitIntoSegments(boxes(7, {{1, 2}, {0, 3}, {2, 3}, {5, 4}, {3, 4}, {4, 6}}));
    QCOMPARE(chains[0].size(), std::size_t(4));
    QCOMPARE(chains[0][0].nodes, std::vector<std::uint32_t>({1, 2}));
    QCOMPARE(chains[0][1].nodes, std::vector<std::uint32_t>({2, 0, 3}));
    QCOMPARE(chains[0][2].nodes, std::vector<std::uint32_t>({3, 5, 4}));
}

/// Nothing is gained here by another order than that in which boxes are read.
void TstSegments::inputsAreVisitedAsRead()
{
    const auto chains =
        splitIntoSegments(boxes(5, {{0, 1}, {0, 4}, {1, 2}, {2, 3}, {0, 3}, {3, 4}}));
    QCOMPARE(chains[0].size(), std::size_t(1));
    QCOMPARE(chains[0][0].nodes, std::vector<std::uint32_t>({0, 1, 2, 3, 4}));
}

NERVURE_TEST(TstSegments)
#include "tst_segments.moc"
