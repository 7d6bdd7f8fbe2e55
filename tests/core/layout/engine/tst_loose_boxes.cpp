// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/loose_boxes.h"

#include "core/layout/engine/layout_client.h"
#include "tests/core/layout/layouts.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// Boxes that move no others, as operators that a pass removed.
class TstLooseBoxes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void othersStandAsWithoutThem();
    void theyStandNearWhatTheyRead();
    void aLineFromFarIsAStub();
    void withoutOthersTheyAreLaidOutAsUsual();

private:
    /// Residual units, and behind them `count` loose boxes that read the third box of a unit each.
    [[nodiscard]] static LayoutRequest withLoose(std::uint32_t count);
    [[nodiscard]] static LayoutResult layoutOf(const LayoutRequest &request)
    {
        LayoutClient client{LayoutClientOptions()};
        return *client.layout(request);
    }
};

LayoutRequest TstLooseBoxes::withLoose(std::uint32_t count)
{
    LayoutRequest request = residualChain(6);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto box = static_cast<std::uint32_t>(request.nodes.size());
        request.nodes.push_back({120, 48, true});
        request.edges.push_back({4 * i + 3, box});
    }
    return request;
}

void TstLooseBoxes::othersStandAsWithoutThem()
{
    const LayoutRequest request = withLoose(4);
    const auto others = withoutLooseBoxes(request);
    QVERIFY(others);
    QCOMPARE(others->nodes.size(), request.nodes.size() - 4);
    const LayoutResult alone = layoutOf(*others);
    const LayoutResult all = layoutOf(request);
    QCOMPARE(faultOf(request, all), QByteArray());
    const double shift = all.nodes[0].center.x - alone.nodes[0].center.x;
    for (std::size_t i = 0; i < others->nodes.size(); ++i) {
        QCOMPARE(all.nodes[i].center.x, alone.nodes[i].center.x + shift);
        QCOMPARE(all.nodes[i].center.y, alone.nodes[i].center.y);
    }
}

void TstLooseBoxes::theyStandNearWhatTheyRead()
{
    LayoutRequest request = withLoose(4);
    const auto chained = static_cast<std::uint32_t>(request.nodes.size());
    request.nodes.push_back({80, 48, true});
    request.edges.push_back({chained - 4, chained}); // a loose box reads one
    const LayoutResult all = layoutOf(request);
    QCOMPARE(faultOf(request, all), QByteArray());
    const Point read = all.nodes[chained - 4].center;
    const Point reader = all.nodes[chained].center;
    QVERIFY(std::abs(reader.x - read.x) + std::abs(reader.y - read.y) < 400);
    for (std::uint32_t i = 0; i < 4; ++i) {
        const Point source = all.nodes[4 * i + 3].center;
        const Point loose = all.nodes[chained - 4 + i].center;
        QVERIFY(std::abs(loose.x - source.x) + std::abs(loose.y - source.y) < 400);
    }
}

void TstLooseBoxes::aLineFromFarIsAStub()
{
    LayoutRequest request = withLoose(1);
    const auto box = static_cast<std::uint32_t>(request.nodes.size() - 1);
    request.edges.push_back({20, box}); // far below: it stands there
    const LayoutResult all = layoutOf(request);
    QVERIFY(all.edges[request.edges.size() - 2].isStub);
    QVERIFY(!all.edges[request.edges.size() - 1].isStub);
    QVERIFY(all.nodes[box].top() > all.nodes[16].bottom());
}

void TstLooseBoxes::withoutOthersTheyAreLaidOutAsUsual()
{
    LayoutRequest request = boxes(3, {{0, 1}, {1, 2}});
    for (LayoutNode &node : request.nodes) {
        node.isLoose = true;
    }
    QVERIFY(!withoutLooseBoxes(request));
    QCOMPARE(faultOf(request, layoutOf(request)), QByteArray());
    QVERIFY(!withoutLooseBoxes(residualChain(2)));
}

NERVURE_TEST(TstLooseBoxes)
#include "tst_loose_boxes.moc"
