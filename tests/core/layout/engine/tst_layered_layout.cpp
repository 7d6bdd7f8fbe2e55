// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/layered_layout.h"

#include "tests/core/layout/layouts.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLayeredLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void boxesNeverOverlap_data();
    void boxesNeverOverlap();
    void readersStandBelowWhatTheyRead();
    void cancelEndsIt();
};

void TstLayeredLayout::boxesNeverOverlap_data()
{
    QTest::addColumn<LayoutRequest>("request");
    QTest::newRow("nothing") << LayoutRequest{};
    QTest::newRow("alone") << boxes(3, {});
    QTest::newRow("residual units") << residualChain(10);
    QTest::newRow("a cycle") << boxes(4, {{0, 1}, {1, 2}, {2, 1}, {2, 3}});
    QTest::newRow("a loop") << boxes(1, {{0, 0}});
    QTest::newRow("one feeds all") << boxes(6, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {1, 5}});
    LayoutRequest woven = boxes(60, {});
    for (std::uint32_t i = 1; i < 60; ++i) {
        woven.nodes[i].width = 100 + i * 7 % 120;
        woven.edges.push_back({i * 7 % i, i});
        woven.edges.push_back({i * 13 % i, i});
    }
    QTest::newRow("woven") << woven;
}

void TstLayeredLayout::boxesNeverOverlap()
{
    QFETCH(LayoutRequest, request);
    const Result<LayoutResult> result = layeredLayout(request);
    QVERIFY(result.ok());
    QCOMPARE(faultOf(request, *result), QByteArray());
}

void TstLayeredLayout::readersStandBelowWhatTheyRead()
{
    const LayoutRequest request = residualChain(10);
    const Result<LayoutResult> result = layeredLayout(request);
    QVERIFY(result.ok());
    for (const LayoutEdge &edge : request.edges) {
        QVERIFY(result->nodes[edge.from].bottom() < result->nodes[edge.to].top());
    }
}

void TstLayeredLayout::cancelEndsIt()
{
    JobControl control;
    control.cancel.cancel();
    const Result<LayoutResult> result = layeredLayout(residualChain(10), control);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, std::string("cancelled"));
}

NERVURE_TEST(TstLayeredLayout)
#include "tst_layered_layout.moc"
