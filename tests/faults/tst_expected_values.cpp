// SPDX-License-Identifier: Apache-2.0
#include "core/execution/tensor.h"
#include "core/formats/tensors/npy.h"
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTemporaryDir>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

/// Folders of a model (model.*), values for its inputs (NAME.npy, or input_N.npy in the model's order) and what its own
/// framework computes of them (expected_N.npy). Without expected values the model has to open.
class TstExpectedValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areComputed_data();
    void areComputed();
};

namespace {

namespace fs = std::filesystem;

/// The folders of faults that are made so.
constexpr const char *expectedFolders[] = {"37-keras"};

QString text(const fs::path &path)
{
    return QString::fromStdString(path.string());
}

fs::path modelIn(const fs::path &folder)
{
    for (const auto &entry : fs::directory_iterator(folder)) {
        if (entry.path().stem() == "model") {
            return entry.path();
        }
    }
    return {};
}

QString sizesText(const Shape &shape)
{
    QStringList sizes;
    for (const std::int64_t size : shape) {
        sizes << QString::number(size);
    }
    return sizes.join(u',');
}

/// "--input" and "--shape" for each array that the folder has.
QStringList givenInputs(const fs::path &folder, const QJsonArray &inputs)
{
    QStringList arguments;
    for (qsizetype i = 0; i < inputs.size(); ++i) {
        const QString name = inputs[i][s("name")].toString();
        fs::path file = folder / (name.toStdString() + ".npy");
        if (!fs::exists(file)) {
            file = folder / ("input_" + std::to_string(i) + ".npy");
        }
        const Result<Tensor> array = readNpy(nervure::tests::readFile(file));
        if (array && !array->shape().empty()) {
            arguments << s("--input") << name + u'=' + text(file) << s("--shape")
                      << name + u'=' + sizesText(array->shape());
        }
    }
    return arguments;
}

bool isClose(double found, double expected, double largest)
{
    return std::isnan(expected)
               ? std::isnan(found)
               : found == expected || std::abs(found - expected) <= 1e-4 * (largest + 1e-3);
}

/// The difference; empty: none.
QString difference(const Tensor &found, const Tensor &expected)
{
    if (found.count() != expected.count()) {
        return sizesText(found.shape()) + s(" instead of ") + sizesText(expected.shape());
    }
    double largest = 0;
    for (std::int64_t i = 0; i < expected.count(); ++i) {
        const double value = std::abs(elementAsDouble(expected.view(), i));
        largest = std::isfinite(value) ? std::max(largest, value) : largest;
    }
    for (std::int64_t i = 0; i < expected.count(); ++i) {
        const double is = elementAsDouble(found.view(), i);
        const double should = elementAsDouble(expected.view(), i);
        if (!isClose(is, should, largest)) {
            return s("element %1 is %2, expected %3").arg(i).arg(is).arg(should);
        }
    }
    return {};
}

} // namespace

void TstExpectedValues::areComputed_data()
{
    NERVURE_NEED_FAULTS();
    QTest::addColumn<QString>("folder");
    for (const char *all : expectedFolders) {
        for (const auto &entry : fs::directory_iterator(faultsFolder() / all)) {
            if (entry.is_directory()) {
                const std::string name = entry.path().filename().string();
                QTest::newRow(name.c_str()) << QString::fromStdString(all + ('/' + name));
            }
        }
    }
}

void TstExpectedValues::areComputed()
{
    QFETCH(QString, folder);
    const fs::path path = faultsFolder() / folder.toStdString();
    const QString model = text(modelIn(path));
    const CliResult info = runCli({s("info"), model, s("--json")});
    NERVURE_VERIFY_EXIT(info, 0, "");
    const QJsonArray inputs = info.json()[s("inputs")].toArray();
    QVERIFY(!inputs.isEmpty());
    if (!fs::exists(path / "expected_0.npy")) {
        return;
    }
    const QTemporaryDir results;
    const CliResult run =
        runCli(QStringList{s("run"), model, s("--device"), s("reference"), s("--no-invented"),
                           s("--output"), results.path(), s("--json")}
               + givenInputs(path, inputs));
    QVERIFY2(run.exitCode == 0, run.out.constData());
    const QJsonArray outputs = run.json()[s("outputs")].toArray();
    for (qsizetype i = 0; fs::exists(path / ("expected_" + std::to_string(i) + ".npy")); ++i) {
        QVERIFY(i < outputs.size());
        const fs::path file = outputs[i][s("file")].toString().toStdString();
        const auto found = readNpy(nervure::tests::readFile(file));
        const auto expected =
            readNpy(nervure::tests::readFile(path / ("expected_" + std::to_string(i) + ".npy")));
        QVERIFY2(found && expected, file.c_str());
        const QString differs = difference(*found, *expected);
        QVERIFY2(differs.isEmpty(), qPrintable(s("output %1: ").arg(i) + differs));
    }
}

NERVURE_TEST(TstExpectedValues)
#include "tst_expected_values.moc"
