// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/layout_client.h"

#include "core/builtins.h"
#include "core/layout/diagram/drawn_graph.h"
#include "core/layout/diagram/node_geometry.h"
#include "tests/core/layout/layouts.h"
#include "tests/support/environment.h"
#include "tests/support/graph_families.h"
#include "tests/support/layout_quality.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
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
    void networksOfEveryFamilyAreSound_data();
    void networksOfEveryFamilyAreSound();
    void chainLikeNetworksCrossNoMoreThanWithGraphviz_data();
    void chainLikeNetworksCrossNoMoreThanWithGraphviz();
    void farLinesOfSharedValuesBecomeStubs();
    void cancelKillsTheHelper();
    void cancelingTakesNoTimeAtAnyMoment_data();
    void cancelingTakesNoTimeAtAnyMoment();
    void aKilledHelperGoesUnnoticed_data();
    void aKilledHelperGoesUnnoticed();
    void aLargePictureOutlivesItsHelper_data();
    void aLargePictureOutlivesItsHelper();
    void anEditLaysOutItsSegmentAlone();
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

    /// Milliseconds from canceling until layout() comes back; negative where it was done before.
    [[nodiscard]] qint64 cancelAfter(const LayoutRequest &request, std::chrono::milliseconds after);

    LayoutRequest requestOf(const GraphFamily &family, std::size_t operators) const
    {
        const TableTextMeasure text;
        const Result<Graph> graph = family.make(m_builtins.ops, operators);
        if (!graph) {
            qWarning("%s", graph.error().message.c_str());
            return {};
        }
        const DrawnGraph drawn = makeDrawnGraph(*graph, m_builtins.ops);
        return makeLayoutRequest(drawn, measureNodes(drawn, text), text);
    }

    Builtins m_builtins = makeBuiltins();
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
        QCOMPARE(result->nodes[unit * 4 + 1].center.x, result->nodes[5].center.x);
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

void TstLayoutClient::networksOfEveryFamilyAreSound_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<std::size_t>("operators");
    for (const GraphFamily &family : graphFamilies()) {
        for (const std::size_t operators : {300U, 3000U}) {
            const QByteArray name(family.name.data(), static_cast<qsizetype>(family.name.size()));
            QTest::addRow("%s of %zu", name.constData(), operators) << name << operators;
        }
    }
}

void TstLayoutClient::networksOfEveryFamilyAreSound()
{
    QFETCH(QByteArray, name);
    QFETCH(std::size_t, operators);
    const GraphFamily *family = findGraphFamily(name.toStdString());
    const LayoutRequest request = requestOf(*family, operators);
    QVERIFY(request.nodes.size() >= operators);
    LayoutClientOptions options;
    options.deadline = 60s; // sanitizers are slow
    options.pieceDeadline = 30s;
    LayoutClient layouts = client(options);
    const Result<LayoutResult> result = layouts.layout(request);
    QVERIFY(result.ok());
    QVERIFY(result->engine != LayoutEngine::Fallback);
    const LayoutQuality quality = measureQuality(request, *result);
    QCOMPARE(quality.overlaps, std::size_t(0));
    QCOMPARE(quality.looseEnds, std::size_t(0));
    if (family->isRegular && operators > 1000) {
        QVERIFY2(layouts.helperCalls() < 40, "equal blocks are laid out once");
    }
}

void TstLayoutClient::chainLikeNetworksCrossNoMoreThanWithGraphviz_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"resnet", "inception", "densenet"}) {
        QTest::newRow(name) << QByteArray(name);
    }
}

void TstLayoutClient::chainLikeNetworksCrossNoMoreThanWithGraphviz()
{
    QFETCH(QByteArray, name);
    const LayoutRequest request = requestOf(*findGraphFamily(name.toStdString()), 250);
    LayoutClientOptions whole;
    whole.isWhole = true;
    whole.deadline = 60s;
    const Result<LayoutResult> ours = client().layout(request);
    const Result<LayoutResult> dot = client(whole).layout(request);
    QVERIFY(ours.ok() && dot.ok());
    QCOMPARE(dot->engine, LayoutEngine::Graphviz);
    QVERIFY(measureQuality(request, *ours).crossings <= measureQuality(request, *dot).crossings);
}

