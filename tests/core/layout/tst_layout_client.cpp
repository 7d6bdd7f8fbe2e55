// SPDX-License-Identifier: Apache-2.0
#include "core/layout/layout_client.h"

#include "tests/core/layout/layouts.h"
#include "tests/support/environment.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <set>
#include <thread>

using namespace nervure;
using namespace nervure::tests;
using namespace std::chrono_literals;

class TstLayoutClient : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void helperLaysOutWithoutOverlaps_data();
    void helperLaysOutWithoutOverlaps();
    void cutBoxesStandBelowEachOther();
    void equalSegmentsAreLaidOutOnce();
    void layoutIsDeterministic();
    void missingHelperFallsBack();
    void crashingHelperFallsBack();
    void talkingNonsenseFallsBack();
    void silentHelperIsGivenUpAtTheDeadline();
    void tooLargePiecesDoNotGoToTheHelper();
    void cancelKillsTheHelper();
    void labelsCoverNothing();

private:
    LayoutClient client(LayoutClientOptions options = {}) const
    {
        options.helper = program("nervure-layout");
        return LayoutClient(options);
    }
    /// A client whose helper is this shell script.
    LayoutClient scripted(const std::string &script, LayoutClientOptions options = {})
    {
        const std::filesystem::path path = m_folder.filePath(QStringLiteral("h")).toStdString();
        std::filesystem::remove(path);
        std::ofstream(path) << "#!/bin/sh\n" << script << '\n';
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        options.helper = path;
        return LayoutClient(options);
    }

    QTemporaryDir m_folder;
};

void TstLayoutClient::helperLaysOutWithoutOverlaps_data()
{
    QTest::addColumn<LayoutRequest>("request");
    QTest::newRow("nothing") << LayoutRequest{};
    QTest::newRow("one box") << boxes(1, {});
    QTest::newRow("a line") << boxes(2, {{0, 1}});
    QTest::newRow("two lines between the same boxes") << boxes(2, {{0, 1}, {0, 1}});
    QTest::newRow("residual units") << residualChain(12);
    QTest::newRow("a loop") << boxes(2, {{0, 1}, {1, 1}});
    QTest::newRow("a cycle") << boxes(4, {{0, 1}, {1, 2}, {2, 1}, {2, 3}});
    QTest::newRow("a cycle alone") << boxes(3, {{0, 1}, {1, 2}, {2, 0}});
    QTest::newRow("components") << boxes(9, {{0, 1}, {2, 3}, {4, 5}});
    QTest::newRow("a second source in a segment")
        << boxes(7, {{0, 1}, {1, 2}, {3, 4}, {4, 2}, {1, 4}, {2, 5}, {5, 6}});
    QTest::newRow("a second sink in a segment")
        << boxes(7, {{0, 1}, {1, 2}, {1, 3}, {3, 4}, {3, 5}, {2, 5}, {5, 6}});
}

void TstLayoutClient::helperLaysOutWithoutOverlaps()
{
    QFETCH(LayoutRequest, request);
    LayoutClient layouts = client();
    const Result<LayoutResult> result = layouts.layout(request);
    QVERIFY(result.ok());
    QCOMPARE(result->engine, LayoutEngine::Graphviz);
    QCOMPARE(faultOf(request, *result), QByteArray());
}

void TstLayoutClient::cutBoxesStandBelowEachOther()
{
    LayoutClient layouts = client();
    const Result<LayoutResult> result = layouts.layout(residualChain(20));
    QVERIFY(result.ok());
    for (std::size_t unit = 1; unit < 19; ++unit) {
        QCOMPARE(result->nodes[unit * 4 + 1].centre.x, result->nodes[5].centre.x);
        QVERIFY(result->nodes[unit * 4 + 1].top() > result->nodes[unit * 4].bottom());
    }
}

void TstLayoutClient::equalSegmentsAreLaidOutOnce()
{
    LayoutClient layouts = client();
    QVERIFY(layouts.layout(residualChain(50)).ok());
    QVERIFY2(layouts.helperCalls() <= 3, QByteArray::number(qulonglong(layouts.helperCalls())));
    const std::size_t calls = layouts.helperCalls();
    QVERIFY(layouts.layout(residualChain(70)).ok());
    QCOMPARE(layouts.helperCalls(), calls);
}

