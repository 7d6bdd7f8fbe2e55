// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/long_edges.h"

#include "tests/core/layout/layouts.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// A chain of `length` boxes; every `step`th reads the first box, too.
LayoutRequest chainWithShared(std::uint32_t length, std::uint32_t step)
{
    LayoutRequest request = boxes(length, {});
    for (std::uint32_t i = 1; i < length; ++i) {
        request.edges.push_back({i - 1, i});
        if (i > 1 && i % step == 0) {
            request.edges.push_back({0, i});
        }
    }
    return request;
}

std::size_t count(const StubbedEdges &lines)
{
    return static_cast<std::size_t>(std::count(lines.begin(), lines.end(), true));
}

} // namespace

class TstLongEdges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void farReadersOfAValueThatManyReadGetStubs()
    {
        const LayoutRequest request = chainWithShared(100, 10);
        const StubbedEdges lines = longEdges(request);
        QCOMPARE(count(lines), std::size_t(8)); // to boxes 20, 30, … 90
        for (std::size_t i = 0; i < lines.size(); ++i) {
            QCOMPARE(lines[i], request.edges[i].from == 0 && request.edges[i].to > 12);
        }
    }

    void fewReadersKeepTheirLines()
    {
        QCOMPARE(count(longEdges(chainWithShared(100, 20))), std::size_t(0));
    }

    void theNearestLineStays()
    {
        LayoutRequest request = boxes(60, {});
        for (std::uint32_t i = 2; i < 60; ++i) {
            request.edges.push_back({i - 1, i});
        }
        for (std::uint32_t i = 50; i < 60; ++i) {
            request.edges.push_back({0, i});
        }
        request.edges.push_back({0, 1}); // keeps the first box at the top
        QCOMPARE(count(longEdges(request)), std::size_t(10));
        request.edges.pop_back();
        QCOMPARE(count(longEdges(request)), std::size_t(0)); // right above its first reader
    }

    void otherOutputsOfTheBoxAreOtherValues()
    {
        LayoutRequest request = chainWithShared(100, 10);
        std::uint32_t value = 0;
        for (LayoutEdge &edge : request.edges) {
            edge.value = edge.from == 0 ? value++ : 0;
        }
        QCOMPARE(count(longEdges(request)), std::size_t(0));
    }

    void aBoxWithManyFarValuesKeepsTheNearest()
    {
        LayoutRequest request = chainWithShared(200, 10);
        std::uint32_t value = 0;
        for (LayoutEdge &edge : request.edges) {
            edge.value = edge.from == 0 ? value++ : 0;
        }
        const StubbedEdges lines = longEdges(request);
        QCOMPARE(count(lines), std::size_t(18)); // to boxes 20, 30, … 190
        for (std::size_t i = 0; i < lines.size(); ++i) {
            QCOMPARE(lines[i], request.edges[i].from == 0 && request.edges[i].to > 12);
        }
    }

    void aBoxWithManyFarInputsKeepsTheNearest()
    {
        LayoutRequest request = boxes(200, {});
        for (std::uint32_t i = 1; i < 200; ++i) {
            request.edges.push_back({i - 1, i});
            if (i % 10 == 0) {
                request.edges.push_back({i, 199});
            }
        }
        const StubbedEdges lines = longEdges(request);
        QCOMPARE(count(lines), std::size_t(18)); // from boxes 10, 20, … 180
        for (std::size_t i = 0; i < lines.size(); ++i) {
            QCOMPARE(lines[i], request.edges[i].to == 199 && request.edges[i].from < 187);
        }
    }

    /// What each step gives goes through a box of its own, which could as well stand beside the last.
    void boxesOnTheWayToTheGatheringOneStayWithTheirStep()
    {
        constexpr std::uint32_t steps = 100;
        LayoutRequest request = boxes(2 * steps + 1, {});
        for (std::uint32_t i = 0; i < steps; ++i) {
            if (i > 0) {
                request.edges.push_back({i - 1, i});
            }
            request.edges.push_back({i, steps + i});
            request.edges.push_back({steps + i, 2 * steps});
        }
        const StubbedEdges lines = longEdges(request);
        QVERIFY(count(lines) > steps / 2);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            QVERIFY(!lines[i] || request.edges[i].to == 2 * steps);
        }
    }

    /// As many lines as boxes, each across half of the picture on the average, and no two of one box.
    void linesThatMakeASquareAreLeftOut()
    {
        constexpr std::uint32_t half = 200;
        LayoutRequest request = boxes(2 * half, {});
        for (std::uint32_t i = 1; i < 2 * half; ++i) {
            request.edges.push_back({i - 1, i});
        }
        for (std::uint32_t i = 0; i < half; ++i) {
            request.edges.push_back({i, 2 * half - 1 - i});
        }
        std::vector<std::uint32_t> nodes(request.nodes.size());
        std::iota(nodes.begin(), nodes.end(), 0U);
        std::vector<std::uint32_t> edges(request.edges.size());
        std::iota(edges.begin(), edges.end(), 0U);
        StubbedEdges isStubbed(request.edges.size(), false);
        BoxNumbers numbers;
        QVERIFY(stubLongestEdges(request, nodes, edges, 1000, isStubbed, numbers));
        std::size_t crossed = 0;
        for (std::size_t i = 0; i < isStubbed.size(); ++i) {
            const LayoutEdge &edge = request.edges[i];
            crossed += isStubbed[i] ? 0 : edge.to - edge.from;
        }
        QVERIFY2(crossed <= 10 * request.nodes.size(), qPrintable(QString::number(crossed)));
        QVERIFY(!isStubbed.back()); // the shortest ones stay
    }

    void longestLinesAreLeftOutUntilItIsEnough()
    {
        const LayoutRequest request = chainWithShared(50, 10);
        std::vector<std::uint32_t> nodes(50);
        std::iota(nodes.begin(), nodes.end(), 0U);
        std::vector<std::uint32_t> edges(request.edges.size());
        std::iota(edges.begin(), edges.end(), 0U);
        // 50 boxes and lines over 9, 19, 29 and 39 ranks: 146 places.
        StubbedEdges none(request.edges.size(), false);
        BoxNumbers numbers;
        QVERIFY(!stubLongestEdges(request, nodes, edges, 146, none, numbers));
        QVERIFY(stubLongestEdges(request, nodes, edges, 145, none, numbers));
        QCOMPARE(count(none), std::size_t(1));
        for (std::size_t i = 0; i < none.size(); ++i) {
            QCOMPARE(bool(none[i]), request.edges[i].from == 0 && request.edges[i].to == 40);
        }
        QVERIFY(stubLongestEdges(request, nodes, edges, 1, none, numbers));
        QCOMPARE(count(none), std::size_t(4)); // the line to the first reader stays
    }
};

NERVURE_TEST(TstLongEdges)
#include "tst_long_edges.moc"
