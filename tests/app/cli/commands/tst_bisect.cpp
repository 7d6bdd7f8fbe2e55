// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace nervure::tests;

namespace {

/// conv → batch norm → relu → dense.
const QByteArray bisectedModel = R"json({"nodes": [
    {"op": "null", "name": "data", "inputs": [], "attrs": {"shape": "(1, 3, 6, 6)"}},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "conv2d", "name": "conv", "inputs": [[0, 0, 0], [1, 0, 0]],
     "attrs": {"channels": "4", "kernel_size": "(3, 3)", "use_bias": "False"}},
    {"op": "null", "name": "gamma", "inputs": []}, {"op": "null", "name": "beta", "inputs": []},
    {"op": "null", "name": "mean", "inputs": []}, {"op": "null", "name": "var", "inputs": []},
    {"op": "batch_norm", "name": "bn", "attrs": {"epsilon": "0.01"},
     "inputs": [[2, 0, 0], [3, 0, 0], [4, 0, 0], [5, 0, 0], [6, 0, 0]]},
    {"op": "relu", "name": "relu", "inputs": [[7, 0, 0]]}],
    "arg_nodes": [0, 1, 3, 4, 5, 6], "heads": [[8, 0, 0]]})json";

/// Simplified, folded and computed beforehand.
const char *const bisectedPasses = "InferShape,SimplifyInference,InferShape,FoldScaleAxis,"
                                   "PrecomputePrune{with_parameters_only=1}";

} // namespace