void TstLayoutClient::farLinesOfSharedValuesBecomeStubs()
{
    const LayoutRequest request = requestOf(*findGraphFamily("transformer-mask"), 2000);
    const Result<LayoutResult> result = client().layout(request);
    QVERIFY(result.ok());
    std::set<std::uint32_t> sources;
    std::size_t stubs = 0;
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
        const PlacedEdge &line = result->edges[i];
        if (!line.isStub) {
            continue;
        }
        ++stubs;
        sources.insert(request.edges[i].from);
        const PlacedNode &target = result->nodes[request.edges[i].to];
        QVERIFY(line.points.front().y < target.top());
        QVERIFY(line.points.front().x > target.left() && line.points.front().x < target.right());
    }
    QCOMPARE(sources.size(), std::size_t(1)); // the mask
    QVERIFY(stubs > 40);
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

void TstLayoutClient::cancelingTakesNoTimeAtAnyMoment_data()
{
    QTest::addColumn<QByteArray>("family");
    QTest::addColumn<int>("operators");
    QTest::addColumn<int>("after");
    for (const int after : {0, 3, 20, 60, 150, 400, 900}) {
        QTest::addRow("random %d", after) << QByteArray("random") << 3000 << after;
        QTest::addRow("transformer %d", after) << QByteArray("transformer") << 100000 << after;
        QTest::addRow("large, random %d", after) << QByteArray("random") << 100000 << after;
        QTest::addRow("large, lstm %d", after) << QByteArray("lstm") << 100000 << after;
    }
}

/// Holds when it holds once: nothing but the layout itself can keep all attempts from it.
void TstLayoutClient::cancelingTakesNoTimeAtAnyMoment()
{
#ifdef NDEBUG
    constexpr qint64 longest = 100;
#else
    constexpr qint64 longest = 1500;
#endif
    QFETCH(QByteArray, family);
    QFETCH(int, operators);
    QFETCH(int, after);
    const LayoutRequest request =
        requestOf(*findGraphFamily(family.toStdString()), static_cast<std::size_t>(operators));
    qint64 taken = longest + 1;
    for (int attempt = 0; attempt < 3 && taken > longest; ++attempt) {
        taken = cancelAfter(request, std::chrono::milliseconds(after));
    }
    QVERIFY2(taken <= longest, QByteArray::number(taken));
}

qint64 TstLayoutClient::cancelAfter(const LayoutRequest &request, std::chrono::milliseconds after)
{
    LayoutClient layouts = client();
    JobControl control;
    std::atomic<qint64> canceledAt = 0;
    QElapsedTimer clock;
    clock.start();
    std::thread canceller([&] {
        while (clock.elapsed() < after.count()) {
            std::this_thread::yield();
        }
        canceledAt = clock.elapsed();
        control.cancel.cancel();
    });
    const Result<LayoutResult> result = layouts.layout(request, control);
    const qint64 end = clock.elapsed();
    canceller.join();
    return result.ok() || result.error().code == "cancelled" ? end - canceledAt : end + 1'000'000;
}

void TstLayoutClient::aKilledHelperGoesUnnoticed_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::newRow("before it answers") << QByteArray("read line");
    QTest::newRow("within its answer") << QByteArray("read line; printf '{\"nodes\":[[1'");
}

void TstLayoutClient::aKilledHelperGoesUnnoticed()
{
    QFETCH(QByteArray, before);
    const std::string flag = m_folder.filePath(QStringLiteral("died")).toStdString();
    std::filesystem::remove(flag);
    LayoutClient layouts =
        scripted("if [ -e " + flag + " ]; then exec " + program("nervure-layout").string()
                 + "; fi; touch " + flag + "; " + before.toStdString() + "; kill -KILL $$");
    const LayoutRequest request = residualChain(3);
    const Result<LayoutResult> result = layouts.layout(request);
    QVERIFY(result.ok());
    QCOMPARE(result->engine, LayoutEngine::Graphviz);
    QCOMPARE(faultOf(request, *result), QByteArray());
    QVERIFY(layouts.problem().has_value());
    QCOMPARE(layouts.problem()->code, std::string("layout-restarted"));
    QCOMPARE(layouts.problem()->severity, Severity::Note);
    QVERIFY(layouts.layout(residualChain(4)).ok());
    QVERIFY(!layouts.problem().has_value());
}

void TstLayoutClient::aLargePictureOutlivesItsHelper_data()
{
    QTest::addColumn<QByteArray>("family");
    QTest::addColumn<QByteArray>("seconds");
    for (const char *family : {"densenet-full", "random", "resnet"}) {
        for (const char *seconds : {"0", "0.005", "0.02", "0.06"}) {
            QTest::addRow("%s, %s s", family, seconds) << QByteArray(family) << QByteArray(seconds);
        }
    }
}

