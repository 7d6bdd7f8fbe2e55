// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace nervure::tests;

/// A model with its weights in HDF5 is told of, run and carried on.
class TstConvertKeras : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theNextFormatComputesTheSame_data();
    void theNextFormatComputesTheSame();
    void exactComputesTheSame();
    void theModelIsTold();

private:
    [[nodiscard]] static QString seed()
    {
        return s((sourceFolder() / "tests/fuzz/seeds/keras/dense.h5").c_str());
    }
    /// x is made up from the seed, the same each time.
    [[nodiscard]] static QJsonArray resultOf(const QString &model, const QString &semantics)
    {
        const CliResult run = runCli({s("run"), model, s("--device"), s("reference"), s("--json"),
                                      s("--semantics"), semantics});
        const QJsonArray outputs = run.json()[s("outputs")].toArray();
        return outputs.first().toObject()[s("data")].toArray();
    }
    static bool areNear(const QJsonArray &a, const QJsonArray &b)
    {
        bool areNear = a.size() == b.size() && !a.isEmpty();
        for (qsizetype i = 0; areNear && i < a.size(); ++i) {
            areNear = std::abs(a[i].toDouble() - b[i].toDouble()) < 1e-5;
        }
        return areNear;
    }
};

void TstConvertKeras::theNextFormatComputesTheSame_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("format");
    QTest::newRow("NNVM") << s("graph.json") << s("nnvm");
    QTest::newRow("ONNX") << s("model.onnx") << s("onnx");
}

void TstConvertKeras::theNextFormatComputesTheSame()
{
    QFETCH(QString, file);
    QFETCH(QString, format);
    const QTemporaryDir folder;
    const QString path = folder.filePath(file);
    const CliResult converted = runCli({s("convert"), seed(), path, s("--to"), format});
    QVERIFY2(converted.exitCode == 0, converted.err.constData());
    QVERIFY(areNear(resultOf(path, s("fixed")), resultOf(seed(), s("fixed"))));
}

void TstConvertKeras::exactComputesTheSame()
{
    QVERIFY(areNear(resultOf(seed(), s("exact")), resultOf(seed(), s("fixed"))));
}

void TstConvertKeras::theModelIsTold()
{
    const CliResult info = runCli({s("info"), seed(), s("--json")});
    QVERIFY2(info.exitCode == 0, info.err.constData());
    QCOMPARE(info.json()[s("format")].toString(), s("keras"));
    QCOMPARE(info.json()[s("params")].toInt(), 6 + 3 + 4 * 3);
    const CliResult weights = runCli({s("weights"), seed()});
    QVERIFY2(weights.out.contains("b/moving_variance"), weights.out.constData());
}

NERVURE_TEST(TstConvertKeras)
#include "tst_convert_keras.moc"
