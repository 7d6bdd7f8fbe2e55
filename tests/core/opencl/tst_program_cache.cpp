// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/program_cache.h"

#include "core/opencl/device_handle.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <fstream>

using namespace nervure;
using namespace nervure::opencl;

class TstProgramCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void textHoldsDefinesBeforeThePrelude();
    void secondRequestIsSharedInMemory();
    void secondCacheLoadsTheFile();
    void damagedFileIsRebuilt_data();
    void damagedFileIsRebuilt();
    void otherDeviceHasOtherFiles();
    void folderThatCannotBeMadeCostsNothing();
    void oldestFilesMakeRoom();
    void buildErrorCarriesTheLog();

private:
    [[nodiscard]] ProgramCache cacheIn(const std::filesystem::path &folder) const
    {
        return {m_context.get(), m_device, "device", folder};
    }

    void compileInto(const std::filesystem::path &folder) const;

    cl_device_id m_device = nullptr;
    Context m_context;
};

namespace {

KernelLaunch launchOf(std::string_view source)
{
    KernelLaunch launch;
    launch.program = "test";
    launch.source = source;
    return launch;
}

const std::string goodText =
    programText(launchOf("__kernel void f(__global float *p) { p[0] = 1.0f; }"));

bool hasKernel(cl_program program)
{
    cl_int error = CL_SUCCESS;
    const Kernel kernel(clCreateKernel(program, "f", &error));
    return error == CL_SUCCESS;
}

} // namespace

void TstProgramCache::compileInto(const std::filesystem::path &folder) const
{
    ProgramCache cache = cacheIn(folder);
    cache.program("test", goodText);
    QVERIFY(!std::filesystem::exists(cache.fileOf(goodText)));
    cache.keep();
    QVERIFY(std::filesystem::exists(cache.fileOf(goodText)));
}

void TstProgramCache::initTestCase()
{
    const std::vector<DeviceHandle> devices = deviceHandles();
    NERVURE_NEED_OPENCL(!devices.empty());
    m_device = devices.front().device;
    cl_int error = CL_SUCCESS;
    m_context = Context(clCreateContext(nullptr, 1, &m_device, nullptr, nullptr, &error));
    QCOMPARE(error, CL_SUCCESS);
}

void TstProgramCache::textHoldsDefinesBeforeThePrelude()
{
    KernelLaunch launch = launchOf("SOURCE");
    launch.defines = {{"TILE", "4"}, {"NERVURE_STORE(p, i, v)", "p[i] = v"}};
    const std::string text = programText(launch);
    QVERIFY(text.starts_with("#define TILE 4\n#define NERVURE_STORE(p, i, v) p[i] = v\n"));
    QVERIFY(text.find("#ifndef NERVURE_STORE") != std::string::npos);
    QVERIFY(text.ends_with("SOURCE"));
}

void TstProgramCache::secondRequestIsSharedInMemory()
{
    ProgramCache cache = cacheIn({});
    cl_program first = cache.program("test", goodText);
    QCOMPARE(cache.program("test", goodText), first);
    QCOMPARE(cache.counts().compiled, 1u);
    QCOMPARE(cache.counts().shared, 1u);
}

void TstProgramCache::secondCacheLoadsTheFile()
{
    const QTemporaryDir folder;
    compileInto(folder.path().toStdString());
    ProgramCache second = cacheIn(folder.path().toStdString());
    QVERIFY(hasKernel(second.program("test", goodText)));
    QCOMPARE(second.counts().loaded, 1u);
    QCOMPARE(second.counts().compiled, 0u);
}

void TstProgramCache::damagedFileIsRebuilt_data()
{
    QTest::addColumn<QByteArray>("damage");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << QByteArray("nervure program 3\n");
    QTest::newRow("other bytes") << QByteArray(5000, 'x');
    QTest::newRow("wrong checksum") << QByteArray("nervure program 3\n0123456789abcdef\nbinary");
}

void TstProgramCache::damagedFileIsRebuilt()
{
    QFETCH(QByteArray, damage);
    const QTemporaryDir folder;
    compileInto(folder.path().toStdString());
    ProgramCache second = cacheIn(folder.path().toStdString());
    const std::filesystem::path file = second.fileOf(goodText);
    const std::string whole = tests::readFile(file);
    QVERIFY(!whole.empty());
    std::ofstream(file, std::ios::binary | std::ios::trunc) << damage.toStdString();
    QVERIFY(hasKernel(second.program("test", goodText)));
    QCOMPARE(second.counts().compiled, 1u);
    second.keep();
    QVERIFY(tests::readFile(file) != damage.toStdString());
    ProgramCache third = cacheIn(folder.path().toStdString());
    QVERIFY(hasKernel(third.program("test", goodText)));
    QCOMPARE(third.counts().loaded, 1u);
}

void TstProgramCache::otherDeviceHasOtherFiles()
{
    const ProgramCache one(m_context.get(), m_device, "device one", "/folder");
    const ProgramCache two(m_context.get(), m_device, "device two", "/folder");
    QVERIFY(one.fileOf(goodText) != two.fileOf(goodText));
    QVERIFY(one.fileOf(goodText) != one.fileOf(goodText + ' '));
    QVERIFY(one.fileOf(goodText) != one.fileOf(goodText, "f 1 1 1"));
    QCOMPARE(one.fileOf(goodText).parent_path(), std::filesystem::path("/folder"));
}

void TstProgramCache::folderThatCannotBeMadeCostsNothing()
{
    ProgramCache cache = cacheIn("/dev/null/programs");
    cache.program("test", goodText);
    cache.keep();
    QVERIFY(hasKernel(cache.program("test", goodText)));
    QCOMPARE(cache.counts().compiled, 1u);
}

void TstProgramCache::oldestFilesMakeRoom()
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    const auto longAgo = std::filesystem::file_time_type::clock::now() - std::chrono::hours(48);
    for (std::size_t i = 0; i < ProgramCache::maxFiles + 2; ++i) {
        const std::filesystem::path file = path / (std::to_string(i) + ".bin");
        std::ofstream(file) << i;
        std::filesystem::last_write_time(file, longAgo + std::chrono::seconds(i));
    }
    ProgramCache cache = cacheIn(path);
    const std::filesystem::path abandoned = path / "3.bin.aB3xY9";
    std::ofstream(abandoned) << "half";
    std::filesystem::last_write_time(abandoned, longAgo);
    cache.program("test", goodText);
    cache.keep();
    QVERIFY(!std::filesystem::exists(abandoned));
    QVERIFY(std::filesystem::exists(cache.fileOf(goodText)));
    QVERIFY(!std::filesystem::exists(path / "2.bin"));
    QVERIFY(std::filesystem::exists(path / "3.bin"));
}

void TstProgramCache::buildErrorCarriesTheLog()
{
    ProgramCache cache = cacheIn({});
    const std::string bad = programText(launchOf("__kernel void f() { no_such_thing = 1; }"));
    const auto result = guarded<bool>([&] { return hasKernel(cache.program("bad one", bad)); });
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, std::string("device-build"));
    QVERIFY(result.error().message.find("bad one") != std::string::npos);
    QVERIFY(result.error().message.find("no_such_thing") != std::string::npos);
}

NERVURE_TEST(TstProgramCache)
#include "tst_program_cache.moc"
