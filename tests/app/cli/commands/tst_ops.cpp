// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTest>

using namespace nervure::tests;

class TstOps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyOperatorHasAReferencePage();
    void anUnknownOperatorIsWrongUsage();
    void anUnknownDialectIsWrongUsage();
};

void TstOps::everyOperatorHasAReferencePage()
{
    const CliResult all = runCli({QStringLiteral("ops"), QStringLiteral("--json")});
    QCOMPARE(all.exitCode, 0);
    for (const auto value : all.json().value(QStringLiteral("ops")).toArray()) {
        const QString name = value.toObject().value(QStringLiteral("name")).toString();
        const CliResult page = runCli({QStringLiteral("ops"), name});
        QCOMPARE(page.exitCode, 0);
        QVERIFY2(page.out.contains(name.toUtf8() + " ("), page.out.constData());
        QVERIFY(page.out.contains("inputs: "));
    }
}

void TstOps::anUnknownOperatorIsWrongUsage()
{
    const CliResult result =
        runCli({QStringLiteral("ops"), QStringLiteral("no_such"), QStringLiteral("--json")});
    QCOMPARE(result.exitCode, 2);
    QCOMPARE(result.json().value(QStringLiteral("diagnostics")).toArray().size(), 1);
    QVERIFY(result.err.startsWith("nervure: "));
}

void TstOps::anUnknownDialectIsWrongUsage()
{
    const CliResult result =
        runCli({QStringLiteral("ops"), QStringLiteral("--dialect"), QStringLiteral("caffe")});
    QCOMPARE(result.exitCode, 2);
    QVERIFY(result.out.isEmpty());
    QCOMPARE(result.err.count('\n'), 1);
}

NERVURE_TEST(TstOps)
#include "tst_ops.moc"
