// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/npy.h"
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTemporaryDir>

#include <cstring>

using namespace nervure;
using namespace nervure::tests;

/// Values that a file holds reach the run as they are, to the bit.
class TstConstants : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyElement_data();
    void everyElement();
    void toTheBit_data();
    void toTheBit();
    void noValueIsInvented();
    void aConstantIsAParameterOfNnvm();
    void sparseInitializersHaveTheirShape();

private:
    static void addDevices(const QByteArray &folder);
    static bool hasOpencl();
};

namespace {

/// The bytes of the elements alone: whether a scalar has one dimension or none is another question.
QByteArray elementsOf(const Tensor &tensor)
{
    return {reinterpret_cast<const char *>(tensor.data()),
            static_cast<qsizetype>(tensor.byteSize())};
}

QByteArray elementsOf(const std::filesystem::path &file)
{
    const Result<Tensor> tensor = readNpy(tests::readFile(file));
    return tensor ? dtypeName(tensor->type()).data() + elementsOf(*tensor) : QByteArray();
}

std::vector<std::filesystem::path> caseFolders()
{
    std::vector<std::filesystem::path> folders;
    const std::filesystem::path all = faultsFolder() / "34-values-to-the-bit";
    for (const auto &entry : std::filesystem::directory_iterator(all)) {
        if (entry.is_directory()) {
            folders.push_back(entry.path());
        }
    }
    return folders;
}

} // namespace

bool TstConstants::hasOpencl()
{
    return runCli({s("devices"), s("--json")}).out.contains("\"0.0\"");
}

void TstConstants::addDevices(const QByteArray &folder)
{
    for (const char *device : {"reference", "0.0"}) {
        for (const char *pipeline : {"device", "none"}) {
            QTest::addRow("%s, %s, %s", folder.constData(), device, pipeline)
                << QString::fromUtf8(folder) << s(device) << s(pipeline);
        }
    }
}

void TstConstants::everyElement_data()
{
    NERVURE_NEED_FAULTS();
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("pipeline");
    addDevices("31-constants-in-runs");
}

void TstConstants::everyElement()
{
    QFETCH(QString, device);
    QFETCH(QString, pipeline);
    if (device != s("reference")) {
        NERVURE_NEED_OPENCL(hasOpencl());
    }
    const CliResult run =
        runCli({s("run"), faultFile("31-constants-in-runs/const_65.onnx"), s("--device"), device,
                s("--pipeline"), pipeline, s("--input"), s("x=0"), s("--json")});
    NERVURE_VERIFY_EXIT(run, 0, "");
    const QJsonArray data = run.json()[s("outputs")][0][s("data")].toArray();
    QVERIFY(!data.isEmpty());
    for (int i = 0; i < data.size(); ++i) {
        QCOMPARE(static_cast<float>(data[i].toDouble()), static_cast<float>(i) / 7.0F);
    }
    QCOMPARE(run.json()[s("invented")].toArray().size(), 0);
}

void TstConstants::toTheBit_data()
{
    NERVURE_NEED_FAULTS();
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("pipeline");
    for (const std::filesystem::path &folder : caseFolders()) {
        addDevices(QByteArray::fromStdString(folder.filename().string()));
    }
}

void TstConstants::toTheBit()
{
    QFETCH(QString, folder);
    QFETCH(QString, device);
    QFETCH(QString, pipeline);
    if (device != s("reference")) {
        NERVURE_NEED_OPENCL(hasOpencl());
    }
    const std::filesystem::path path =
        faultsFolder() / "34-values-to-the-bit" / folder.toStdString();
    const QTemporaryDir results;
    const CliResult run = runCli(
        QStringList{s("run"), QString::fromStdString((path / "model.onnx").string()), s("--device"),
                    device, s("--pipeline"), pipeline, s("--output"), results.path(), s("--json")}
        + inputsOf(path));
    NERVURE_VERIFY_EXIT(run, 0, "");
    QCOMPARE(run.json()[s("invented")].toArray().size(), 0);
    QVERIFY(!elementsOf(path / "out_y.npy").isEmpty());
    QCOMPARE(elementsOf(std::filesystem::path(results.filePath(s("y.npy")).toStdString())).toHex(),
             elementsOf(path / "out_y.npy").toHex());
}

/// Without its input a model runs as ever, and says so; where nothing may be made up, nothing is.
void TstConstants::noValueIsInvented()
{
    NERVURE_NEED_FAULTS();
    const QString model = faultFile("31-constants-in-runs/const_65.onnx");
    const QStringList plain{s("run"), model, s("--device"), s("reference"), s("--json")};
    const CliResult run = runCli(plain);
    NERVURE_VERIFY_EXIT(run, 0, "");
    QCOMPARE(run.json()[s("invented")].toArray(), QJsonArray{s("x")});
    const CliResult refused = runCli(plain + QStringList{s("--no-invented")});
    NERVURE_VERIFY_EXIT(refused, 1, "");
    QVERIFY2(refused.out.contains("nobody gives values for 'x'"), refused.out.constData());
    QVERIFY(!refused.json().contains(s("outputs")));
    NERVURE_VERIFY_EXIT(runCli(plain + QStringList{s("--no-invented"), s("--input"), s("x=1")}), 0,
                        "");
}

void TstConstants::aConstantIsAParameterOfNnvm()
{
    NERVURE_NEED_FAULTS();
    const QTemporaryDir folder;
    const QString json = folder.filePath(s("c.json"));
    NERVURE_VERIFY_EXIT(runCli({s("convert"), faultFile("31-constants-in-runs/const_65.onnx"), json,
                                s("--to"), s("nnvm")}),
                        0, "");
    const CliResult run = runCli({s("run"), json, s("--device"), s("reference"), s("--input"),
                                  s("x=0"), s("--no-invented"), s("--json")});
    NERVURE_VERIFY_EXIT(run, 0, "");
    const QJsonArray data = run.json()[s("outputs")][0][s("data")].toArray();
    QVERIFY(!data.isEmpty());
    QCOMPARE(static_cast<float>(data.last().toDouble()),
             static_cast<float>(data.size() - 1) / 7.0F);
}

void TstConstants::sparseInitializersHaveTheirShape()
{
    NERVURE_NEED_FAULTS();
    const QString model = faultFile("11-sparse-initializer/net.onnx");
    const CliResult info = runCli({s("info"), model, s("--json")});
    NERVURE_VERIFY_EXIT(info, 0, "");
    QCOMPARE(info.json()[s("macs")].toInt(), 27 * 36);
    QCOMPARE(info.json()[s("outputs")][0][s("shape")].toArray(), (QJsonArray{1, 1, 6, 6}));
    NERVURE_VERIFY_EXIT(runCli({s("run"), model, s("--device"), s("reference"), s("--input"),
                                s("x=1"), s("--no-invented")}),
                        0, "");
}

NERVURE_TEST(TstConstants)
#include "tst_constants.moc"
