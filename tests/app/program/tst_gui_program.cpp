// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QImage>
#include <QJsonArray>
#include <QProcess>
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
    void theFormatCanBeSaid();
    void theHelpTellsOfTheWindow();
    void withoutADisplayItSaysSo();
    void itKeepsItsThingsInOneFolder();
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

void TstGuiProgram::theFormatCanBeSaid()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("picture"));
    const QStringList common{QStringLiteral("render"), QStringLiteral("-"),
                             QStringLiteral("-o"),     path,
                             QStringLiteral("--to"),   QStringLiteral("png")};
    QCOMPARE(runNervure(common, model).exitCode, 0);
    const QImage light(path, "png");
    QVERIFY(light.width() > 100);
    QCOMPARE(runNervure(common + QStringList{QStringLiteral("--dark")}, model).exitCode, 0);
    const QImage dark(path, "png");
    QCOMPARE(dark.size(), light.size());
    QVERIFY(dark.pixelColor(0, 0).lightness() + 100 < light.pixelColor(0, 0).lightness());
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

void TstGuiProgram::itKeepsItsThingsInOneFolder()
{
    const QTemporaryDir home;
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"}) {
        environment.remove(QString::fromLatin1(name));
    }
    environment.insert(QStringLiteral("HOME"), home.path());
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    program.setProcessEnvironment(environment);
    program.start(QString::fromStdString(nervure::tests::program("nervure").string()),
                  {QStringLiteral("--new-process")});
    const QString log = home.filePath(QStringLiteral(".local/share/nervure/log/nervure.log"));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(log), 30000);
    program.kill();
    QVERIFY(program.waitForFinished());
    QVERIFY(!QFile::exists(home.filePath(QStringLiteral(".config/nervure/nervure"))));
    QVERIFY(!QFile::exists(home.filePath(QStringLiteral(".cache/nervure/nervure"))));
}

NERVURE_TEST(TstGuiProgram)
#include "tst_gui_program.moc"
