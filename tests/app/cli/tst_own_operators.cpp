// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/custom/own_operators.h"
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

namespace {

const char *const ownModel = R"json({"nodes": [
  {"op": "null", "name": "data", "inputs": []},
  {"op": "null", "name": "fc_weight", "inputs": []},
  {"op": "null", "name": "fc_bias", "inputs": []},
  {"op": "scaled_dense", "name": "fc", "attrs": {"units": "4", "alpha": "0.5"},
   "inputs": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]},
  {"op": "soft_clip", "name": "clip", "inputs": [[3, 0, 0]]}],
  "arg_nodes": [0, 1, 2], "heads": [[4, 0, 0]]})json";

} // namespace

/// --operators on the command line, from inference to a profile.
class TstOwnOperators : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString file(const char *name) const { return m_folder.filePath(s(name)); }
    void write(const char *name, const char *text) const
    {
        QFile out(file(name));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
    }
    /// The subcommand on the model, with what it declares.
    [[nodiscard]] CliResult run(const QString &command, const QStringList &more = {}) const
    {
        return runCli(QStringList{command, file("net.json"), s("--shape"), s("data=2,3"),
                                  s("--operators"), file("own.json")}
                      + more);
    }

private Q_SLOTS:
    void initTestCase();
    void theyInfer();
    void theyAreListed();
    void theyRunAsWhatTheyLowerTo();
    void theyProfileUnderTheirNames();
    void comparisonsRunThem();
    void compilationsLowerThem();
    void projectsKeepThem();
    void passesAreProved();
    void valuesAndStepsAreCompared();
    void faultyFilesAreOneLine();
};

void TstOwnOperators::initTestCase()
{
    write("own.json", ownOperators);
    write("net.json", ownModel);
    write("bad.json", R"({"nervure_operators": 1,
      "operators": [{"name": "relu", "outputs": ["y"]}]})");
}

void TstOwnOperators::theyInfer()
{
    const CliResult known = run(s("info"), {s("--json")});
    QCOMPARE(known.exitCode, 0);
    const QJsonObject info = known.json();
    QCOMPARE(info[s("macs")].toInt(), 24);
    QCOMPARE(info[s("params")].toInt(), 16);
    QCOMPARE(info[s("outputs")].toArray().at(0).toObject()[s("shape")].toArray(),
             (QJsonArray{2, 4}));
    QVERIFY(info[s("diagnostics")].toArray().isEmpty());
    const CliResult unknown = runCli({s("info"), file("net.json"), s("--shape"), s("data=2,3")});
    QVERIFY2(unknown.err.contains("scaled_dense"), unknown.err.constData());
}

void TstOwnOperators::theyAreListed()
{
    const CliResult page =
        runCli({s("ops"), s("scaled_dense"), s("--operators"), file("own.json")});
    QCOMPARE(page.exitCode, 0);
    for (const char *words :
         {"scaled_dense (nnvm, convolution)", "data, weight (parameter), bias (parameter)",
          "features that come out", "declared in: "}) {
        QVERIFY2(page.out.contains(words), page.out.constData());
    }
    const CliResult list = runCli({s("ops"), s("--operators"), file("own.json")});
    QVERIFY(list.out.contains("own.domain:Halve"));
}

void TstOwnOperators::theyRunAsWhatTheyLowerTo()
{
    const CliResult own = run(s("run"), {s("--device"), s("reference"), s("--json")});
    QVERIFY2(own.exitCode == 0, own.err.constData());
    const CliResult lowered =
        run(s("pass"), {s("--passes"), s("LowerCustomOperators"), s("-o"), file("lowered.json")});
    QVERIFY2(lowered.exitCode == 0, lowered.err.constData());
    const CliResult known = runCli({s("run"), file("lowered.json"), s("--shape"), s("data=2,3"),
                                    s("--device"), s("reference"), s("--json")});
    QVERIFY2(known.exitCode == 0, known.err.constData());
    const auto data = [](const CliResult &result) {
        return result.json()[s("outputs")].toArray().at(0).toObject().value(s("data")).toArray();
    };
    QCOMPARE(data(own), data(known));
    QVERIFY(!data(own).isEmpty());
}