class TstBisect : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString path(const char *name) const { return m_folder->filePath(s(name)); }
    QString write(const char *name, const QByteArray &text) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            qFatal("cannot write a test file");
        }
        return file.fileName();
    }
    /// The steps of the passes as files.
    [[nodiscard]] QString writtenSteps() const
    {
        const QString folder = path("steps");
        const CliResult made = runCli({s("pass"), write("model.json", bisectedModel), s("--passes"),
                                       s("InferShape,SimplifyInference"), s("--steps"), folder});
        if (made.exitCode != 0) {
            qFatal("%s", made.err.constData());
        }
        return folder;
    }
    static void replaceIn(const QString &file, const QByteArray &what, const QByteArray &with)
    {
        QFile opened(file);
        QVERIFY(opened.open(QIODevice::ReadOnly));
        QByteArray text = opened.readAll();
        opened.close();
        QVERIFY2(text.contains(what), text.constData());
        QVERIFY(opened.open(QIODevice::WriteOnly));
        opened.write(text.replace(what, with));
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void passesThatAreRightAreSaidToBe()
    {
        const QString model = write("model.json", bisectedModel);
        const CliResult result = runCli({s("bisect"), model, s("--passes"), s(bisectedPasses),
                                         s("--device"), s("reference"), s("--json")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QJsonObject json = result.json();
        QCOMPARE(json[u"verdict"].toString(), s("equal"));
        QVERIFY(json[u"found"].isNull());
        QStringList verdicts;
        for (const QJsonValue step : json[u"steps"].toArray()) {
            verdicts.append(step[u"name"].toString() + u' ' + step[u"verdict"].toString());
            QVERIFY(step[u"relative"].toDouble() < 1e-5);
        }
        QVERIFY(verdicts.contains(s("InferShape identical")));
        QVERIFY(verdicts.contains(s("SimplifyInference equal")));
        QVERIFY(verdicts.contains(s("FoldScaleAxis equal")));
        QVERIFY(verdicts.contains(s("PrecomputePrune equal")));
    }

    void aToleranceThatNothingKeepsNamesTheFirst()
    {
        const QString model = write("model.json", bisectedModel);
        const QString junit = path("report.xml");
        const CliResult result = runCli({s("bisect"), model, s("--passes"), s(bisectedPasses),
                                         s("--device"), s("reference"), s("--tolerance"),
                                         s("1e-12"), s("--junit"), junit, s("--width"), s("100")});
        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.out.contains("SimplifyInference is the first step that changes an output"),
                 result.out.constData());
        for (const QByteArray &line : result.out.split('\n').mid(0, 3)) {
            QVERIFY2(QString::fromUtf8(line).size() <= 100, line.constData());
        }
        QFile file(junit);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        QStringList failed;
        QString name;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement() && xml.name() == u"testcase") {
                name = xml.attributes().value(s("name")).toString();
            } else if (xml.isStartElement() && xml.name() == u"failure") {
                failed.append(name);
            }
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(failed.size(), 1);
        QVERIFY2(failed.front().endsWith(s("SimplifyInference")), qPrintable(failed.front()));
    }

    /// As NNVM's operators, with what they make at load.
    void lightNetsDocumentsAreProved()
    {
        const QString model = QString::fromStdString(
            (sourceFolder() / "resources/samples/lightnet_convnet.json").string());
        const CliResult result =
            runCli({s("bisect"), model, s("--passes"), s("Compile{opt_level=3}"), s("--device"),
                    s("reference"), s("--json")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        int compared = 0;
        for (const QJsonValue step : result.json()[u"steps"].toArray()) {
            compared += step[u"compared"].toInt();
        }
        QVERIFY(compared > 5);
        const CliResult made = runCli({s("convert"), model, path("net.onnx")});
        QVERIFY2(made.exitCode == 0, made.err.constData());
        const CliResult numeric = runCli({s("compare"), model, path("net.onnx"), s("--numeric"),
                                          s("--device"), s("reference"), s("--json")});
        QVERIFY2(numeric.exitCode == 0, numeric.err.constData());
        QVERIFY(numeric.json()[u"values"].toArray().size() > 5);
    }

    void stepsOfFilesAreProved()
    {
        const QString folder = writtenSteps();
        const CliResult right =
            runCli({s("bisect"), s("--steps"), folder, s("--device"), s("reference"), s("--json")});
        QVERIFY2(right.exitCode == 0, right.err.constData());
        QCOMPARE(right.json()[u"verdict"].toString(), s("equal"));
        const QStringList files = QDir(folder).entryList(QDir::Files, QDir::Name);
        const QString simplified = files.filter(s("SimplifyInference")).front();
        replaceIn(folder + u'/' + simplified, R"("scalar": "0.010000")", R"("scalar": "0.5")");
        const CliResult wrong =
            runCli({s("bisect"), s("--steps"), folder, s("--device"), s("reference"), s("--json")});
        QVERIFY2(wrong.exitCode == 4, wrong.err.constData());
        const QJsonObject found = wrong.json()[u"found"].toObject();
        QCOMPARE(found[u"pass"].toString(), s("SimplifyInference"));
        QCOMPARE(found[u"value"][u"before"].toString(), s("bn"));
    }

    /// The others are proved all the same.
    void aFileThatCannotBeReadIsAFault()
    {
        const QString folder = writtenSteps();
        const QStringList files = QDir(folder).entryList(QDir::Files, QDir::Name);
        QFile broken(folder + u'/' + files.filter(s("InferShape")).front());
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("no model") > 0);
        broken.close();
        const CliResult result =
            runCli({s("bisect"), s("--steps"), folder, s("--device"), s("reference"), s("--json")});
        QVERIFY2(result.exitCode == 1, result.err.constData());
        QVERIFY2(result.err.contains("the file of InferShape cannot be read"),
                 result.err.constData());
        QCOMPARE(result.json()[u"verdict"].toString(), s("incomplete"));
        QStringList verdicts;
        for (const QJsonValue step : result.json()[u"steps"].toArray()) {
            verdicts.append(step[u"name"].toString() + u' ' + step[u"verdict"].toString());
        }
        QVERIFY2(verdicts.contains(s("InferShape not run")), qPrintable(verdicts.join(u'\n')));
        QVERIFY2(verdicts.contains(s("SimplifyInference equal")), qPrintable(verdicts.join(u'\n')));
    }

    /// Steps that each stay within the tolerance leave it together.
    void smallErrorsAddUpBesideTheFirst()
    {
        const QString folder = path("drift");
        QVERIFY(QDir().mkpath(folder));
        for (const char *epsilon : {"0.01", "0.011", "0.012", "0.013"}) {
            write(qPrintable(s("drift/%1.json").arg(QString::number(QDir(folder).count()))),
                  QByteArray(bisectedModel).replace("\"0.01\"", QByteArray("\"") + epsilon + '"'));
        }
        const QStringList asked{s("bisect"),    s("--steps"),     folder,     s("--device"),
                                s("reference"), s("--tolerance"), s("0.001"), s("--json")};
        const CliResult before = runCli(asked);
        QVERIFY2(before.exitCode == 0, (before.err + before.out).constData());
        QCOMPARE(before.json()[u"against"].toString(), s("before"));
        const CliResult first = runCli(asked + QStringList{s("--against"), s("first")});
        QVERIFY2(first.exitCode == 4, (first.err + first.out).constData());
        QCOMPARE(first.json()[u"against"].toString(), s("first"));
        QVERIFY(first.json()[u"found"][u"step"].toInt() > 0);
    }

    void whatIsAskedWronglyIsSaid()
    {
        const QString model = write("model.json", bisectedModel);
        NERVURE_VERIFY_EXIT(runCli({s("bisect"), model}), 2, "expected a model and --passes");
        NERVURE_VERIFY_EXIT(runCli({s("bisect"), s("--passes"), s("InferShape")}), 2,
                            "expected a model and --passes");
        NERVURE_VERIFY_EXIT(
            runCli({s("bisect"), model, s("--passes"), s("InferShape"), s("--steps"), s(".")}), 2,
            "expected a model and --passes");
        NERVURE_VERIFY_EXIT(runCli({s("bisect"), model, s("--passes"), s("InferShap")}), 2,
                            "InferShape");
        NERVURE_VERIFY_EXIT(runCli({s("bisect"), model, s("--passes"), s("InferShape"),
                                    s("--device"), s("nowhere")}),
                            2, "'nowhere'");
        NERVURE_VERIFY_EXIT(runCli({s("bisect"), s("--steps"), path("missing")}), 1,
                            "cannot be read as a folder");
        write("broken.json", "{");
        NERVURE_VERIFY_EXIT(
            runCli({s("bisect"), path("broken.json"), s("--passes"), s("InferShape")}), 1,
            "broken.json");
    }
};

NERVURE_TEST(TstBisect)
#include "tst_bisect.moc"