/// The real helper is killed while it works on a large graph: the picture is what it would have been.
/// One of several, whichever makes the folder first.
void TstLayoutClient::aLargePictureOutlivesItsHelper()
{
    QFETCH(QByteArray, family);
    QFETCH(QByteArray, seconds);
    const std::string flag = m_folder.filePath(QStringLiteral("died")).toStdString();
    std::filesystem::remove(flag);
    const std::string helper = program("nervure-layout").string();
    LayoutClientOptions options; // a busy machine is not what this is about
    options.deadline = 60s;
    options.pieceDeadline = 60s;
    LayoutClient layouts =
        scripted("if mkdir " + flag + " 2>/dev/null; then (sleep " + seconds.toStdString()
                     + "; kill -KILL $$) & fi; exec " + helper,
                 options);
    const LayoutRequest request = requestOf(*findGraphFamily(family.toStdString()), 20000);
    const Result<LayoutResult> result = layouts.layout(request);
    const Result<LayoutResult> undisturbed = client(options).layout(request);
    QVERIFY(result.ok() && undisturbed.ok());
    QCOMPARE(result->engine, undisturbed->engine);
    QCOMPARE(result->nodes.size(), undisturbed->nodes.size());
    for (std::size_t i = 0; i < result->nodes.size(); ++i) {
        QVERIFY(result->nodes[i].center == undisturbed->nodes[i].center);
    }
    if (layouts.problem()) { // else it was done before
        QCOMPARE(layouts.problem()->code, std::string("layout-restarted"));
    }
}

void TstLayoutClient::anEditLaysOutItsSegmentAlone()
{
    LayoutRequest request = requestOf(*findGraphFamily("resnet"), 1000);
    LayoutClient layouts = client();
    const LayoutResult before = layouts.layout(request).value();
    const std::size_t calls = layouts.helperCalls();
    const std::size_t edited = request.nodes.size() / 2;
    request.nodes[edited].width += 40;
    request.nodes[edited].height += 16;
    const LayoutResult after = layouts.layout(request).value();
    QVERIFY2(layouts.helperCalls() - calls <= 1, "one segment has changed");
    QVERIFY(layouts.helperCalls() > calls);
    // Above the edit everything stands as it did; below it all has moved by the same way.
    const auto way = [&](std::size_t i) {
        return Point{after.nodes[i].center.x - before.nodes[i].center.x,
                     after.nodes[i].center.y - before.nodes[i].center.y};
    };
    std::set<std::pair<long, long>> ways;
    for (std::size_t i = 0; i < request.nodes.size(); ++i) {
        if (std::abs(before.nodes[i].center.y - before.nodes[edited].center.y) > 1500) {
            ways.insert({std::lround(way(i).x * 4), std::lround(way(i).y * 4)});
        }
    }
    QVERIFY2(ways.size() == 2, QByteArray::number(static_cast<qulonglong>(ways.size())));
    // Survivors keep their order from left to right.
    for (const LayoutEdge &a : request.edges) {
        for (const std::uint32_t b : {a.from, a.to}) {
            const bool wasLeft = before.nodes[a.from].center.x < before.nodes[b].center.x - 1;
            const bool isRight = after.nodes[a.from].center.x > after.nodes[b].center.x + 1;
            QVERIFY(!wasLeft || !isRight);
        }
    }
}

void TstLayoutClient::labelsCoverNothing()
{
    LayoutClient layouts = client();
    const LayoutRequest request = residualChain(5);
    const Result<LayoutResult> result = layouts.layout(request);
    QVERIFY(result.ok());
    std::set<std::uint32_t> labeled;
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
        const PlacedEdge &edge = result->edges[i];
        if (!edge.label) {
            continue;
        }
        labeled.insert(request.edges[i].from);
        for (const PlacedNode &node : result->nodes) {
            QVERIFY(std::abs(edge.label->x - node.center.x) >= (70 + node.width) / 2
                    || std::abs(edge.label->y - node.center.y) >= (18 + node.height) / 2);
        }
    }
    // Every box but the last is read; one of its lines at least says what it gives.
    QCOMPARE(labeled.size(), request.nodes.size() - 1);
}

NERVURE_TEST(TstLayoutClient)
#include "tst_layout_client.moc"
