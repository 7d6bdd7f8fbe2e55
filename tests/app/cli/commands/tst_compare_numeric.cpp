// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace nervure::tests;

namespace {

/// relu(x · w) → log: `names` go in front of all names.
QByteArray numericModel(const char *prefix, const char *last, const char *units = "4")
{
    return QByteArray(R"({"nodes": [
        {"op": "null", "name": "Px", "inputs": [], "attrs": {"shape": "[2, 3]"}},
        {"op": "null", "name": "Pw", "inputs": []},
        {"op": "dense", "name": "Pfc", "attrs": {"units": "UNITS", "use_bias": "False"},
         "inputs": [[0, 0, 0], [1, 0, 0]]},
        {"op": "relu", "name": "Pact", "inputs": [[2, 0, 0]]},
        {"op": "LAST", "name": "Pout", "inputs": [[3, 0, 0]]}],
        "arg_nodes": [0, 1], "heads": [[4, 0, 0]]})")
        .replace("\"P", QByteArray("\"") + prefix)
        .replace("LAST", last)
        .replace("UNITS", units);
}

} // namespace

class TstCompareNumeric : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const char *name) const { return m_folder.filePath(s(name)); }
    [[nodiscard]] QString put(const char *name, const QByteArray &text) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            qFatal("cannot write a test file");
        }
        return file.fileName();
    }
    static CliResult compare(const QString &first, const QString &second,
                             const QStringList &more = {})
    {
        return runCli(
            QStringList{s("compare"), first, second, s("--numeric"), s("--device"), s("reference")}
            + more);
    }

private Q_SLOTS:
    /// Weights go with the variables, whatever these are called.
    void renamedModelsAreTheSame()
    {
        const QString first = put("a.json", numericModel("", "tanh"));
        const QString second = put("b.json", numericModel("other_", "tanh"));
        const CliResult result = compare(first, second, {s("--json")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QJsonObject json = result.json();
        QCOMPARE(json[u"verdict"].toString(), s("equal"));
        QCOMPARE(json[u"variables"][u"shared"].toInt(), 2);
        QCOMPARE(json[u"outputs"].toArray().size(), 1);
        QCOMPARE(json[u"outputs"][0][u"absolute"].toDouble(), 0.0);
        QCOMPARE(json[u"values"].toArray().size(), 3);
        QVERIFY(json[u"first_difference"].isNull());
    }

    void anotherFormatComputesTheSame()
    {
        const QString first = put("model.json", numericModel("", "tanh"));
        const QString onnx = path("model.onnx");
        const CliResult made = runCli({s("convert"), first, onnx});
        QVERIFY2(made.exitCode == 0, made.err.constData());
        const CliResult result = compare(first, onnx, {s("--json")});
        QVERIFY2(result.exitCode == 0, (result.err + result.out).constData());
        QCOMPARE(result.json()[u"variables"][u"shared"].toInt(), 2);
    }

    void theFirstThatDiffersIsNamed()
    {
        const QString first = put("c.json", numericModel("", "tanh"));
        const QString second =
            put("d.json", numericModel("", "tanh").replace("\"relu\"", "\"sigmoid\""));
        const QString junit = path("report.xml");
        const CliResult json = compare(first, second, {s("--json"), s("--junit"), junit});
        QVERIFY2(json.exitCode == 4, json.err.constData());
        const QJsonObject document = json.json();
        QCOMPARE(document[u"verdict"].toString(), s("different"));
        QCOMPARE(document[u"first_difference"][u"name"].toString(), s("act"));
        QVERIFY(document[u"outputs"][0][u"ulps"].toDouble() > 1000);
        QFile file(junit);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        int failures = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            failures += xml.isStartElement() && xml.name() == u"failure";
        }
        QVERIFY(!xml.hasError());
        QCOMPARE(failures, 1);
        const CliResult told = compare(first, second, {s("--width"), s("80")});
        QVERIFY2(told.out.contains("the first that differs: sigmoid 'act'"), told.out.constData());
        // So far that a tolerance takes it.
        QCOMPARE(compare(first, second, {s("--tolerance"), s("10")}).exitCode, 0);
    }

    void whatIsNoNumberIsTold()
    {
        const QString first = put("e.json", numericModel("", "tanh"));
        const QString second = put("f.json", numericModel("", "log"));
        const CliResult result = compare(first, second, {s("--json")});
        QCOMPARE(result.exitCode, 4);
        const QJsonObject json = result.json();
        QCOMPARE(json[u"non_finite"][u"second"][u"node"].toString(), s("out"));
        QVERIFY(json[u"non_finite"][u"first"].isNull());
        QCOMPARE(json[u"outputs"][0][u"relative"].toString(), s("inf"));
        // Of one model, infinity is as infinity.
        QCOMPARE(compare(second, second).exitCode, 0);
    }

    void otherShapesDiffer()
    {
        const QString first = put("g.json", numericModel("", "tanh"));
        const QString second = put("h.json", numericModel("", "tanh", "5"));
        const CliResult result = compare(first, second);
        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.out.contains("2×4 and 2×5"), result.out.constData());
    }

    void whatDoesNotGoTogetherIsSaid()
    {
        const QString model = put("i.json", numericModel("", "tanh"));
        NERVURE_VERIFY_EXIT(compare(model, model, {s("--mode"), s("serialised")}), 2,
                            "--mode is for times, not for --numeric");
        NERVURE_VERIFY_EXIT(compare(model, model, {s("--input"), s("y=none.npy")}), 1, "none.npy");
        const CliResult run = runCli({s("run"), model, s("--device"), s("reference"), s("--output"),
                                      path("outputs"), s("--json")});
        const QString result = put("run.json", run.out);
        NERVURE_VERIFY_EXIT(compare(result, result), 2, "--numeric runs models");
        NERVURE_VERIFY_EXIT(compare(model, result), 1, "another file is one");
        const QString values = path("outputs/out.npy");
        NERVURE_VERIFY_EXIT(compare(model, model, {s("--input"), s("nobody=") + values}), 2,
                            "neither model has a variable 'nobody'");
    }
};

NERVURE_TEST(TstCompareNumeric)
#include "tst_compare_numeric.moc"
