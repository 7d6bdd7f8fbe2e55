// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/comparison.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

using namespace nervure;

namespace {

using Random = std::mt19937_64;

constexpr std::size_t layerCount = 30;
constexpr std::size_t processCount = 8;

double normal(Random &random, double deviation)
{
    return std::normal_distribution<double>(0, deviation)(random);
}

/// A machine: what a process measures of a layer of 1 ms, as a factor. `drift` goes on from process
/// to process, `process` is drawn for each, and `layer` for each layer of it.
struct Machine {
    std::function<double(Random &)> process;
    std::function<double(Random &)> layer;
    std::function<double(Random &, double)> drift;
};

double noDrift(Random &, double)
{
    return 1;
}

Machine machineOf(const QString &kind)
{
    if (kind == u"quiet") {
        return {[](Random &r) { return std::exp(normal(r, 0.01)); },
                [](Random &r) { return std::exp(normal(r, 0.02)); }, noDrift};
    }
    if (kind == u"skewed") {
        return {[](Random &r) { return 1 + std::exponential_distribution<double>(20)(r); },
                [](Random &r) { return 1 + std::exponential_distribution<double>(10)(r); },
                noDrift};
    }
    if (kind == u"outliers") {
        return {[](Random &r) { return r() % 10 == 0 ? 2.0 : 1.0; },
                [](Random &r) { return std::exp(normal(r, 0.02)) * (r() % 20 == 0 ? 3.0 : 1.0); },
                noDrift};
    }
    if (kind == u"two modes") {
        // Where memory happens to lie decides for a layer's whole process.
        return {[](Random &) { return 1.0; },
                [](Random &r) { return (r() % 2 == 0 ? 1.0 : 1.3) * std::exp(normal(r, 0.01)); },
                noDrift};
    }
    if (kind == u"growing hot") {
        return {[](Random &r) { return std::exp(normal(r, 0.01)); },
                [](Random &r) { return std::exp(normal(r, 0.02)); },
                [](Random &, double before) { return before * 1.03; }};
    }
    // Loaded: others come and go, for some processes at a time.
    return {[](Random &r) { return std::exp(normal(r, 0.1)); },
            [](Random &r) { return std::exp(normal(r, 0.15)); },
            [](Random &r, double before) {
                return std::clamp(before * std::exp(normal(r, 0.3)), 0.5, 4.0);
            }};
}

/// What interleaved processes measure of all layers when `changed` of them take `factor` as long in
/// the second model. The order of the two changes from round to round.
std::vector<ProcessTimes> measured(const Machine &machine, Random &random, std::size_t changed = 0,
                                   double factor = 1)
{
    std::vector<ProcessTimes> layers(layerCount);
    double drift = 1;
    for (std::size_t round = 0; round < processCount; ++round) {
        for (std::size_t turn = 0; turn < 2; ++turn) {
            const bool isFirst = (round + turn) % 2 == 0;
            drift = machine.drift(random, drift);
            const double process = machine.process(random) * drift;
            for (std::size_t i = 0; i < layerCount; ++i) {
                const double change = !isFirst && i < changed ? factor : 1;
                const double ms = process * machine.layer(random) * change;
                (isFirst ? layers[i].first : layers[i].second).push_back(ms);
            }
        }
    }
    return layers;
}

bool isDifferent(const ComparedTime &time)
{
    return time.isCalled();
}

void addMachines()
{
    QTest::addColumn<QString>("kind");
    for (const char *kind : {"quiet", "skewed", "outliers", "two modes", "growing hot", "loaded"}) {
        QTest::newRow(kind) << QString::fromLatin1(kind);
    }
}

} // namespace

class TstComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tailsAreStudents_data();
    void tailsAreStudents();
    void atMostOneInAHundredEqualPairsDiffers_data() { addMachines(); }
    void atMostOneInAHundredEqualPairsDiffers();
    void equalSingleProcessesDoNotDiffer();
    void realDifferencesAreFound_data();
    void realDifferencesAreFound();
    void twiceTheTimeIsFoundInSingleProcesses();
    void leastEffectIsWhereCallsBegin();
    void smallChangesAreNeverCalled();
    void tooLittleIsNotKnown();
};

void TstComparison::tailsAreStudents_data()
{
    QTest::addColumn<double>("t");
    QTest::addColumn<int>("degrees");
    QTest::addColumn<double>("p");
    // From printed tables, two-sided.
    QTest::newRow("1") << 12.706 << 1 << 0.05;
    QTest::newRow("2") << 4.303 << 2 << 0.05;
    QTest::newRow("4") << 8.610 << 4 << 0.001;
    QTest::newRow("7") << 3.499 << 7 << 0.01;
    QTest::newRow("7, far") << 5.408 << 7 << 0.001;
    QTest::newRow("9") << -4.781 << 9 << 0.001;
    QTest::newRow("30") << 2.042 << 30 << 0.05;
    QTest::newRow("normal") << 1.95996 << 0 << 0.05;
    QTest::newRow("nothing") << 0.0 << 5 << 1.0;
}

void TstComparison::tailsAreStudents()
{
    QFETCH(double, t);
    QFETCH(int, degrees);
    QFETCH(double, p);
    const double tail = studentTail(t, static_cast<std::size_t>(degrees));
    QVERIFY2(std::abs(tail - p) < 0.002 * p + 1e-12, qPrintable(QString::number(tail, 'g', 8)));
}

void TstComparison::atMostOneInAHundredEqualPairsDiffers()
{
    QFETCH(QString, kind);
    const Machine machine = machineOf(kind);
    Random random(20);
    constexpr int pairs = 3000;
    int called = 0;
    for (int pair = 0; pair < pairs; ++pair) {
        const auto compared = compareInterleaved(measured(machine, random));
        called += std::any_of(compared.begin(), compared.end(), isDifferent) ? 1 : 0;
    }
    QVERIFY2(called <= pairs / 100, qPrintable(QString::number(called)));
}

/// One process each, as results that were saved; the runs of a process are more alike than processes.
void TstComparison::equalSingleProcessesDoNotDiffer()
{
    Random random(21);
    constexpr int pairs = 2000;
    int called = 0;
    for (int pair = 0; pair < pairs; ++pair) {
        std::vector<SingleProcess> layers;
        const double first = std::exp(normal(random, 0.07));
        const double second = std::exp(normal(random, 0.07));
        for (std::size_t i = 0; i < layerCount; ++i) {
            const auto runs = [&random](double process) {
                const double layer = process * std::exp(normal(random, 0.07));
                std::vector<double> times(10);
                std::generate(times.begin(), times.end(),
                              [&] { return layer * std::exp(normal(random, 0.02)); });
                return summarize(times);
            };
            layers.push_back({runs(first), runs(second)});
        }
        const auto compared = compareSingle(layers, layers.front());
        called += std::any_of(compared.begin(), compared.end(), isDifferent) ? 1 : 0;
    }
    QVERIFY2(called <= pairs / 100, qPrintable(QString::number(called)));
}

void TstComparison::realDifferencesAreFound_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<double>("factor");
    QTest::newRow("quiet, 20 % slower") << QStringLiteral("quiet") << 1.2;
    QTest::newRow("quiet, 20 % faster") << QStringLiteral("quiet") << 1 / 1.2;
    QTest::newRow("growing hot, 20 % slower") << QStringLiteral("growing hot") << 1.2;
}

