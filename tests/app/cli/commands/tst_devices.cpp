// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTest>

using namespace nervure::tests;

class TstDevices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theReferenceIsAlwaysThere();
    void peopleGetATable();
};

void TstDevices::theReferenceIsAlwaysThere()
{
    const CliResult result = runCli({QStringLiteral("devices"), QStringLiteral("--json")});
    QCOMPARE(result.exitCode, 0);
    const QJsonArray devices = result.json().value(QStringLiteral("devices")).toArray();
    QVERIFY(!devices.isEmpty());
    QCOMPARE(devices.last().toObject().value(QStringLiteral("id")).toString(),
             QStringLiteral("reference"));
    for (const QJsonValue &device : devices) {
        QVERIFY(!device.toObject().value(QStringLiteral("name")).toString().isEmpty());
    }
}

void TstDevices::peopleGetATable()
{
    const CliResult result = runCli({QStringLiteral("devices")});
    QCOMPARE(result.exitCode, 0);
    QVERIFY(result.out.startsWith("device "));
    QVERIFY(result.out.contains("\nreference "));
}

NERVURE_TEST(TstDevices)
#include "tst_devices.moc"