void TstLayoutClient::layoutIsDeterministic()
{
    LayoutClient first = client();
    LayoutClient second = client();
    const Result<LayoutResult> a = first.layout(residualChain(6));
    const Result<LayoutResult> b = second.layout(residualChain(6));
    QVERIFY(a.ok() && b.ok());
    for (std::size_t i = 0; i < a->edges.size(); ++i) {
        QVERIFY(a->edges[i].points == b->edges[i].points);
    }
}

void TstLayoutClient::missingHelperFallsBack()
{
    LayoutClient layouts(LayoutClientOptions{});
    const LayoutRequest request = residualChain(3);
    const Result<LayoutResult> result = layouts.layout(request);
    QVERIFY(result.ok());
    QCOMPARE(result->engine, LayoutEngine::Fallback);
    QVERIFY(layouts.problem().has_value());
    QCOMPARE(faultOf(request, *result), QByteArray());
}

void TstLayoutClient::crashingHelperFallsBack()
{
    LayoutClient layouts = scripted("read line; kill -SEGV $$");
    const Result<LayoutResult> result = layouts.layout(residualChain(3));
    QVERIFY(result.ok());
    QCOMPARE(result->engine, LayoutEngine::Fallback);
}

void TstLayoutClient::talkingNonsenseFallsBack()
{
    LayoutClient layouts =
        scripted("while read line; do echo '{\"nodes\":[[1,1e999]],\"edges\":[]}'; done");
    const Result<LayoutResult> result = layouts.layout(residualChain(3));
    QVERIFY(result.ok());
    QCOMPARE(result->engine, LayoutEngine::Fallback);
    QCOMPARE(layouts.problem()->code, std::string("layout-protocol"));
}

void TstLayoutClient::silentHelperIsGivenUpAtTheDeadline()
{
    LayoutClientOptions options;
    options.deadline = 200ms;
    LayoutClient layouts = scripted("exec sleep 100", options);
    QElapsedTimer timer;
    timer.start();
    const Result<LayoutResult> result = layouts.layout(residualChain(3));
    QVERIFY(result.ok());
    QCOMPARE(result->engine, LayoutEngine::Fallback);
    QVERIFY(timer.elapsed() < 20000);
}

void TstLayoutClient::tooLargePiecesDoNotGoToTheHelper()
{
    LayoutClientOptions options;
    options.largestPiece = 3;
    LayoutClient layouts = client(options);
    const Result<LayoutResult> result = layouts.layout(residualChain(3));
    QVERIFY(result.ok());
    QCOMPARE(result->engine, LayoutEngine::Fallback);
    QCOMPARE(layouts.helperCalls(), std::size_t(0));
}

void TstLayoutClient::cancelKillsTheHelper()
{
    LayoutClient layouts = scripted("exec sleep 100");
    JobControl control;
    std::thread canceller([&] {
        std::this_thread::yield();
        control.cancel.cancel();
    });
    QElapsedTimer timer;
    timer.start();
    const Result<LayoutResult> result = layouts.layout(residualChain(3), control);
    canceller.join();
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, std::string("cancelled"));
    QVERIFY(timer.elapsed() < 9000);
}

void TstLayoutClient::labelsCoverNothing()
{
    LayoutClient layouts = client();
    const LayoutRequest request = residualChain(5);
    const Result<LayoutResult> result = layouts.layout(request);
    QVERIFY(result.ok());
    std::set<std::uint32_t> labelled;
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
        const PlacedEdge &edge = result->edges[i];
        if (!edge.label) {
            continue;
        }
        labelled.insert(request.edges[i].from);
        for (const PlacedNode &node : result->nodes) {
            QVERIFY(std::abs(edge.label->x - node.centre.x) >= (70 + node.width) / 2
                    || std::abs(edge.label->y - node.centre.y) >= (18 + node.height) / 2);
        }
    }
    // Every box but the last is read; one of its lines at least says what it gives.
    QCOMPARE(labelled.size(), request.nodes.size() - 1);
}

QTEST_GUILESS_MAIN(TstLayoutClient)
#include "tst_layout_client.moc"