void TstComparison::realDifferencesAreFound()
{
    QFETCH(QString, kind);
    QFETCH(double, factor);
    const Machine machine = machineOf(kind);
    Random random(22);
    constexpr int pairs = 300;
    constexpr std::size_t changed = 5;
    int found = 0;
    int wrong = 0;
    for (int pair = 0; pair < pairs; ++pair) {
        const auto compared = compareInterleaved(measured(machine, random, changed, factor));
        for (std::size_t i = 0; i < layerCount; ++i) {
            const Change expected = factor > 1 ? Change::Slower : Change::Faster;
            found += i < changed && compared[i].change == expected ? 1 : 0;
            wrong += i >= changed && isDifferent(compared[i]) ? 1 : 0;
        }
    }
    QVERIFY2(found >= pairs * static_cast<int>(changed) * 99 / 100,
             qPrintable(QString::number(found)));
    QVERIFY2(wrong <= pairs / 50, qPrintable(QString::number(wrong)));
}

void TstComparison::twiceTheTimeIsFoundInSingleProcesses()
{
    std::vector<double> runs{10, 10.1, 10.2, 9.9, 10, 10.1};
    const Statistics first = summarize(runs);
    std::transform(runs.begin(), runs.end(), runs.begin(), [](double ms) { return 2 * ms; });
    const std::vector<SingleProcess> things(layerCount, SingleProcess{first, summarize(runs)});
    for (const ComparedTime &one : compareSingle(things, things.front())) {
        QCOMPARE(one.change, Change::Slower);
        QVERIFY(one.leastEffect > 0.3 && one.leastEffect < 1);
    }
    // Whole runs that differ widely are those of a busy machine: who knows what the layers met.
    const Statistics restless = summarize(std::vector<double>{10, 20, 8, 30, 14, 9});
    for (const ComparedTime &one : compareSingle(things, {first, restless})) {
        QCOMPARE(one.change, Change::Same);
    }
}

void TstComparison::leastEffectIsWhereCallsBegin()
{
    Random random(23);
    const Machine machine = machineOf(QStringLiteral("quiet"));
    for (int pair = 0; pair < 50; ++pair) {
        // One thing alone: nothing else of the family is called before it.
        const std::vector<ProcessTimes> layers = measured(machine, random, 1, 1.05);
        const ComparedTime one = compareInterleaved(std::span(layers).first(1)).front();
        const double effect = one.ratio > 1 ? one.ratio - 1 : 1 / one.ratio - 1;
        QCOMPARE(isDifferent(one), effect >= one.leastEffect);
        QVERIFY(one.interval && one.interval->low < one.ratio && one.ratio < one.interval->high);
    }
}

void TstComparison::smallChangesAreNeverCalled()
{
    const std::vector<double> first{10, 10.001, 10.002, 9.999, 10, 10.001, 9.998, 10};
    std::vector<double> second;
    for (const double ms : first) {
        second.push_back(ms * 1.015);
    }
    const ComparedTime one = compareInterleaved(std::vector<ProcessTimes>{{first, second}}).front();
    QVERIFY(one.p < 1e-6);
    QCOMPARE(one.change, Change::Same);
    QCOMPARE(one.leastEffect, 0.02);
}

void TstComparison::tooLittleIsNotKnown()
{
    const std::vector<double> four{1, 1.01, 0.99, 1};
    const std::vector<double> five{1, 1.01, 0.99, 1, 1.02};
    const double missing = std::nan("");
    const std::vector<ProcessTimes> things{
        {four, four}, {five, four}, {five, {}}, {five, {1, 1, missing, 1, 1}}, {five, five}};
    const auto compared = compareInterleaved(things);
    for (std::size_t i = 0; i + 1 < compared.size(); ++i) {
        QCOMPARE(compared[i].change, Change::Unknown);
        QVERIFY(!compared[i].interval);
        QVERIFY(std::isinf(compared[i].leastEffect));
    }
    QCOMPARE(compared.back().change, Change::Same);
    const SingleProcess few{summarize(four), summarize(five)};
    QCOMPARE(compareSingle(std::vector<SingleProcess>{few}, few).front().change, Change::Unknown);
}

NERVURE_TEST(TstComparison)
#include "tst_comparison.moc"
