// SPDX-License-Identifier: Apache-2.0
#include "app/program/startup_options.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QTest>

using namespace nervure;

class TstStartupOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filesBecomeAbsolute();
    void optionsAreTaken();
    void anUnknownOptionIsAnError_data();
    void anUnknownOptionIsAnError();
};

void TstStartupOptions::filesBecomeAbsolute()
{
    const StartupOptions options = StartupOptions::parse(
        {QStringLiteral("a.json"), QStringLiteral("file:///models/b%20c.json"),
         QStringLiteral("--"), QStringLiteral("-d.json")});
    QCOMPARE(options.files,
             QStringList({QDir::current().absoluteFilePath(QStringLiteral("a.json")),
                          QStringLiteral("/models/b c.json"),
                          QDir::current().absoluteFilePath(QStringLiteral("-d.json"))}));
    QVERIFY(options.error.isEmpty());
}

void TstStartupOptions::optionsAreTaken()
{
    const StartupOptions options =
        StartupOptions::parse({QStringLiteral("--theme=dark"), QStringLiteral("--language=zh_CN"),
                               QStringLiteral("--new-process")});
    QCOMPARE(options.theme, QStringLiteral("dark"));
    QCOMPARE(options.language, QStringLiteral("zh_CN"));
    QVERIFY(options.newProcess);
    QVERIFY(options.error.isEmpty());
}

void TstStartupOptions::anUnknownOptionIsAnError_data()
{
    QTest::addColumn<QString>("argument");
    QTest::newRow("unknown") << QStringLiteral("--frobnicate");
    QTest::newRow("theme without value") << QStringLiteral("--theme");
    QTest::newRow("theme of another colour") << QStringLiteral("--theme=pink");
}

void TstStartupOptions::anUnknownOptionIsAnError()
{
    QFETCH(QString, argument);
    QVERIFY(StartupOptions::parse({argument}).error.contains(argument));
}

NERVURE_TEST(TstStartupOptions)
#include "tst_startup_options.moc"
