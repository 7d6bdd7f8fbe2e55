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

NERVURE_TEST(TstPasses)
#include "tst_passes.moc"