void TstOwnOperators::theyProfileUnderTheirNames()
{
    const CliResult result =
        run(s("profile"), {s("--device"), s("reference"), s("--repeat"), s("1"), s("--json")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QStringList nodes;
    for (const auto layer : result.json()[s("layers")].toArray()) {
        for (const auto node : layer.toObject()[s("nodes")].toArray()) {
            nodes << node.toString();
        }
    }
    nodes.removeDuplicates();
    QCOMPARE(nodes, (QStringList{s("fc"), s("clip")}));
}

void TstOwnOperators::comparisonsRunThem()
{
    const CliResult result =
        run(s("compare"), {s("--device"), s("reference"), s("--device"), s("reference"),
                           s("--repeat"), s("1"), s("--processes"), s("5"), s("--json")});
    QVERIFY2(result.exitCode == 0 || result.exitCode == 4, result.err.constData());
    QVERIFY(!result.json()[s("layers")].toArray().isEmpty());
}

void TstOwnOperators::compilationsLowerThem()
{
    const CliResult steps = run(s("pass"), {s("--passes"), s("Compile{opt_level=0}"), s("--json")});
    QVERIFY2(steps.exitCode == 0, steps.err.constData());
    QStringList names;
    for (const auto step : steps.json()[s("passes")].toArray()) {
        names << step.toObject()[s("name")].toString();
    }
    QVERIFY2(names.contains(s("LowerCustomOperators")), qPrintable(names.join(u' ')));
}

void TstOwnOperators::projectsKeepThem()
{
    const CliResult kept = runCli(
        {s("convert"), file("net.json"), file("net.nervure"), s("--operators"), file("own.json")});
    QVERIFY2(kept.exitCode == 0, kept.err.constData());
    const QStringList look{s("info"), file("net.nervure"), s("--shape"), s("data=2,3"),
                           s("--json")};
    const CliResult known = runCli(look);
    QCOMPARE(known.json()[s("macs")].toInt(), 24);
    QVERIFY2(known.err.isEmpty(), known.err.constData());
    // Where another file declares them otherwise, that one counts.
    write("other.json", R"({"nervure_operators": 1, "operators": [
      {"name": "soft_clip", "inputs": ["data"], "outputs": ["y"]}]})");
    const CliResult other = runCli(look + QStringList{s("--operators"), file("other.json")});
    QVERIFY2(other.err.contains("operator 'soft_clip' is declared in"), other.err.constData());
}

/// With a file that declares them, or by a project that keeps them.
void TstOwnOperators::passesAreProved()
{
    // A dropout, which the pass takes out: values are compared where a graph changes.
    const QByteArray model = QByteArray(ownModel)
                                 .replace("[[3, 0, 0]]}]", R"([[3, 0, 0]]},
              {"op": "dropout", "name": "drop", "inputs": [[4, 0, 0]]}])")
                                 .replace("\"heads\": [[4,", "\"heads\": [[5,");
    write("drop.json", model.constData());
    const CliResult kept = runCli({s("convert"), file("drop.json"), file("drop.nervure"),
                                   s("--operators"), file("own.json")});
    QVERIFY2(kept.exitCode == 0, kept.err.constData());
    const QStringList options{
        s("--shape"),  s("data=2,3"),  s("--passes"), s("InferShape,SimplifyInference"),
        s("--device"), s("reference"), s("--json")};
    for (const QStringList &proved :
         {QStringList{file("drop.json"), s("--operators"), file("own.json")},
          QStringList{file("drop.nervure")}}) {
        const CliResult result = runCli(QStringList{s("bisect")} + proved + options);
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QCOMPARE(result.json()[s("verdict")].toString(), s("equal"));
        QVERIFY(result.json()[s("steps")][1][s("compared")].toInt() > 0);
    }
}

void TstOwnOperators::valuesAndStepsAreCompared()
{
    const CliResult kept = runCli(
        {s("convert"), file("net.json"), file("kept.nervure"), s("--operators"), file("own.json")});
    QVERIFY2(kept.exitCode == 0, kept.err.constData());
    const CliResult lowered =
        run(s("pass"), {s("--passes"), s("LowerCustomOperators"), s("-o"), file("known.json")});
    QVERIFY2(lowered.exitCode == 0, lowered.err.constData());
    const CliResult numeric =
        runCli({s("compare"), file("kept.nervure"), file("known.json"), s("--numeric"),
                s("--shape"), s("data=2,3"), s("--device"), s("reference"), s("--json")});
    QVERIFY2(numeric.exitCode == 0, numeric.err.constData());
    QCOMPARE(numeric.json()[s("outputs")].toArray().size(), 1);
    QVERIFY(QDir(m_folder.path()).mkpath(s("steps")));
    QVERIFY(QFile::copy(file("kept.nervure"), file("steps/1-kept.nervure")));
    QVERIFY(QFile::copy(file("net.json"), file("steps/2-net.json")));
    const CliResult steps = runCli({s("steps"), file("steps"), s("--json")});
    QVERIFY2(steps.exitCode == 0 && !steps.err.contains("scaled_dense"), steps.err.constData());
    QCOMPARE(steps.json()[s("steps")].toArray().size(), 2);
}

void TstOwnOperators::faultyFilesAreOneLine()
{
    const CliResult bad = runCli({s("info"), file("net.json"), s("--operators"), file("bad.json")});
    QCOMPARE(bad.exitCode, 1);
    QCOMPARE(bad.err, "nervure: " + file("bad.json").toUtf8()
                          + ":2:22: operator 'relu': dialect nnvm has an operator of this name, "
                            "expected another\n");
    const CliResult missing =
        runCli({s("info"), file("net.json"), s("--operators"), file("none.json"), s("--json")});
    QCOMPARE(missing.exitCode, 1);
    QCOMPARE(missing.json()[s("diagnostics")].toArray().size(), 1);
    QCOMPARE(missing.err.count('\n'), 1);
}

NERVURE_TEST(TstOwnOperators)
#include "tst_own_operators.moc"
