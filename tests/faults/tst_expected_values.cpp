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

/// The folders of faults that are made so, or hold such.
constexpr const char *expectedFolders[] = {"37-keras", "38-tensorflow",
                                           "39-darknet-coreml/coreml-reshape-minus-one"};

/// Operators that nobody knows yet, by name: it has to be refused with these words.
struct UnknownModel {
    const char *folder;
    const char *words;
};
constexpr UnknownModel unknownModels[] = {
    {"38-tensorflow/tf-bitcast", "Bitcast"},
    {"38-tensorflow/tf-cond-v1", "Switch"},
    {"38-tensorflow/tf-fakequant", "FakeQuantWithMinMaxVars"},
    {"38-tensorflow/tf-identityn", "IdentityN"},
    {"38-tensorflow/tf-op-atan2", "Atan2"},
    {"38-tensorflow/tf-op-conv3d", "Conv3D"},
    {"38-tensorflow/tf-op-cumprod", "Cumprod"},
    {"38-tensorflow/tf-op-l2loss", "L2Loss"},
    {"38-tensorflow/tf-op-matrixbandpart", "MatrixBandPart"},
    {"38-tensorflow/tf-op-reversesequence", "ReverseSequence"},
    {"38-tensorflow/tf-op-scatternd", "ScatterNd"},
    {"38-tensorflow/tf-op-unsortedsegmentsum", "UnsortedSegmentSum"},
};

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
        if (array) {
            arguments << s("--input") << name + u'=' + text(file);
        }
        if (array && array->shape().size() != 0) {
            arguments << s("--shape") << name + u'=' + sizesText(array->shape());
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
    if (found.shape() != expected.shape()) {
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

/// The output that expected_N.npy is of: `y` or `y:N` among others that nobody reads, else the N-th.
QJsonValue outputOf(const QJsonArray &outputs, qsizetype i)
{
    for (const QJsonValue output : outputs) {
        const QString name = output[s("name")].toString();
        if (name == s("y:%1").arg(i) || (i == 0 && name == u'y')) {
            return output;
        }
    }
    return outputs.at(i);
}

QString wordsOf(const QString &folder)
{
    for (const UnknownModel &model : unknownModels) {
        if (folder == s(model.folder)) {
            return s(model.words);
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
        if (!modelIn(faultsFolder() / all).empty()) {
            QTest::newRow(all) << s(all);
            continue;
        }
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
    if (const QString words = wordsOf(folder); !words.isEmpty()) {
        NERVURE_VERIFY_EXIT(run, 1, "");
        QVERIFY2(run.out.contains(words.toUtf8()), run.out.constData());
        return;
    }
    QVERIFY2(run.exitCode == 0, run.out.constData());
    const QJsonArray outputs = run.json()[s("outputs")].toArray();
    for (qsizetype i = 0; fs::exists(path / ("expected_" + std::to_string(i) + ".npy")); ++i) {
        QVERIFY(i < outputs.size());
        const fs::path file = outputOf(outputs, i)[s("file")].toString().toStdString();
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
