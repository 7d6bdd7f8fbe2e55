// SPDX-License-Identifier: Apache-2.0
#include "core/engine/what_if/what_if.h"

#include "core/engine/pipeline_choice.h"
#include "core/engine/profile_compare.h"
#include "core/engine/profile_json.h"
#include "core/graph/edits/model_builder.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <array>
#include <random>
#include <string>

using namespace nervure;
using namespace nervure::tests;

namespace {

constexpr std::size_t askedRounds = 8;
constexpr std::size_t roundRuns = 5;

/// Rounds of two layers of a millisecond each, the first `ratio` times as long. The machine is slower in some
/// rounds than in others, which meets both models alike.
ProfileReport synthetic(double ratio, unsigned seed, const std::string &id)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 0.01);
    ProfileReport report;
    report.together.id = id;
    report.data.layers.resize(2);
    for (std::size_t layer = 0; layer < 2; ++layer) {
        report.data.layers[layer].id = static_cast<std::uint32_t>(layer);
        report.data.layers[layer].node.name = layer == 0 ? "slow" : "same";
        report.data.layers[layer].nodes = {report.data.layers[layer].node};
    }
    for (std::size_t round = 0; round < askedRounds; ++round) {
        const double load = 1 + 0.3 * static_cast<double>(round % 3);
        for (std::size_t run = 0; run < roundRuns; ++run) {
            report.data.layers[0].samplesMs.push_back(load * ratio * (1 + noise(random)));
            report.data.layers[1].samplesMs.push_back(load * (1 + noise(random)));
        }
        report.together.wallMs.push_back(load * (ratio + 1) * (1 + noise(random)));
    }
    for (LayerProfile &layer : report.data.layers) {
        layer.ms = summarize(layer.samplesMs);
    }
    report.data.wallMs = summarize(report.together.wallMs);
    return report;
}

/// Layers of 1 to 5 ms beside a load, which doubles the time of one run in three; the fourth takes `ratio` times as
/// long.
ProfileReport besideLoad(double ratio, std::mt19937 &random)
{
    constexpr std::size_t layers = 20;
    std::normal_distribution<double> noise(0, 0.02);
    ProfileReport report;
    report.together.id = "a";
    report.together.wallMs.assign(WhatIf::defaultRounds, 60);
    report.data.layers.resize(layers);
    for (std::size_t i = 0; i < layers; ++i) {
        LayerProfile &layer = report.data.layers[i];
        layer.id = static_cast<std::uint32_t>(i);
        layer.node.name = "layer" + std::to_string(i);
        const double ms = static_cast<double>(1 + i % 5) * (i == 3 ? ratio : 1);
        for (std::size_t run = 0; run < WhatIf::defaultRounds * roundRuns; ++run) {
            layer.samplesMs.push_back(ms * (1 + noise(random)) * (random() % 3 == 0 ? 2 : 1));
        }
        layer.ms = summarize(layer.samplesMs);
    }
    return report;
}

ComparedProfiles compared(const ProfileReport &first, const ProfileReport &second)
{
    return compareProfiles(std::span(&first, 1), std::span(&second, 1)).value();
}

const ComparedTime &timeOf(const ComparedProfiles &pair, const std::string &layer)
{
    const auto row =
        std::find_if(pair.layers.begin(), pair.layers.end(),
                     [&layer](const ComparedLayers &one) { return one.second.at(0) == layer; });
    return row->time;
}

Graph twoLayers(const OpRegistry &ops)
{
    ModelBuilder model(ops);
    const Entry x = model.variable("x", {{"__shape__", "(2, 16)"}});
    Entry y = model.apply("dense", {x}, {{"units", "8"}}, "fc");
    y = model.apply("relu", {y}, {}, "act");
    return model.finish({model.apply("softmax", {y}, {}, "prob")}).value();
}

} // namespace

class TstWhatIf : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKnownDifferenceIsFoundThroughTheLoad();
    void equalModelsAreEqual();
    void aSlowerLayerIsNamedFirstBesideALoad();
    void nothingIsNamedBesideALoad();
    void roundsSurviveBeingKept();
    void aPassIsSwitchedOffAndMeasured();
    void whoStopsItKeepsTheRoundsThatEnded();
    void passesAreSwitchedByName();

private:
    [[nodiscard]] ExecutionRequest request() const;

    Builtins m_builtins = makeBuiltins();
    DeviceCatalog m_devices;
};

void TstWhatIf::aKnownDifferenceIsFoundThroughTheLoad()
{
    const ProfileReport before = synthetic(1, 1, "a");
    const ProfileReport after = synthetic(1.2, 2, "a");
    const ComparedProfiles pair = compared(before, after);
    QVERIFY(pair.isByRounds);
    QCOMPARE(pair.processes, askedRounds);
    const ComparedTime &slow = timeOf(pair, "slow");
    QCOMPARE(slow.change, Change::Slower);
    QVERIFY(slow.interval && slow.interval->low < 1.2 && slow.interval->high > 1.2);
    QVERIFY(slow.interval->high - slow.interval->low < 0.1);
    QCOMPARE(timeOf(pair, "same").change, Change::Same);
    // The same runs, had they not been measured together, are too near each other for such a load.
    const ComparedProfiles apart = compared(before, synthetic(1.2, 2, "b"));
    QVERIFY(!apart.isByRounds);
    QCOMPARE(timeOf(apart, "slow").change, Change::Same);
}

void TstWhatIf::equalModelsAreEqual()
{
    const ComparedProfiles pair = compared(synthetic(1, 3, "a"), synthetic(1, 4, "a"));
    QVERIFY(!pair.isDifferent());
    QCOMPARE(pair.wall.change, Change::Same);
}

