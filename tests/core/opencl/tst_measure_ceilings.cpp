// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/measure_ceilings.h"

#include "core/opencl/device_list.h"
#include "core/opencl/opencl_backend.h"
#include "tests/support/environment.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nervure;

class TstMeasureCeilings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roofIsTheSlowerOfTwo();
    void fileHoldsWhatWasMeasured();
    void damagedFileSaysNothing_data();
    void damagedFileSaysNothing();
    void deviceIsMeasuredOnce();
};

namespace {

const DeviceCeilings sample{12.5, 400.25, 0.005, 0.0012, false, "2026-11-22T01:02:03Z"};

} // namespace

void TstMeasureCeilings::roofIsTheSlowerOfTwo()
{
    const DeviceCeilings ceilings{10, 100, 0, 0, true, {}};
    QCOMPARE(ceilings.roofMs(1e9, 1e6), 10.0);
    QCOMPARE(ceilings.roofMs(1e6, 1e9), 100.0);
    QCOMPARE(DeviceCeilings().roofMs(1e9, 1e9), 0.0);
}

void TstMeasureCeilings::fileHoldsWhatWasMeasured()
{
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
    QVERIFY(!opencl::readCeilings(opencl::ceilingsFile(below, "other device")));
    QVERIFY(opencl::ceilingsFile({}, "device").empty());
}

void TstMeasureCeilings::damagedFileSaysNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << QByteArray(R"({"copy_gbs": 12.5, "multi)");
    QTest::newRow("no object") << QByteArray("[1, 2]");
    QTest::newRow("text for a number") << QByteArray(
        R"({"copy_gbs":"12","multiply_add_gflops":1,"launch_ms":1,"enqueue_ms":1,"has_timer":true,"measured_at":""})");
    QTest::newRow("negative") << QByteArray(
        R"({"copy_gbs":-1,"multiply_add_gflops":1,"launch_ms":1,"enqueue_ms":1,"has_timer":true,"measured_at":""})");
    QTest::newRow("no time") << QByteArray(
        R"({"copy_gbs":1,"multiply_add_gflops":1,"launch_ms":1,"enqueue_ms":1,"has_timer":true})");
    QTest::newRow("not said whether it has a timer") << QByteArray(
        R"({"copy_gbs":1,"multiply_add_gflops":1,"launch_ms":1,"enqueue_ms":1,"measured_at":""})");
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

    const auto second = OpenclBackend::open(devices->front(), path);
    QVERIFY(second.ok());
    const auto kept = (*second)->ceilings(false);
    QVERIFY(kept.ok() && kept->has_value());
    QCOMPARE((*kept)->copyGbs, ceilings.copyGbs);
    QCOMPARE((*kept)->measuredAt, ceilings.measuredAt);
    QCOMPARE((*second)->programCounts().compiled + (*second)->programCounts().loaded, 0u);
    QVERIFY((*second)->ceilings(true).ok());
    QCOMPARE((*second)->programCounts().loaded, 1u);
}

QTEST_GUILESS_MAIN(TstMeasureCeilings)

#include "tst_measure_ceilings.moc"
