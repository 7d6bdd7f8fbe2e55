// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run_history.h"

#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// Profiles that are kept: their numbers, their bounds and their text.
class TstRunHistory : public QObject {
    Q_OBJECT

private:
    static std::shared_ptr<const ProfileReport> report(double wallMs, std::size_t layers = 1)
    {
        ProfileReport made;
        made.device.name = "cpu-x";
        made.pipeline = "device";
        made.origin.model = "abc";
        made.data.wallMs.median = wallMs;
        for (std::size_t i = 0; i < layers; ++i) {
            LayerProfile layer;
            layer.id = static_cast<std::uint32_t>(i);
            layer.node = {NodeId{3}, "conv" + std::to_string(i)};
            layer.nodes = {layer.node};
            layer.ms.median = wallMs / 2;
            made.data.layers.push_back(layer);
        }
        return std::make_shared<const ProfileReport>(std::move(made));
    }

private Q_SLOTS:
    void runsAreFoundRenamedAndRemoved()
    {
        RunHistory history;
        QCOMPARE(history.add(report(1)), 1U);
        QCOMPARE(history.add(report(2)), 2U);
        QVERIFY(history.rename(2, "winograd"));
        QVERIFY(!history.rename(7, "nothing"));
        QCOMPARE(titleOf(*history.find(1)), std::string("cpu-x, device, serialised"));
        QCOMPARE(titleOf(*history.find(2)), std::string("winograd"));
        QVERIFY(history.remove(2));
        QVERIFY(!history.remove(2));
        QCOMPARE(history.add(report(3)), 3U); // never the number of another one
        QCOMPARE(history.runs().size(), std::size_t{2});
    }

    void theOldestWithoutANameGoFirst()
    {
        RunHistory history;
        history.add(report(1), "kept");
        for (std::size_t i = 0; i < RunHistory::mostRuns; ++i) {
            history.add(report(2));
        }
        QCOMPARE(history.runs().size(), RunHistory::mostRuns);
        QVERIFY(history.find(1) != nullptr);
        QVERIFY(history.find(2) == nullptr);
        RunHistory large;
        large.add(report(1, RunHistory::mostLayers));
        large.add(report(2, RunHistory::mostLayers)); // the newest stays, however large
        QCOMPARE(large.runs().size(), std::size_t{1});
        QCOMPARE(large.runs().front().number, 2U);
    }

    void aHistoryIsReadAsItWasWritten()
    {
        QCOMPARE(runHistoryText({}), std::string());
        QVERIFY(readRunHistory("")->empty());
        RunHistory history;
        history.add(report(1));
        history.add(report(2.5), "second \"run\"");
        history.remove(1);
        const std::string text = runHistoryText(history);
        const auto read = readRunHistory(text);
        QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
        QCOMPARE(runHistoryText(*read), text);
        const KeptRun *run = read->find(2);
        QVERIFY(run != nullptr);
        QCOMPARE(run->name, std::string("second \"run\""));
        QCOMPARE(run->report->data.wallMs.median, 2.5);
        QVERIFY(!run->report->data.layers[0].node.id.isValid()); // known by name alone
    }

    void whatIsNoHistoryIsRefused()
    {
        const char *const others[]{
            "[]",
            "{",
            R"({"version": 2, "runs": []})",
            R"({"version": 1, "runs": 3})",
            R"({"version": 1, "runs": [{"number": 0, "profile": {"layers": []}}]})",
            R"({"version": 1, "runs": [{"number": 1, "profile": 4}]})",
            R"({"version": 1, "runs": [{"number": 1, "profile": {"layers": []}},
                                       {"number": 1, "profile": {"layers": []}}]})"};
        for (const char *other : others) {
            const auto read = readRunHistory(other);
            QVERIFY2(!read.ok(), other);
            QCOMPARE(read.error().code, std::string("run-history"));
        }
    }
};

NERVURE_TEST(TstRunHistory)
#include "tst_run_history.moc"
