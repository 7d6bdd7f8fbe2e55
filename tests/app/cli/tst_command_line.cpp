// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCommandLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wrongUsageIsOneLineAndExitTwo_data();
    void wrongUsageIsOneLineAndExitTwo();
    void wrongUsageIsADocumentWithJson();
    void versionAndHelpAreNoErrors();
    void aTypoIsAnsweredWithTheLikelyWord();
    void optionsMayComeBeforeTheSubcommand();
    void subcommandsAreTellable();
};

void TstCommandLine::wrongUsageIsOneLineAndExitTwo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("nothing") << QStringList();
    QTest::newRow("only an option") << QStringList{QStringLiteral("-q")};
    QTest::newRow("no such subcommand") << QStringList{QStringLiteral("frobnicate")};
    QTest::newRow("no such option")
        << QStringList{QStringLiteral("passes"), QStringLiteral("--frobnicate")};
    QTest::newRow("too many words")
        << QStringList{QStringLiteral("passes"), QStringLiteral("a"), QStringLiteral("b")};
    QTest::newRow("bad colour mode")
        << QStringList{QStringLiteral("passes"), QStringLiteral("--color=sometimes")};
    QTest::newRow("missing value")
        << QStringList{QStringLiteral("passes"), QStringLiteral("--color")};
}

void TstCommandLine::wrongUsageIsOneLineAndExitTwo()
{
    QFETCH(QStringList, arguments);
    const CliResult result = runCli(arguments);
    QCOMPARE(result.exitCode, 2);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.err.startsWith("nervure: "), result.err.constData());
    QCOMPARE(result.err.count('\n'), 1);
}

void TstCommandLine::wrongUsageIsADocumentWithJson()
{
    const CliResult result = runCli(
        {QStringLiteral("passes"), QStringLiteral("--frobnicate"), QStringLiteral("--json")});
    QCOMPARE(result.exitCode, 2);
    const QJsonArray diagnostics = result.json().value(QStringLiteral("diagnostics")).toArray();
    QCOMPARE(diagnostics.size(), 1);
    QCOMPARE(diagnostics.first().toObject().value(QStringLiteral("severity")).toString(),
             QStringLiteral("error"));
}

void TstCommandLine::versionAndHelpAreNoErrors()
{
    const CliResult version = runCli({QStringLiteral("--version")});
    QCOMPARE(version.exitCode, 0);
    QVERIFY(version.out.startsWith("nervure "));
    const CliResult help = runCli({QStringLiteral("--help")});
    QCOMPARE(help.exitCode, 0);
    const cli::CommandRegistry commands = cli::makeCommands();
    for (const cli::CommandSpec &command : commands.all()) {
        QCOMPARE(help.out.contains(("\n  " + command.name + " ").c_str()), !command.isHidden);
    }
}

void TstCommandLine::aTypoIsAnsweredWithTheLikelyWord()
{
    QVERIFY(runCli({QStringLiteral("passs")}).err.contains("did you mean 'pass"));
}

void TstCommandLine::optionsMayComeBeforeTheSubcommand()
{
    const CliResult result = runCli({QStringLiteral("--color"), QStringLiteral("never"),
                                     QStringLiteral("-q"), QStringLiteral("passes")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(result.out.contains("InferShape"));
}

void TstCommandLine::subcommandsAreTellable()
{
    const cli::CommandRegistry commands = cli::makeCommands();
    QVERIFY(cli::isCommandWord(commands, "passes"));
    QVERIFY(cli::isCommandWord(commands, "--version"));
    QVERIFY(!cli::isCommandWord(commands, "model.json"));
}

NERVURE_TEST(TstCommandLine)
#include "tst_command_line.moc"
