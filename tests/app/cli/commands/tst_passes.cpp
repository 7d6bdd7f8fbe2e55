// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTest>

using namespace nervure::tests;

class TstPasses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPassSaysWhatItIsFor();
    void passesOfADialectAreListed();
};

void TstPasses::everyPassSaysWhatItIsFor()
{
    const CliResult result = runCli({QStringLiteral("passes"), QStringLiteral("--json")});
    QCOMPARE(result.exitCode, 0);
    QVERIFY(result.json().value(QStringLiteral("passes")).isArray());
    QVERIFY(result.json().value(QStringLiteral("diagnostics")).toArray().isEmpty());
    for (const auto value : result.json().value(QStringLiteral("passes")).toArray()) {
        const QJsonObject pass = value.toObject();
        QVERIFY(!pass.value(QStringLiteral("name")).toString().isEmpty());
        QVERIFY(!pass.value(QStringLiteral("summary")).toString().isEmpty());
        QVERIFY(pass.value(QStringLiteral("options")).isArray());
    }
}

void TstPasses::passesOfADialectAreListed()
{
    const CliResult result = runCli({QStringLiteral("passes"), QStringLiteral("--dialect"),
                                     QStringLiteral("onnx"), QStringLiteral("--json")});
    QCOMPARE(result.exitCode, 0);
    QStringList names;
    for (const auto value : result.json().value(QStringLiteral("passes")).toArray()) {
        names.append(value.toObject().value(QStringLiteral("name")).toString());
        QVERIFY(value.toObject()
                    .value(QStringLiteral("dialects"))
                    .toArray()
                    .contains(QStringLiteral("onnx")));
    }
    QVERIFY(names.contains(QStringLiteral("ONNXToNNVM")));
    QVERIFY(names.contains(QStringLiteral("InferShape")));
    QVERIFY(!names.contains(QStringLiteral("FoldBatchNorm")));
    QVERIFY(!names.contains(QStringLiteral("KerasToNNVM")));
}

NERVURE_TEST(TstPasses)
#include "tst_passes.moc"
