// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/npy.h"
#include "core/support/file.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;
using nervure::writeFile;

namespace {

/// A model with the weight `w`, 1 to 6 in two rows.
std::string weightedModel()
{
    const std::vector<float> values{1, 2, 3, 4, 5, 6};
    const std::string bytes(reinterpret_cast<const char *>(values.data()), 6 * sizeof(float));
    return modelOf(bytesField(
        graph::initializer, integerField(tensor::dims, 2) + integerField(tensor::dims, 3)
                                + integerField(tensor::dataType, 1) + bytesField(tensor::name, "w")
                                + bytesField(tensor::rawData, bytes)));
}

} // namespace

class TstWeights : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString file(const char *name) const { return m_folder.filePath(s(name)); }

private Q_SLOTS:
    void initTestCase() { QVERIFY(writeFile(file("m.onnx").toStdString(), weightedModel())); }

    void listsThem()
    {
        const CliResult result = runCli({s("weights"), file("m.onnx")});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.out.contains("w     float32    2×3     24"));
        QVERIFY(result.out.contains("1 weight, 24 bytes"));
    }

    void saysWhatOneIsLike()
    {
        const CliResult result =
            runCli({s("weights"), file("m.onnx"), s("w"), s("--slice"), s("1")});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.out.contains("min 1  max 6  mean 3.5  std 1.70783"));
        QVERIFY(result.out.contains("NaN 0  infinite 0  zero 0  of 6"));
        QVERIFY(result.out.contains("values of shape 3: 4, 5, 6"));
    }

    void json()
    {
        const CliResult result = runCli({s("weights"), file("m.onnx"), s("w"), s("--json")});
        const QJsonObject found = result.json();
        QCOMPARE(found[s("mean")].toDouble(), 3.5);
        QCOMPARE(found[s("shape")].toArray(), QJsonArray({2, 3}));
        QCOMPARE(found[s("histogram")].toArray().size(), 32);
        QCOMPARE(found[s("slice")][s("values")].toArray().size(), 6);
    }

    void numPyFile()
    {
        const CliResult result = runCli({s("weights"), file("m.onnx"), s("w"), s("--slice"),
                                         s(":,1"), s("--npy"), file("w.npy")});
        QCOMPARE(result.exitCode, 0);
        const auto tensor =
            nervure::readNpy(nervure::readFile(file("w.npy").toStdString()).value());
        QVERIFY(tensor.ok());
        QCOMPARE(tensor->shape(), (nervure::Shape{2}));
        QCOMPARE(tensor->elements<float>()[1], 5.0F);
    }

    void faults()
    {
        NERVURE_VERIFY_EXIT(runCli({s("weights"), file("m.onnx"), s("v")}), 2,
                            "there is no weight 'v'");
        NERVURE_VERIFY_EXIT(runCli({s("weights"), file("m.onnx"), s("w"), s("--slice"), s("2")}), 2,
                            "found '2' in the slice, expected an index of a dimension of size 2");
        NERVURE_VERIFY_EXIT(runCli({s("weights"), file("m.onnx"), s("--npy"), s("x.npy")}), 2,
                            "--slice and --npy are of one weight, expected its name");
        NERVURE_VERIFY_EXIT(runCli({s("weights"), file("none.onnx")}), 1,
                            "No such file or directory");
    }
};

NERVURE_TEST(TstWeights)
#include "tst_weights.moc"
