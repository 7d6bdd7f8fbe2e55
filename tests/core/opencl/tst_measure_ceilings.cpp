// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/measure_ceilings.h"

#include "core/opencl/device_list.h"
#include "core/opencl/opencl_backend.h"
#include "core/support/file.h"
#include "core/support/utc_time.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nervure;

class TstMeasureCeilings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roofIsTheSlowerOfTwo();
    void readingAndWritingAreAsFastAsWasMeasured();
    void levelsHoldForWhatTheyFit();
    void theBestIsConfirmedByOthers();
    void earlierMeasurementsCount();
    void whatWasMeasuredBadlyIsMeasuredAgain();
    void fileHoldsWhatWasMeasured();
    void damagedFileSaysNothing_data();
    void damagedFileSaysNothing();
    void deviceIsMeasuredOnce();
};

namespace {

DeviceCeilings sampleCeilings()
{
    DeviceCeilings sample{12.5, 400.25, 0.005, 0.0012, false, "2026-11-22T01:02:03Z"};
    sample.levels = {{32768, 80.5, 70, 75}, {134217728, 14, 11, 12.5}};
    for (const double rate : {390.0, 400.25, 395.0}) {
        sample.compute.add(rate);
    }
    sample.memory.add(12.5);
    sample.otherLoad = 0.25;
    return sample;
}

} // namespace

void TstMeasureCeilings::roofIsTheSlowerOfTwo()
{
    const DeviceCeilings ceilings{10, 100, 0, 0, true, {}};
    QCOMPARE(ceilings.roofMs(1e9, {5e5, 5e5}), 10.0);
    QCOMPARE(ceilings.roofMs(1e6, {5e8, 5e8}), 100.0);
    QCOMPARE(DeviceCeilings().roofMs(1e9, {1e9, 1e9}), 0.0);
}

void TstMeasureCeilings::readingAndWritingAreAsFastAsWasMeasured()
{
    DeviceCeilings ceilings{10, 100, 0, 0, true, {}};
    ceilings.levels = {{1000, 12, 8, 10}};
    // What was measured is at its roof: a copy, reads alone and writes alone.
    QCOMPARE(ceilings.memoryMs({5e6, 5e6}), 1.0);
    QCOMPARE(ceilings.memoryMs({12e6, 0}), 1.0);
    QVERIFY(ceilings.memoryMs({0, 8e6}) <= 1.0);
    // Nothing is slower than a copy makes it.
    ceilings.levels = {{1000, 4, 3, 10}};
    QCOMPARE(ceilings.memoryMs({1e7, 0}), 1.0);
    QCOMPARE(ceilings.memoryMs({0, 1e7}), 1.0);
}

void TstMeasureCeilings::levelsHoldForWhatTheyFit()
{
    DeviceCeilings ceilings{10, 100, 0, 0, true, {}};
    ceilings.levels = {
        {1000, 90, 90, 90}, {4000, 40, 40, 40}, {16000, 50, 50, 50}, {64000, 9, 9, 10}};
    QCOMPARE(ceilings.levelOf(10).copyGbs, 90.0);
    QCOMPARE(ceilings.levelOf(3999).copyGbs, 90.0);
    // A larger set was faster: so is this one.
    QCOMPARE(ceilings.levelOf(4000).copyGbs, 50.0);
    QCOMPARE(ceilings.levelOf(1e9).copyGbs, 10.0);
    QVERIFY(ceilings.isCached(20000));
    QVERIFY(!ceilings.isCached(64000));
}

void TstMeasureCeilings::theBestIsConfirmedByOthers()
{
    MeasuredRate rate;
    QVERIFY(!rate.isConfirmed());
    rate.add(117);
    rate.add(214);
    rate.add(210);
    QCOMPARE(rate.best, 214.0);
    QVERIFY(!rate.isConfirmed());
    rate.add(205);
    QVERIFY(rate.isConfirmed());
    QCOMPARE(rate.spread(), 1 - 205.0 / 214);
    // A new best is to be confirmed anew.
    rate.add(300);
    QVERIFY(!rate.isConfirmed());
    for (int i = 0; i < 20; ++i) {
        rate.add(i);
    }
    QCOMPARE(rate.rounds.size(), std::size_t{12});
    QCOMPARE(rate.best, 300.0);
}