void TstWhatIf::aSlowerLayerIsNamedFirstBesideALoad()
{
    std::mt19937 random(24);
    int first = 0;
    int wrong = 0;
    for (int pair = 0; pair < 100; ++pair) {
        const ProfileReport before = besideLoad(1, random);
        const ComparedProfiles result = compared(before, besideLoad(1.2, random));
        const ComparedLayers &top = result.layers.at(0);
        first += top.first.at(0) == "layer3" && top.time.change == Change::Slower ? 1 : 0;
        wrong += result.layers.at(1).time.isCalled() ? 1 : 0;
    }
    QVERIFY2(first >= 95, qPrintable(QString::number(first)));
    QVERIFY2(wrong <= 1, qPrintable(QString::number(wrong)));
}

void TstWhatIf::nothingIsNamedBesideALoad()
{
    std::mt19937 random(25);
    int wrong = 0;
    for (int pair = 0; pair < 200; ++pair) {
        const ProfileReport before = besideLoad(1, random);
        wrong += compared(before, besideLoad(1, random)).isDifferent() ? 1 : 0;
    }
    QVERIFY2(wrong <= 2, qPrintable(QString::number(wrong)));
}

void TstWhatIf::roundsSurviveBeingKept()
{
    const ProfileReport before = synthetic(1, 1, "a");
    const ProfileReport after = synthetic(1.2, 2, "a");
    const auto kept = [](const ProfileReport &report) {
        return profileFrom(nlohmann::ordered_json::parse(profileJson(report, {}).dump()), {})
            .value();
    };
    const ComparedProfiles pair = compared(before, after);
    const ComparedProfiles again = compared(kept(before), kept(after));
    QVERIFY(again.isByRounds);
    QCOMPARE(timeOf(again, "slow").ratio, timeOf(pair, "slow").ratio);
    ProfileReport empty = before; // as a damaged file may have it
    empty.together.wallMs.clear();
    QVERIFY(!compared(empty, empty).isByRounds);
}

ExecutionRequest TstWhatIf::request() const
{
    ExecutionRequest request;
    request.graph = twoLayers(m_builtins.ops);
    request.facts.shapes["x"] = {2, 16};
    request.device = "reference";
    request.repeat = 2;
    request.warmup = 1;
    return request;
}

void TstWhatIf::aPassIsSwitchedOffAndMeasured()
{
    WhatIf question{request(), request(), 5};
    question.after.pipeline = "device{FuseOperators=off}";
    ExecutionContext context{m_builtins, m_devices, {}};
    double last = 0;
    bool isRising = true;
    context.control.progress = [&](double fraction, std::string_view) {
        isRising = isRising && (fraction < 0 || fraction >= last);
        last = std::max(last, fraction);
    };
    const auto report = measureWhatIf(question, context);
    QVERIFY2(report.ok(), report ? "" : report.error().message.c_str());
    QVERIFY(isRising);
    QVERIFY(report->before.together.isWith(report->after.together));
    QVERIFY(report->after.data.layers.size() > report->before.data.layers.size());
    QCOMPARE(report->before.data.repeat, std::size_t{10});
    const ComparedProfiles pair = compared(report->before, report->after);
    QVERIFY(pair.isByRounds && pair.wall.interval);
    QCOMPARE(pair.environment.at(0).what, std::string("pipeline"));
}

void TstWhatIf::whoStopsItKeepsTheRoundsThatEnded()
{
    WhatIf question{request(), request(), 50};
    ExecutionContext context{m_builtins, m_devices, {}};
    context.control.progress = [&](double fraction, std::string_view) {
        if (fraction > 0.1) {
            context.control.cancel.cancel();
        }
    };
    const auto report = measureWhatIf(question, context);
    QVERIFY2(report.ok(), report ? "" : report.error().message.c_str());
    QVERIFY(report->before.isStopped && report->after.isStopped);
    const std::size_t rounds = report->after.together.wallMs.size();
    QVERIFY(rounds >= 4 && rounds < 8);
    QCOMPARE(report->before.data.layers.at(0).samplesMs.size(), 2 * rounds);
    ExecutionContext canceled{m_builtins, m_devices, {}};
    canceled.control.cancel.cancel();
    NERVURE_VERIFY_ERROR(measureWhatIf(question, canceled), "cancelled", "");
}

void TstWhatIf::passesAreSwitchedByName()
{
    const Graph graph = twoLayers(m_builtins.ops);
    const auto passes = devicePassesOf(graph, m_builtins);
    QCOMPARE(passes.front().name, std::string("RemoveIdentity"));
    const std::string text = "device{FuseOperators=off,EliminateDeadNodes=on,A.b=\"c,d\"}";
    const PipelineChoice choice = parsePipelineChoice(text).value();
    QCOMPARE(pipelineChoiceText(choice), text);
    PipelineChoice known = choice;
    known.changes.pop_back();
    known.changes.emplace_back("FoldBatchNorm.x", "1");
    auto changed = passes;
    QVERIFY(passChangeOf(known, graph, m_builtins)(changed).ok());
    QCOMPARE(changed.front().name, std::string("EliminateDeadNodes"));
    QCOMPARE(changed.size(), passes.size());
    NERVURE_VERIFY_ERROR(passChangeOf(choice, graph, m_builtins)(changed), "usage",
                         "device' runs no pass");
    QVERIFY(!passChangeOf({"device"}, graph, m_builtins));
    NERVURE_VERIFY_ERROR(parsePipelineChoice("device,none"), "usage", "expected one");
}

NERVURE_TEST(TstWhatIf)
#include "tst_what_if.moc"
