// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/npy.h"
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTemporaryDir>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

/// A run gives what the model says: the type, the rank and the values that ONNX's runtime gives.
class TstResults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asTheModelSays_data();
    void asTheModelSays();
    void aLoopOfNoStepGivesWhatItWasGiven();
    void scalarsAndUnknownSizesAreToldApart();

private:
    static void addCases(const char *fault);
    static void compare(const std::filesystem::path &found, const std::filesystem::path &expected);
};

void TstResults::addCases(const char *fault)
{
    for (const auto &entry : std::filesystem::directory_iterator(faultsFolder() / fault)) {
        if (!entry.is_directory()) {
            continue;
        }
        const QString folder = QString::fromStdString(entry.path().string());
        for (const char *device : {"reference", "0.0"}) {
            QTest::addRow("%s, %s", entry.path().filename().c_str(), device) << folder << s(device);
        }
    }
}

/// Types and shapes are equal in NumPy's words, and of near values; NaN is NaN.
void TstResults::compare(const std::filesystem::path &found, const std::filesystem::path &expected)
{
    const std::string foundBytes = tests::readFile(found);
    const std::string expectedBytes = tests::readFile(expected);
    const auto foundArray = findNpy(foundBytes);
    const auto expectedArray = findNpy(expectedBytes);
    QVERIFY(foundArray);
    QVERIFY(expectedArray);
    QCOMPARE(foundArray->type, expectedArray->type);
    QCOMPARE(foundArray->shape, expectedArray->shape);
    const auto a = readNpy(foundBytes);
    const auto b = readNpy(expectedBytes);
    QVERIFY(a);
    QVERIFY(b);
    for (std::int64_t i = 0; i < b->count(); ++i) {
        const double right = elementAsDouble(b->view(), i);
        const double value = elementAsDouble(a->view(), i);
        const bool isNear = std::abs(value - right) <= 1e-5 * std::max(1.0, std::abs(right));
        QVERIFY2(isNear || value == right || (std::isnan(value) && std::isnan(right)),
                 qPrintable(s("%1: %2, expected %3").arg(i).arg(value).arg(right)));
    }
}

void TstResults::asTheModelSays_data()
{
    NERVURE_NEED_FAULTS();
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("device");
    addCases("33-edges-of-values");
    addCases("35-shape-arithmetic");
}

void TstResults::asTheModelSays()
{
    QFETCH(QString, folder);
    QFETCH(QString, device);
    if (device != s("reference")) {
        NERVURE_NEED_OPENCL(runCli({s("devices"), s("--json")}).out.contains("\"0.0\""));
    }
    const std::filesystem::path path = folder.toStdString();
    const QTemporaryDir results;
    const CliResult run = runCli(QStringList{s("run"), folder + s("/model.onnx"), s("--device"),
                                             device, s("--output"), results.path()}
                                 + inputsOf(path));
    NERVURE_VERIFY_EXIT(run, 0, "");
    for (const auto &entry : std::filesystem::directory_iterator(path)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("out_")) {
            compare(results.filePath(QString::fromStdString(name.substr(4))).toStdString(),
                    entry.path());
        }
    }
}

void TstResults::aLoopOfNoStepGivesWhatItWasGiven()
{
    NERVURE_NEED_FAULTS();
    const CliResult run =
        runCli({s("run"), faultFile("21-loop-of-no-step/loop.onnx"), s("--device"), s("reference"),
                s("--input"), s("x=1.5"), s("--json")});
    NERVURE_VERIFY_EXIT(run, 0, "");
    const QJsonArray data = run.json()[s("outputs")][0][s("data")].toArray();
    QCOMPARE(data, (QJsonArray{1.5, 1.5}));
}

void TstResults::scalarsAndUnknownSizesAreToldApart()
{
    NERVURE_NEED_FAULTS();
    const QString model = faultFile("09-scalar-as-one/scalar.onnx");
    const CliResult found = runCli({s("find"), model, s("*"), s("--json")});
    NERVURE_VERIFY_EXIT(found, 0, "");
    std::map<QString, QJsonArray> shapes;
    for (const QJsonValue node : found.json()[s("nodes")].toArray()) {
        shapes[node[s("name")].toString()] = node[s("shapes")].toArray();
    }
    QCOMPARE(shapes[s("s")], (QJsonArray{QJsonArray{}}));
    QCOMPARE(shapes[s("t")], (QJsonArray{QJsonArray{1}}));
    QCOMPARE(shapes[s("g")], (QJsonArray{QJsonArray{s("k")}}));
    QCOMPARE(shapes[s("f")], (QJsonArray{QJsonArray{2, 0}}));
    const CliResult info = runCli({s("info"), model, s("--json")});
    NERVURE_VERIFY_EXIT(info, 0, "");
    for (const QJsonValue input : info.json()[s("inputs")].toArray()) {
        QCOMPARE(input[s("shape")].toArray(), shapes[input[s("name")].toString()][0].toArray());
    }
}

NERVURE_TEST(TstResults)
#include "tst_results.moc"