void TstMeasureCeilings::earlierMeasurementsCount()
{
    DeviceCeilings busy{8, 117, 0.05, 0.02, true, "now"};
    busy.compute.add(117);
    busy.levels = {{1000, 30, 30, 30}, {2000, 8, 8, 8}};
    DeviceCeilings quiet{12, 214, 0.01, 0.03, true, "before"};
    quiet.compute.add(214);
    quiet.levels = {{1000, 40, 20, 35}};
    busy.addEarlier(quiet);
    QCOMPARE(busy.multiplyAddGflops, 214.0);
    QCOMPARE(busy.compute.best, 214.0);
    QCOMPARE(busy.copyGbs, 12.0);
    QCOMPARE(busy.launchMs, 0.01);
    QCOMPARE(busy.enqueueMs, 0.02);
    QCOMPARE(busy.levels[0].readGbs, 40.0);
    QCOMPARE(busy.levels[0].writeGbs, 30.0);
    QCOMPARE(busy.levels[1].copyGbs, 8.0);
    QCOMPARE(busy.measuredAt, std::string("now"));
}

void TstMeasureCeilings::whatWasMeasuredBadlyIsMeasuredAgain()
{
    DeviceCeilings ceilings{10, 100, 0, 0, true, utcTimeText()};
    QVERIFY(!opencl::isWorthAnother(ceilings));
    ceilings.measuredAt = "2020-01-01T00:00:00Z";
    QVERIFY(opencl::isOutdated(ceilings) && opencl::isWorthAnother(ceilings));
    ceilings.measuredAt = "2500-01-01T00:00:00Z";
    QVERIFY(opencl::isOutdated(ceilings));
    ceilings.measuredAt = "nonsense";
    QVERIFY(opencl::isOutdated(ceilings));
}

void TstMeasureCeilings::fileHoldsWhatWasMeasured()
{
    const DeviceCeilings sample = sampleCeilings();
    const QTemporaryDir folder;
    const std::filesystem::path below = folder.filePath(QStringLiteral("a/b")).toStdString();
    const std::filesystem::path file = opencl::ceilingsFile(below, "device");
    QVERIFY(!opencl::readCeilings(file));
    opencl::writeCeilings(file, sample);
    const auto read = opencl::readCeilings(file);
    QVERIFY(read);
    QCOMPARE(read->copyGbs, sample.copyGbs);
    QCOMPARE(read->multiplyAddGflops, sample.multiplyAddGflops);
    QCOMPARE(read->launchMs, sample.launchMs);
    QCOMPARE(read->enqueueMs, sample.enqueueMs);
    QCOMPARE(read->hasTimer, sample.hasTimer);
    QCOMPARE(read->measuredAt, sample.measuredAt);
    QCOMPARE(read->otherLoad, sample.otherLoad);
    QCOMPARE(read->compute.rounds, sample.compute.rounds);
    QCOMPARE(read->compute.best, 400.25);
    QCOMPARE(read->memory.rounds, sample.memory.rounds);
    QCOMPARE(read->levels.size(), std::size_t{2});
    QCOMPARE(read->levels[0].bytes, std::uint64_t{32768});
    QCOMPARE(read->levels[1].readGbs, 14.0);
    QCOMPARE(read->levels[1].writeGbs, 11.0);
    QVERIFY(!opencl::readCeilings(opencl::ceilingsFile(below, "other device")));
    QVERIFY(opencl::ceilingsFile({}, "device").empty());
}

