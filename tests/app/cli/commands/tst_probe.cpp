// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure::tests;

class TstProbe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// What a crash of the child does is told by tst_device_faults.
    void saysNothing()
    {
        const CliResult result = runCli({QStringLiteral("probe")});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.out, QByteArray());
    }

    void isNotInTheHelp()
    {
        const CliResult help = runCli({QStringLiteral("--help")});
        QVERIFY(help.out.contains("devices"));
        QVERIFY(!help.out.contains("probe"));
    }
};

NERVURE_TEST(TstProbe)
#include "tst_probe.moc"
