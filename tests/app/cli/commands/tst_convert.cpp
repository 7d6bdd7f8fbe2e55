// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

class TstConvert : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void canonicalTextIsAFixedPoint();
    void whatWasWrittenIsTold();
    void anUnknownFormatIsWrongUsage();
    void aFolderThatIsNotThereIsTold();
    void aPictureIsNotWhatThisWrites();
};

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

const QByteArray reluModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "y", "inputs": [[0, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]})";

} // namespace

void TstConvert::canonicalTextIsAFixedPoint()
{
    const QStringList arguments{s("convert"), s("-"), s("-"), s("--canonical")};
    const CliResult once = runCli(arguments, reluModel);
    QVERIFY2(once.exitCode == 0, once.err.constData());
    QCOMPARE(QJsonDocument::fromJson(once.out), QJsonDocument::fromJson(reluModel));
    const CliResult twice = runCli(arguments, once.out);
    QCOMPARE(twice.out, once.out);
}

void TstConvert::whatWasWrittenIsTold()
{
    QTemporaryDir folder;
    const QString out = folder.filePath(s("out.json"));
    const CliResult result =
        runCli({s("convert"), s("-"), out, s("--canonical"), s("--json")}, reluModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(result.json().value(s("to")).toString(), s("nnvm"));
    QCOMPARE(qint64(result.json().value(s("bytes")).toInt()), QFile(out).size());
}

void TstConvert::anUnknownFormatIsWrongUsage()
{
    const CliResult result =
        runCli({s("convert"), s("-"), s("-"), s("--to"), s("caffe")}, reluModel);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("no format 'caffe'"), result.err.constData());
}

void TstConvert::aFolderThatIsNotThereIsTold()
{
    const CliResult result =
        runCli({s("convert"), s("-"), s("/no/such/folder/out.json"), s("--canonical")}, reluModel);
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.err.contains("/no/such/folder"), result.err.constData());
}

void TstConvert::aPictureIsNotWhatThisWrites()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(s("out.svg"));
    const CliResult result = runCli({s("convert"), s("-"), out}, reluModel);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("render"), result.err.constData());
    QVERIFY(!QFile::exists(out));
}

QTEST_GUILESS_MAIN(TstConvert)
#include "tst_convert.moc"