void TstMeasureCeilings::damagedFileSaysNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << QByteArray(R"({"copy_gbs": 12.5, "multi)");
    QTest::newRow("no object") << QByteArray("[1, 2]");
    const QTemporaryDir folder;
    const std::filesystem::path file = opencl::ceilingsFile(folder.path().toStdString(), "device");
    opencl::writeCeilings(file, sampleCeilings());
    const QByteArray whole = QByteArray::fromStdString(*readFile(file));
    const auto change = [&whole](const char *name, const char *value) {
        QJsonObject json = QJsonDocument::fromJson(whole).object();
        const QJsonDocument wrapped = QJsonDocument::fromJson(QByteArray("[") + value + "]");
        json[QLatin1String(name)] = wrapped.array().at(0);
        return QJsonDocument(json).toJson();
    };
    QTest::newRow("text for a number") << change("copy_gbs", "\"12\"");
    QTest::newRow("negative") << change("copy_gbs", "-1");
    QTest::newRow("no time") << change("measured_at", "null");
    QTest::newRow("not said whether it has a timer") << change("has_timer", "null");
    QTest::newRow("no rounds") << change("compute_rounds", "null");
    QTest::newRow("a round that is none") << change("memory_rounds", "[1, true]");
    QTest::newRow("levels that shrink") << change("levels", "[[2000, 1, 1, 1], [1000, 1, 1, 1]]");
    QTest::newRow("a level of three") << change("levels", "[[2000, 1, 1]]");
}

void TstMeasureCeilings::damagedFileSaysNothing()
{
    QFETCH(QByteArray, text);
    const QTemporaryDir folder;
    const std::filesystem::path file = opencl::ceilingsFile(folder.path().toStdString(), "device");
    std::ofstream(file, std::ios::binary) << text.toStdString();
    QVERIFY(!opencl::readCeilings(file));
}

void TstMeasureCeilings::deviceIsMeasuredOnce()
{
    const auto devices = listDevices();
    QVERIFY(devices.ok());
    NERVURE_NEED_OPENCL(!devices->empty());
    const QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    const auto first = OpenclBackend::open(devices->front(), path);
    QVERIFY(first.ok());
    const auto measured = (*first)->ceilings(false);
    QVERIFY2(measured.ok(), measured.ok() ? "" : measured.error().message.c_str());
    QVERIFY(measured->has_value());
    const DeviceCeilings &ceilings = **measured;
    // No device that runs this is slower or faster by orders of magnitude.
    QVERIFY(ceilings.copyGbs > 0.1 && ceilings.copyGbs < 1e5);
    QVERIFY(ceilings.multiplyAddGflops > 0.5 && ceilings.multiplyAddGflops < 1e6);
    QVERIFY(ceilings.launchMs > 0 && ceilings.launchMs < 100);
    QVERIFY(ceilings.enqueueMs > 0 && ceilings.enqueueMs < 100);
    QVERIFY(ceilings.hasTimer);
    QVERIFY(ceilings.compute.best <= ceilings.multiplyAddGflops);
    // A machine that is never undisturbed says so, and is not trusted.
    QVERIFY(!ceilings.isTrusted() || ceilings.compute.rounds.size() >= 3);
    QVERIFY(ceilings.levels.size() >= 4);
    for (const MemoryLevel &level : ceilings.levels) {
        QVERIFY(level.readGbs > 0.1 && level.writeGbs > 0.1 && level.copyGbs > 0.1);
    }
    QVERIFY(ceilings.levelOf(1).readGbs >= ceilings.levelOf(1e12).readGbs);

    const auto second = OpenclBackend::open(devices->front(), path);
    QVERIFY(second.ok());
    const auto kept = (*second)->ceilings(false);
    QVERIFY(kept.ok() && kept->has_value());
    QCOMPARE((*kept)->copyGbs, ceilings.copyGbs);
    QCOMPARE((*kept)->measuredAt, ceilings.measuredAt);
    QCOMPARE((*second)->programCounts().compiled + (*second)->programCounts().loaded, 0u);
    const auto again = (*second)->ceilings(true);
    QVERIFY(again.ok() && again->has_value());
    QCOMPARE((*second)->programCounts().loaded, 1u);
    // The best of both is kept.
    QVERIFY((*again)->multiplyAddGflops >= ceilings.multiplyAddGflops);
    QVERIFY((*again)->copyGbs >= ceilings.copyGbs);
}

NERVURE_TEST(TstMeasureCeilings)

#include "tst_measure_ceilings.moc"
