// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// Prints a tensor of three floats that come from a file.
const QByteArray loaded = R"({"ops": [
    {"name": "c", "optype": "create", "tensors_in": [],
     "tensors_out": [{"arg_name": "dst", "name": "w"}],
     "params": [{"arg_name": "dtype", "value": "TL_FLOAT"}, {"arg_name": "dims", "value": [3]},
                {"arg_name": "ran", "value": [0, 0]}, {"arg_name": "data", "value": [7]},
                {"arg_name": "from_file", "value": true}]},
    {"name": "p", "optype": "print", "tensors_in": [{"arg_name": "src", "name": "w"}],
     "tensors_out": [], "params": [{"arg_name": "msg", "value": "w"}]}]})";

const QByteArray weights = "1\nw 0 3 3f800000 40000000 bf800000\n";

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
        qFatal("cannot write a file for the test");
    }
}

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TstLightnetOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void compiledDocumentsRunAsTheyAre();
    void weightsFillTensors_data();
    void weightsFillTensors();
    void weightsStayInTheModelsFolder();
    void whatIsOnlyCompiledNeedsNoWeights();
    void whatIsCompiledAlreadyIsNotCompiledAgain();
    void optionsAreForLightNet();
    void modelsWriteNoFiles();
};

void TstLightnetOptions::compiledDocumentsRunAsTheyAre()
{
    const QTemporaryDir folder;
    const QString model = folder.filePath(s("m.json"));
    const QString out = folder.filePath(s("out.json"));
    write(model, loaded);
    const CliResult compiled = runCli({s("run"), s("-c"), s("-o"), out, model});
    QVERIFY2(compiled.exitCode == 0, compiled.err.constData());
    QVERIFY(compiled.out.isEmpty());
    QVERIFY(read(out).contains("create_cpu"));
    const CliResult text = runCli({s("run"), s("-c"), s("-o"), s("-"), model});
    QCOMPARE(text.out, read(out));
    const CliResult run = runCli({s("run"), s("-r"), s("--device"), s("reference"), out});
    QVERIFY2(run.exitCode == 0, run.err.constData());
    QCOMPARE(run.out, QByteArray("w\n[0.000 0.000 0.000]\n"));
    const CliResult plain = runCli({s("run"), s("-r"), s("--device"), s("reference"), model});
    QCOMPARE(plain.exitCode, 1);
    QVERIFY(plain.err.contains("create"));
}

/// The weight file is opened when the model runs.
void TstLightnetOptions::whatIsOnlyCompiledNeedsNoWeights()
{
    const QTemporaryDir folder;
    const QString model = folder.filePath(s("m.json"));
    const QString out = folder.filePath(s("out.json"));
    const QString missing = folder.filePath(s("no.wts"));
    write(model, loaded);
    const CliResult compiled = runCli({s("run"), s("-c"), s("-f"), missing, s("-o"), out, model});
    QVERIFY2(compiled.exitCode == 0, compiled.err.constData());
    QVERIFY(read(out).contains("create_cpu"));
    for (const QStringList &runs : {QStringList(), QStringList{s("-c"), s("-r")}}) {
        const CliResult run = runCli(QStringList{s("run"), s("-f"), missing, model} + runs);
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("no.wts"), run.err.constData());
    }
}

/// In exact semantics, whether it is run or profiled.
void TstLightnetOptions::whatIsCompiledAlreadyIsNotCompiledAgain()
{
    const QTemporaryDir folder;
    const QString model = folder.filePath(s("m.json"));
    write(model, QByteArray(loaded).replace("\"create\"", "\"create_cpu\""));
    for (const char *command : {"run", "profile"}) {
        const QStringList call{s(command), model, s("--device"), s("reference")};
        QCOMPARE(runCli(call + QStringList{s("--semantics"), s("fixed")}).exitCode, 0);
        const CliResult exact = runCli(call + QStringList{s("--semantics"), s("exact")});
        QCOMPARE(exact.exitCode, 1);
        QVERIFY2(exact.err.contains("create_cpu"), exact.err.constData());
    }
}

void TstLightnetOptions::weightsFillTensors_data()
{
    QTest::addColumn<QString>("semantics");
    QTest::newRow("fixed") << s("fixed");
    QTest::newRow("exact") << s("exact");
}

void TstLightnetOptions::weightsFillTensors()
{
    QFETCH(QString, semantics);
    const QTemporaryDir folder;
    const QString model = folder.filePath(s("m.json"));
    write(model, loaded);
    write(folder.filePath(s("a.wts")), weights);
    const CliResult result = runCli({s("run"), model, s("-f"), folder.filePath(s("a.wts")),
                                     s("--device"), s("reference"), s("--semantics"), semantics});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(result.out, QByteArray("w\n[1.000 2.000 -1.000]\n"));
}

void TstLightnetOptions::weightsStayInTheModelsFolder()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(s("model")) && QDir(folder.path()).mkdir(s("weights")));
    const QString model = folder.filePath(s("model/m.json"));
    const QString outside = folder.filePath(s("weights/a.wts"));
    write(model, loaded);
    write(outside, weights);
    const QStringList words{s("run"), model, s("--device"), s("reference"), s("-f"), outside};
    const CliResult refused = runCli(words);
    QCOMPARE(refused.exitCode, 1);
    QVERIFY(refused.err.contains("--allow-path"));
    QVERIFY(refused.out.isEmpty());
    const QString link = folder.filePath(s("model/link.wts"));
    QVERIFY(QFile::link(outside, link));
    QCOMPARE(runCli({s("run"), model, s("-f"), link}).exitCode, 1);
    const CliResult allowed =
        runCli(words + QStringList{s("--allow-path"), folder.filePath(s("weights/"))});
    QVERIFY2(allowed.exitCode == 0, allowed.err.constData());
    QCOMPARE(allowed.out, QByteArray("w\n[1.000 2.000 -1.000]\n"));
}

void TstLightnetOptions::optionsAreForLightNet()
{
    const QByteArray model = R"({"nodes": [{"op": "null", "name": "x", "inputs": []}],
        "arg_nodes": [0], "node_row_ptr": [0, 1], "heads": [[0, 0, 0]]})";
    for (const QStringList &words :
         {QStringList{s("-c")}, QStringList{s("-r")}, QStringList{s("-o"), s("!")},
          QStringList{s("-f"), s("a.wts")}}) {
        const CliResult result = runCli(QStringList{s("run"), s("-")} + words, model);
        NERVURE_VERIFY_EXIT(result, 2, "for models of LightNet");
    }
}

void TstLightnetOptions::modelsWriteNoFiles()
{
    const QTemporaryDir folder;
    const QString model = folder.filePath(s("m.json"));
    const QString wanted = folder.filePath(s("w.txt"));
    QByteArray text = loaded;
    text.replace("\"print\"", "\"fprint\"");
    text.replace("\"value\": \"w\"}", "\"value\": \"w\"}, {\"arg_name\": \"file\", \"value\": \""
                                          + wanted.toUtf8() + "\"}");
    write(model, text);
    const CliResult result = runCli({s("run"), model, s("--device"), s("reference")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.err.contains(wanted.toUtf8()), result.err.constData());
    QVERIFY2(result.err.contains("use print to see it"), result.err.constData());
    QVERIFY(!QFile::exists(wanted));
}

NERVURE_TEST(TstLightnetOptions)
#include "tst_lightnet_options.moc"
