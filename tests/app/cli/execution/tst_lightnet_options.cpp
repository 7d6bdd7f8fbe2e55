// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/oracles.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

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

/// The words of a recorded command as ours; empty when it has no counterpart.
QStringList ourWords(const QString &command, const QDir &folder, const QStringList &files)
{
    QStringList words{s("run"), s("--semantics"), s("exact")};
    const QStringList theirs = command.split(QLatin1Char(' '), Qt::SkipEmptyParts).mid(1);
    bool isCompiled = true;
    bool hasOut = false;
    for (int i = 0; i < theirs.size(); ++i) {
        QString word = theirs[i];
        if (word.startsWith(s("--outfile="))) {
            words << s("-o") << folder.filePath(word.section(QLatin1Char('='), 1));
            hasOut = true;
        } else if ((word == s("-o") || word == s("-f")) && i + 1 < theirs.size()) {
            const QString file = theirs[++i];
            const bool isWord = file == s("-") || file == s("!");
            words << word << (isWord ? file : folder.filePath(file));
            hasOut = hasOut || word == s("-o");
        } else if (word == s("-c") || word == s("-r") || word == s("-")) {
            words << word;
            isCompiled = isCompiled && word != s("-r");
        } else if (files.contains(word)) {
            words << folder.filePath(word);
        } else {
            return {};
        }
    }
    // LightNet writes out.json unless it is told otherwise.
    if (!hasOut && (isCompiled || words.contains(s("-c")))) {
        words << s("-o") << folder.filePath(s("out.json"));
    }
    return theirs.isEmpty() ? QStringList() : words;
}

} // namespace

class TstLightnetOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void compiledDocumentsRunAsTheyAre();
    void weightsFillTensors_data();
    void weightsFillTensors();
    void weightsStayInTheModelsFolder();
    void optionsAreForLightNet();
    void doesWhatLightNetsCommandDoes();
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

void TstLightnetOptions::weightsFillTensors_data()
{
    QTest::addColumn<QString>("semantics");
    QTest::newRow("fixed") << s("fixed");
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
        QCOMPARE(result.exitCode, 2);
    }
}

void TstLightnetOptions::doesWhatLightNetsCommandDoes()
{
    NERVURE_NEED_ORACLES();
    const QString file =
        QString::fromStdString((oraclesFolder() / "lightnet" / "cli.json").string());
    const QJsonObject oracle = QJsonDocument::fromJson(read(file)).object();
    int count = 0;
    for (const auto &item : oracle.value(s("cases")).toArray()) {
        const QJsonObject record = item.toObject();
        const QTemporaryDir folder;
        QStringList files{s("out.json")};
        for (const char *kind : {"inputs", "weight_files"}) {
            const QJsonObject texts = oracle.value(s(kind)).toObject();
            for (auto it = texts.begin(); it != texts.end(); ++it) {
                write(folder.filePath(it.key()), it.value().toString().toUtf8());
                files << it.key();
            }
        }
        const QByteArray input = read(folder.filePath(s("m.json")));
        const QDir place(folder.path());
        if (record.contains(s("before"))) {
            (void)runCli(ourWords(record.value(s("before")).toString(), place, files));
        }
        const QStringList words = ourWords(record.value(s("command")).toString(), place, files);
        if (words.isEmpty()) {
            continue;
        }
        const CliResult result = runCli(words, input);
        const QByteArray name = record.value(s("name")).toString().toUtf8();
        const bool isFine = record.value(s("exit_status")).toInt() == 0;
        QVERIFY2((result.exitCode == 0) == isFine, name + ": " + result.err);
        // What weights and empty kernels leave in LightNet's memory is the conformance runner's.
        const QString command = record.value(s("command")).toString();
        if (!command.contains(s("-f ")) && !command.contains(s("relu.json"))) {
            QVERIFY2(result.out == record.value(s("stdout")).toString().toUtf8(),
                     name + ": " + result.out);
        }
        for (const auto &made : record.value(s("new_files")).toArray()) {
            QVERIFY2(QFile::exists(folder.filePath(made.toString())), name);
        }
        ++count;
    }
    QVERIFY2(count >= 20, QByteArray::number(count));
}

QTEST_GUILESS_MAIN(TstLightnetOptions)
#include "tst_lightnet_options.moc"
