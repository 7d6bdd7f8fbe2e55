// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"

#include <QImage>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

/// The program `nervure` from outside, without a display.
class TstGuiProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void subcommandsNeedNoDisplay();
    void picturesArePainted_data();
    void picturesArePainted();
    void theHelpTellsOfTheWindow();
    void withoutADisplayItSaysSo();
};

namespace {

const QByteArray model = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "y", "inputs": [[0, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]})";

CliResult runNervure(const QStringList &arguments, const QByteArray &input = {})
{
    return runProgram(QStringLiteral("nervure"), arguments, input);
}

} // namespace

void TstGuiProgram::subcommandsNeedNoDisplay()
{
    const CliResult info =
        runNervure({QStringLiteral("info"), QStringLiteral("-"), QStringLiteral("--json")}, model);
    QVERIFY2(info.exitCode == 0, info.err.constData());
    QCOMPARE(info.json().value(QStringLiteral("nodes")).toInt(), 2);
    QVERIFY(runNervure({QStringLiteral("--version")}).out.startsWith("nervure "));
}

void TstGuiProgram::picturesArePainted_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("png") << QStringLiteral("a.png") << QByteArray("\x89PNG");
    QTest::newRow("pdf") << QStringLiteral("a.pdf") << QByteArray("%PDF-");
    QTest::newRow("svg") << QStringLiteral("a.svg") << QByteArray("<");
}

void TstGuiProgram::picturesArePainted()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, start);
    QTemporaryDir folder;
    QFile file(folder.filePath(name));
    const CliResult result = runNervure(
        {QStringLiteral("render"), QStringLiteral("-"), QStringLiteral("-o"), file.fileName()},
        model);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith(start));
}

void TstGuiProgram::theHelpTellsOfTheWindow()
{
    const CliResult help = runNervure({QStringLiteral("--help")});
    QCOMPARE(help.exitCode, 0);
    QVERIFY(help.out.contains("opens the window"));
    QVERIFY(help.out.contains("info"));
}

void TstGuiProgram::withoutADisplayItSaysSo()
{
    const CliResult result = runNervure({QStringLiteral("model.json")});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.startsWith("nervure: no display found"), result.err.constData());
    QCOMPARE(result.err.count('\n'), 1);
}

QTEST_GUILESS_MAIN(TstGuiProgram)
#include "tst_gui_program.moc"
