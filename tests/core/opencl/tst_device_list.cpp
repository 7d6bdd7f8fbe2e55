// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/device_list.h"

#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <QThread>
#include <unistd.h>

using namespace nervure;

class TstDeviceList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void indexSelectsADevice();
    void partOfANameSelectsWithoutRegardToCase_data();
    void partOfANameSelectsWithoutRegardToCase();
    void digitsAndDotsAreIndicesOrNothing_data();
    void digitsAndDotsAreIndicesOrNothing();
    void severalMatchesAreListed();
    void noMatchListsWhatThereIs();
    void noDeviceIsNamed();
    void emptySelectorPrefersAGpu();
    void makersTellTheClass_data();
    void makersTellTheClass();
    void realDevicesAreDescribed();
    void poclBindsItsThreadsWhereAllCoresAreOurs();

private:
    std::vector<DeviceInfo> m_devices;
};

void TstDeviceList::initTestCase()
{
    DeviceInfo cpu;
    cpu.id = "0.0";
    cpu.platform = "Portable Computing Language";
    cpu.platformVersion = "OpenCL 3.0 PoCL 3.1";
    cpu.name = "pthread-skylake";
    cpu.version = "OpenCL 3.0 PoCL HSTR";
    cpu.type = "cpu";
    DeviceInfo gpu = cpu;
    gpu.id = "1.0";
    gpu.platform = "Example CUDA";
    gpu.platformVersion = "OpenCL 3.0";
    gpu.name = "Example GPU";
    gpu.version = "OpenCL 3.0";
    gpu.type = "gpu";
    m_devices = {cpu, gpu};
}

void TstDeviceList::indexSelectsADevice()
{
    QCOMPARE(selectDevice(m_devices, "1.0")->name, std::string("Example GPU"));
}

void TstDeviceList::partOfANameSelectsWithoutRegardToCase_data()
{
    QTest::addColumn<QString>("selector");
    QTest::addColumn<QString>("id");
    QTest::newRow("platform") << "portable"
                              << "0.0";
    QTest::newRow("platform version") << "pocl"
                                      << "0.0";
    QTest::newRow("device") << "example gpu"
                            << "1.0";
}

void TstDeviceList::partOfANameSelectsWithoutRegardToCase()
{
    QFETCH(QString, selector);
    QFETCH(QString, id);
    const auto device = selectDevice(m_devices, selector.toStdString());
    QVERIFY(device.ok());
    QCOMPARE(QString::fromStdString(device->id), id);
}

void TstDeviceList::digitsAndDotsAreIndicesOrNothing_data()
{
    QTest::addColumn<QString>("selector");
    // 3.1 is the version of PoCL, 3.0 that of OpenCL.
    for (const char *selector : {"3.1", "3.0", "3", "0.", ".", "0.1", "00.0"}) {
        QTest::newRow(selector) << QString::fromLatin1(selector);
    }
}

void TstDeviceList::digitsAndDotsAreIndicesOrNothing()
{
    QFETCH(QString, selector);
    const auto device = selectDevice(m_devices, selector.toStdString());
    QVERIFY(!device.ok());
    QCOMPARE(device.error().code, std::string("device-unknown"));
    QVERIFY(device.error().message.find("0.0 (") != std::string::npos);
}

void TstDeviceList::severalMatchesAreListed()
{
    const auto device = selectDevice(m_devices, "opencl 3.0");
    QVERIFY(!device.ok());
    QCOMPARE(device.error().code, std::string("device-ambiguous"));
    QVERIFY(device.error().message.find("0.0 (") != std::string::npos);
    QVERIFY(device.error().message.find("1.0 (") != std::string::npos);
}

void TstDeviceList::noMatchListsWhatThereIs()
{
    const auto device = selectDevice(m_devices, "vega");
    QVERIFY(!device.ok());
    QCOMPARE(device.error().code, std::string("device-unknown"));
    QVERIFY(device.error().message.find("Example GPU") != std::string::npos);
}

void TstDeviceList::noDeviceIsNamed()
{
    const auto device = selectDevice({}, "pocl");
    QVERIFY(!device.ok());
    QCOMPARE(device.error().code, std::string("device-missing"));
}

void TstDeviceList::emptySelectorPrefersAGpu()
{
    QCOMPARE(selectDevice(m_devices, "")->id, std::string("1.0"));
    QCOMPARE(selectDevice(std::span(m_devices).first(1), "")->id, std::string("0.0"));
}

void TstDeviceList::makersTellTheClass_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("vendor");
    QTest::addColumn<DeviceClass>("deviceClass");
    const auto add = [](const char *type, const char *vendor, DeviceClass deviceClass) {
        QTest::newRow(vendor) << QByteArray(type) << QByteArray(vendor) << deviceClass;
    };
    add("gpu", "NVIDIA Corporation", DeviceClass::Nvidia);
    add("gpu", "Advanced Micro Devices, Inc.", DeviceClass::Amd);
    add("gpu", "AMD", DeviceClass::Amd);
    add("gpu", "Intel(R) Corporation", DeviceClass::Intel);
    add("gpu", "ARM", DeviceClass::Mobile);
    add("gpu", "QUALCOMM", DeviceClass::Mobile);
    add("gpu", "", DeviceClass::Unknown);
    add("accelerator", "Xilinx", DeviceClass::Unknown);
    add("cpu", "GenuineIntel", DeviceClass::Cpu);
}

void TstDeviceList::makersTellTheClass()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, vendor);
    QFETCH(DeviceClass, deviceClass);
    QCOMPARE(deviceClassOf(type.toStdString(), vendor.toStdString()), deviceClass);
}

void TstDeviceList::realDevicesAreDescribed()
{
    const auto devices = listDevices();
    QVERIFY(devices.ok());
    NERVURE_NEED_OPENCL(!devices->empty());
    for (const DeviceInfo &device : *devices) {
        QVERIFY(!device.name.empty());
        QVERIFY(device.traits.computeUnits > 0);
        QVERIFY(device.traits.maxWorkGroup > 0);
        QVERIFY(device.globalBytes >= device.maxAllocationBytes);
        QVERIFY(device.alignment % 64 == 0);
        QCOMPARE(selectDevice(*devices, device.id)->name, device.name);
    }
}

void TstDeviceList::poclBindsItsThreadsWhereAllCoresAreOurs()
{
    QVERIFY(listDevices().ok());
    if (QThread::idealThreadCount() != sysconf(_SC_NPROCESSORS_ONLN)) {
        QSKIP("this process was given some of the cores only");
    }
    QVERIFY(qEnvironmentVariableIsSet("POCL_AFFINITY"));
}

NERVURE_TEST(TstDeviceList)
#include "tst_device_list.moc"
