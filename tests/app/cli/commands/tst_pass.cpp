// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

class TstPass : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passesStopAtConditions();
    void attributesEqualTheOriginals_data();
    void attributesEqualTheOriginals();
    void theDocumentHasItsKeys();
    void keptAttributesAreInTheGraph();
    void everyStepIsWritten();
    void compileGivesAGraphOfTheRuntime();
    void theRuntimesListsStay();
    void whatIsKnownIsInEveryStep();
    void aFailedPassWritesNothing();
    void aFailedRunKeepsItsSteps();
    void stepsTellWhatTheyLeftOpen();
    void whatAPassNeedsIsAStep();
    void anUnknownPassIsWrongUsage_data();
    void anUnknownPassIsWrongUsage();
    void aContradictionIsTheGraphsFault();
    void theGraphToComputeBeforehandIsShown();
    void aGraphOfTheOtherDialectIsWrittenInItsFormat();
    void aPartlyLoweredGraphIsShownAndNotWritten();
    void aNetIsTakenWithoutAnOutput();
    void stepsTellWhatTheGraphHolds();
    void stepsTellWhatTheyChanged();
    void aNodeIsFollowedAndSaysWhyNot();
};

namespace {

const QString usual = QStringLiteral("InferShape,InferType,PlanMemory");

QString oracleFile(const QString &path)
{
    return QString::fromStdString((oraclesFolder() / path.toStdString()).string());
}

QJsonObject readJson(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

const QByteArray passedRelu = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "y", "inputs": [[0, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]})";

CliResult passOnRelu(const QStringList &more)
{
    return runCli(
        QStringList{s("pass"), s("-"), s("--passes"), usual, s("--shape"), s("x=2,3"), s("--json")}
            + more,
        passedRelu);
}

} // namespace

void TstPass::passesStopAtConditions()
{
    const QString model =
        QString::fromStdString((sourceFolder() / "resources/samples/resnet18.json").string());
    const auto stopped = [&](const char *condition) {
        return runCli({s("pass"), model, s("--passes"), s("Compile{opt_level=3}"), s("--break"),
                       QString::fromUtf8(condition), s("--json")});
    };
    const CliResult gone = stopped("vanishes op:batch_norm & name:stage1_unit1_bn1");
    QCOMPARE(gone.exitCode, 0);
    const QJsonObject hit = gone.json().value(s("break")).toObject();
    QCOMPARE(hit[u"step"].toInt(), gone.json()[u"passes"].toArray().size());
    QCOMPARE(hit.value(s("pass")).toString(), s("SimplifyInference"));
    QCOMPARE(hit.value(s("nodes")).toArray(), QJsonArray{s("stage1_unit1_bn1")});
    const QJsonArray passes = gone.json().value(s("passes")).toArray();
    QCOMPARE(passes.last().toObject().value(s("name")).toString(), s("SimplifyInference"));
    // The last node of a fused kernel gives it its place, and is gone as the others are.
    const QJsonObject fused = stopped("vanishes op:relu").json().value(s("break")).toObject();
    QCOMPARE(fused.value(s("pass")).toString(), s("GraphCompile"));
    QCOMPARE(fused.value(s("nodes")).toArray().size(), 18);
    QVERIFY(stopped("appears op:no_such_operator").json().value(s("break")).isUndefined());
    const CliResult wrong = stopped("grows op:relu");
    QCOMPARE(wrong.exitCode, 2);
    QVERIFY(wrong.err.contains("expected appears, vanishes or reshapes"));
    QCOMPARE(stopped("appears op:").exitCode, 2);
}

void TstPass::attributesEqualTheOriginals_data()
{
    NERVURE_NEED_ORACLES();
    QTest::addColumn<QString>("model");
    for (const char *model :
         {"mlp", "resnet18", "resnet50", "mobilenet", "squeezenet1.1", "vgg16"}) {
        QTest::newRow(model) << s(model);
    }
}

void TstPass::attributesEqualTheOriginals()
{
    QFETCH(QString, model);
    const QJsonObject oracle = readJson(oracleFile(s("nnvm/oracle/%1.json").arg(model)));
    QVERIFY(!oracle.isEmpty());
    QStringList arguments{s("pass"), oracleFile(s("nnvm/corpus/%1.json").arg(model)), s("--passes"),
                          usual, s("--json")};
    const QJsonObject inputs = oracle.value(s("inputs")).toObject();
    for (auto it = inputs.begin(); it != inputs.end(); ++it) {
        const QJsonArray shape = it.value().toObject().value(s("shape")).toArray();
        QStringList sizes;
        for (const auto size : shape) {
            sizes.append(QString::number(size.toInt()));
        }
        arguments << s("--shape") << it.key() + QLatin1Char('=') + sizes.join(QLatin1Char(','));
    }
    const CliResult result = runCli(arguments);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject attrs = result.json().value(s("attrs")).toObject();
    const QJsonObject plan = oracle.value(s("plan_memory")).toObject();
    QCOMPARE(attrs.value(s("shape")).toArray(), oracle.value(s("shape")).toArray());
    QCOMPARE(attrs.value(s("dtype")).toArray(), oracle.value(s("dtype")).toArray());
    QCOMPARE(attrs.value(s("storage_id")).toArray(), plan.value(s("storage_id")).toArray());
    QCOMPARE(attrs.value(s("storage_inplace_index")).toArray(),
             plan.value(s("storage_inplace_index")).toArray());
}

void TstPass::theDocumentHasItsKeys()
{
    const CliResult result = passOnRelu({});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject document = result.json();
    const QJsonArray passes = document.value(s("passes")).toArray();
    QCOMPARE(passes.size(), 3);
    for (const char *key : {"name", "ms", "changed"}) {
        QVERIFY2(passes.first().toObject().contains(s(key)), key);
    }
    const QJsonObject attrs = document.value(s("attrs")).toObject();
    QCOMPARE(attrs.value(s("shape")).toArray(), QJsonArray({QJsonArray{2, 3}, QJsonArray{2, 3}}));
    QCOMPARE(attrs.value(s("dtype")).toArray(), QJsonArray({0, 0}));
    const QJsonObject graph = document.value(s("graph")).toObject();
    QCOMPARE(graph.value(s("nodes")).toArray().size(), 2);
    QVERIFY(!graph.contains(s("attrs")));
    QVERIFY(document.value(s("diagnostics")).toArray().isEmpty());
}

void TstPass::keptAttributesAreInTheGraph()
{
    const QJsonObject graph = passOnRelu({s("--keep-attrs")}).json().value(s("graph")).toObject();
    const QJsonArray shape = graph.value(s("attrs")).toObject().value(s("shape")).toArray();
    QCOMPARE(shape, QJsonArray({s("list_shape"), QJsonArray{QJsonArray{2, 3}, QJsonArray{2, 3}}}));
}

void TstPass::everyStepIsWritten()
{
    QTemporaryDir folder;
    const QString out = folder.filePath(s("out.json"));
    const CliResult result = passOnRelu({s("--steps"), folder.filePath(s("steps")), s("-o"), out});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(QDir(folder.filePath(s("steps"))).entryList(QDir::Files, QDir::Name),
             QStringList({s("00-opened.json"), s("01-InferShape.json"), s("02-InferType.json"),
                          s("03-PlanMemory.json")}));
    QCOMPARE(readJson(out).value(s("nodes")).toArray().size(), 2);
}

void TstPass::whatIsKnownIsInEveryStep()
{
    const QTemporaryDir folder;
    const CliResult result = passOnRelu({s("--steps"), folder.filePath(s("steps"))});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const auto attrsOf = [&folder](const char *step) {
        return readJson(folder.filePath(s("steps/") + s(step))).value(s("attrs")).toObject();
    };
    QVERIFY(attrsOf("01-InferShape.json").contains(s("shape")));
    QVERIFY(!attrsOf("01-InferShape.json").contains(s("storage_id")));
    QVERIFY(attrsOf("03-PlanMemory.json").contains(s("storage_id")));
}

void TstPass::aFailedPassWritesNothing()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(s("out.json"));
    const CliResult result = runCli({s("pass"), s("-"), s("--passes"), s("LightNetToNNVM"),
                                     s("--shape"), s("x=2,3"), s("-o"), out},
                                    passedRelu);
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.err.contains("LightNet"), result.err.constData());
    QVERIFY(!QFile::exists(out));
}

void TstPass::aFailedRunKeepsItsSteps()
{
    const QTemporaryDir folder;
    const QStringList arguments{
        s("pass"),    s("-"),     s("--passes"), s("InferShape,PlanMemory{planer=arena}"),
        s("--shape"), s("x=2,3"), s("--steps"),  folder.path()};
    const CliResult told = runCli(arguments, passedRelu);
    QCOMPARE(told.exitCode, 2);
    QVERIFY2(told.out.contains("InferShape"), told.out.constData());
    QVERIFY2(told.out.contains("failed: pass PlanMemory has no option 'planer'"),
             told.out.constData());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files),
             (QStringList{s("00-opened.json"), s("01-InferShape.json")}));
    const CliResult result = runCli(arguments + QStringList{s("--json")}, passedRelu);
    QCOMPARE(result.exitCode, 2);
    const QJsonArray passes = result.json().value(s("passes")).toArray();
    QCOMPARE(passes.size(), 2);
    QVERIFY(passes[0][u"ok"].toBool() && passes[0][u"failure"].isNull());
    QVERIFY(!passes[1][u"ok"].toBool());
    QCOMPARE(passes[1][u"failure"][u"code"].toString(), s("option-unknown"));
}

void TstPass::stepsTellWhatTheyLeftOpen()
{
    const CliResult told = runCli({s("pass"), s("-"), s("--passes"), usual}, passedRelu);
    QCOMPARE(told.exitCode, 0);
    QVERIFY2(told.out.contains("storage_allocated_bytes: 0 without 1 value of unknown size"),
             told.out.constData());
    QVERIFY2(told.out.contains("2 of 2 shapes are unknown: input 'x' has no shape"),
             told.out.constData());
    const CliResult result =
        runCli({s("pass"), s("-"), s("--passes"), usual, s("--json")}, passedRelu);
    const QJsonArray passes = result.json().value(s("passes")).toArray();
    QCOMPARE(passes[0][u"open"][u"missing"].toInt(), 2);
    QVERIFY(passes[1][u"open"].isNull());
    QCOMPARE(passes[2][u"open"][u"what"].toString(), s("storage"));
    QCOMPARE(passes[2][u"open"][u"node"].toString(), s("x"));
    const QJsonArray whole = passOnRelu({}).json().value(s("passes")).toArray();
    QVERIFY(whole[0][u"open"].isNull() && whole[2][u"open"].isNull());
}

void TstPass::whatAPassNeedsIsAStep()
{
    const CliResult result = runCli(
        {s("pass"), s("-"), s("--passes"), s("PlanMemory"), s("--shape"), s("x=2,3"), s("--json")},
        passedRelu);
    QCOMPARE(result.exitCode, 0);
    const QJsonArray passes = result.json().value(s("passes")).toArray();
    QCOMPARE(passes.size(), 3);
    QVERIFY(passes[0][u"added"].toBool() && !passes[2][u"added"].toBool());
}

void TstPass::compileGivesAGraphOfTheRuntime()
{
    QTemporaryDir folder;
    const QString out = folder.filePath(s("out.json"));
    const CliResult result =
        runCli({s("pass"), s("-"), s("--passes"), s("Compile{opt_level=1}"), s("--shape"),
                s("x=2,3"), s("--keep-attrs"), s("--json"), s("-o"), out},
               passedRelu);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject document = result.json();
    const QJsonArray passes = document.value(s("passes")).toArray();
    QCOMPARE(passes.first().toObject().value(s("part_of")).toString(), s("Compile"));
    QCOMPARE(passes.last().toObject().value(s("name")).toString(), s("GraphCompile"));
    const QJsonObject module = document.value(s("attrs")).toObject().value(s("module")).toObject();
    QCOMPARE(module.value(s("steps")).toArray().size(), 1);
    const QJsonArray programs = module.value(s("programs")).toArray();
    QVERIFY(programs.first().toObject().value(s("source")).toString().contains(s("__kernel")));

    const QJsonObject info = runCli({s("info"), out, s("--json")}).json();
    QCOMPARE(info.value(s("format")).toString(), s("tvm"));
    QCOMPARE(info.value(s("kernels")).toObject().value(s("fuse_relu")).toInt(), 1);
}

void TstPass::theRuntimesListsStay()
{
    QTemporaryDir folder;
    const QString compiled = folder.filePath(s("compiled.json"));
    const CliResult made = runCli({s("pass"), s("-"), s("--passes"), s("Compile{opt_level=1}"),
                                   s("--shape"), s("x=2,3"), s("--keep-attrs"), s("-o"), compiled},
                                  passedRelu);
    QVERIFY2(made.exitCode == 0, made.err.constData());
    const CliResult result =
        runCli({s("pass"), compiled, s("--passes"), s("InferShape"), s("--json")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject attrs = result.json().value(s("attrs")).toObject();
    QCOMPARE(attrs.value(s("storage_id")).toArray(), QJsonArray({1, 0}));
    const QJsonObject lists =
        result.json().value(s("graph")).toObject().value(s("attrs")).toObject();
    QCOMPARE(lists.value(s("storage_id")).toArray().at(1).toArray(), QJsonArray({1, 0}));
    QVERIFY(lists.contains(s("dltype")));
}

void TstPass::anUnknownPassIsWrongUsage_data()
{
    QTest::addColumn<QString>("passes");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("typo") << s("InferShap") << QByteArray("InferShape");
    QTest::newRow("option") << s("PlanMemory{size=3}") << QByteArray("size");
    QTest::newRow("brace") << s("PlanMemory{match_range=8") << QByteArray("braces");
    QTest::newRow("number") << s("PlanMemory{match_range=x}") << QByteArray("integer");
}

void TstPass::anUnknownPassIsWrongUsage()
{
    QFETCH(QString, passes);
    QFETCH(QByteArray, told);
    const CliResult result = runCli({s("pass"), s("-"), s("--passes"), passes}, passedRelu);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains(told), result.err.constData());
}

void TstPass::aContradictionIsTheGraphsFault()
{
    const QByteArray model = R"({"nodes": [
        {"op": "null", "name": "x", "inputs": []},
        {"op": "null", "name": "w", "inputs": []},
        {"op": "elemwise_add", "name": "y", "inputs": [[0, 0, 0], [1, 0, 0]]}],
        "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]]})";
    const CliResult result =
        runCli({s("pass"), s("-"), s("--passes"), s("InferShape"), s("--shape"), s("x=2,3"),
                s("--shape"), s("w=4,5"), s("--json")},
               model);
    QCOMPARE(result.exitCode, 1);
    QVERIFY(!result.json().value(s("diagnostics")).toArray().isEmpty());
    QVERIFY(result.err.startsWith("nervure: "));
}

void TstPass::theGraphToComputeBeforehandIsShown()
{
    const QByteArray model = R"({"nodes": [
        {"op": "null", "name": "x", "inputs": []}, {"op": "null", "name": "w", "inputs": []},
        {"op": "relu", "name": "r", "inputs": [[1, 0, 0]]},
        {"op": "elemwise_add", "name": "y", "inputs": [[0, 0, 0], [2, 0, 0]]}],
        "arg_nodes": [0, 1], "heads": [[3, 0, 0]]})";
    const CliResult result = runCli(
        {s("pass"), s("-"), s("--passes"), s("PrecomputePrune{params=w}"), s("--json")}, model);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject attrs = result.json().value(s("attrs")).toObject();
    QCOMPARE(attrs.value(s("precompute_output_names")).toArray(), QJsonArray{s("r")});
    const QJsonObject graph = attrs.value(s("precompute_graph")).toObject();
    QCOMPARE(graph.value(s("nodes")).toArray().size(), 2);
}

void TstPass::aGraphOfTheOtherDialectIsWrittenInItsFormat()
{
    const QString raising = s("InferShape,InferType,NNVMToLightNet");
    const CliResult raised =
        runCli({s("pass"), s("-"), s("--passes"), raising, s("--shape"), s("x=2"), s("-o"), s("-")},
               passedRelu);
    QVERIFY2(raised.exitCode == 0, raised.err.constData());
    QVERIFY(QJsonDocument::fromJson(raised.out).object().contains(s("ops")));
    const QString lowering = s("InferShape,InferType,LightNetToNNVM");
    const CliResult lowered =
        runCli({s("pass"), s("-"), s("--passes"), lowering, s("-o"), s("-")}, raised.out);
    QVERIFY2(lowered.exitCode == 0, lowered.err.constData());
    QVERIFY(QJsonDocument::fromJson(lowered.out).object().contains(s("nodes")));
}

void TstPass::aPartlyLoweredGraphIsShownAndNotWritten()
{
    const QByteArray document = R"({"ops": [
        {"name": "made", "optype": "zeros", "tensors_in": [],
         "tensors_out": [{"arg_name": "dst", "name": "image"}],
         "params": [{"arg_name": "dtype", "value": "TL_FLOAT"},
                    {"arg_name": "dims", "value": [1, 1, 2, 2]}]},
        {"name": "stretched", "optype": "resize",
         "tensors_in": [{"arg_name": "src", "name": "image"}],
         "tensors_out": [{"arg_name": "dst", "name": "large"}],
         "params": [{"arg_name": "mode", "value": "TL_NEAREST"},
                    {"arg_name": "dims", "value": [1, 1, 3, 3]}]}]})";
    const QStringList words{s("pass"), s("-"), s("--passes"),
                            s("InferShape,InferType,LightNetToNNVM"), s("--json")};
    const CliResult shown = runCli(words, document);
    QVERIFY2(shown.exitCode == 0, shown.err.constData());
    const QJsonObject graph = shown.json().value(s("graph")).toObject();
    QCOMPARE(graph.value(s("nodes")).toArray().last()[s("op")].toString(), s("resize"));
    const QTemporaryDir folder;
    const QString out = folder.filePath(s("out.json"));
    const QString steps = folder.filePath(s("steps"));
    for (const QStringList &target :
         {QStringList{s("-o"), out}, QStringList{s("--steps"), steps}}) {
        const CliResult refused = runCli(words + target, document);
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.err.contains("'stretched' (resize)"), refused.err.constData());
    }
    QVERIFY(!QFile::exists(out));
    QVERIFY(!QFile::exists(steps + s("/03-LightNetToNNVM.json")));
}

void TstPass::aNetIsTakenWithoutAnOutput()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(s("small.net")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("create(| dst=a | dtype=TL_FLOAT, dims=[2, 4], data=[0], ran=[0, 0],\n"
               "       from_file=false);\n"
               "slice(src=a | dst=b | axis=1, start=1, len=3);\n");
    file.close();
    const QStringList command{s("pass"), file.fileName(), s("--passes"), s("InferShape")};
    const CliResult result = runCli(command);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(result.err, QByteArray());
    QVERIFY2(result.out.contains("2\u00d73"), result.out.constData());
    const CliResult json = runCli(command + QStringList{s("--json")});
    QCOMPARE(json.exitCode, 0);
    QVERIFY(json.json().value(s("graph")).isObject());
}

/// What a compilation keeps: weights that are folded or computed beforehand are parameters still.
void TstPass::stepsTellWhatTheGraphHolds()
{
    const QString file =
        QString::fromStdString((sourceFolder() / "resources/samples/resnet18.json").string());
    const CliResult info = runCli({s("info"), file, s("--json")});
    const QJsonObject before = info.json();
    const CliResult result =
        runCli({s("pass"), file, s("--passes"), s("Compile{opt_level=3}"), s("--json")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonArray steps = result.json().value(s("passes")).toArray();
    QVERIFY(steps.size() > 10);
    for (const char *key :
         {"params", "param_bytes", "macs", "activation_bytes", "planned_bytes", "peak_bytes"}) {
        QCOMPARE(steps.first().toObject().value(s(key)), before.value(s(key)));
        QVERIFY2(before.value(s(key)).toDouble() > 0, key);
    }
    for (const QJsonValue &step : steps) {
        const QJsonObject now = step.toObject();
        QVERIFY(now.value(s("params")).toDouble() > 11.68e6);
        QCOMPARE(now.value(s("macs")), before.value(s("macs")));
        QVERIFY(now.value(s("planned_bytes")).toDouble() < 12e6);
    }
}

/// What became of a batch norm, and why none of its parts moved further. The reasons are the passes' own.
void TstPass::aNodeIsFollowedAndSaysWhyNot()
{
    const QString file =
        QString::fromStdString((sourceFolder() / "resources/samples/resnet18.json").string());
    const QStringList command{s("pass"),  file,          s("--semantics"),
                              s("fixed"), s("--passes"), s("SimplifyInference,FoldScaleAxis"),
                              s("--why")};
    const QString node = s("stage1_unit1_bn1");
    const QJsonArray why =
        runCli(command + QStringList{node, s("--json")}).json().value(s("why")).toArray();
    QCOMPARE(why.size(), 2);
    QCOMPARE(why[0][u"pass"].toString(), s("SimplifyInference"));
    QVERIFY(why[0][u"nodes"].toArray().contains(node + s("_a_mul_data")));
    const QJsonObject kept = why[1][u"left_alone"].toArray().first().toObject();
    QCOMPARE(kept.value(s("node")).toString(), node + s("_a_mul_data"));
    const QString reason = kept.value(s("reason")).toString();
    QCOMPARE(reason,
             s("its scale stops at 'max_pool2d0': a negative scale does not pass through it"));
    const CliResult text = runCli(command + QStringList{node});
    QVERIFY2(text.out.contains(reason.toUtf8()), text.out.constData());
    const CliResult unknown = runCli(command + QStringList{s("stage1_unit1_bn9")});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY2(unknown.err.contains("there is no node 'stage1_unit1_bn9', did you mean"),
             unknown.err.constData());
}

/// A node whose shape alone became known is unchanged; what replaces one says what it was.
void TstPass::stepsTellWhatTheyChanged()
{
    const QString file =
        QString::fromStdString((sourceFolder() / "resources/samples/resnet18.json").string());
    const QStringList command{s("pass"), file, s("--passes"), s("InferShape,SimplifyInference")};
    const QJsonArray steps =
        runCli(command + QStringList{s("--json")}).json().value(s("passes")).toArray();
    const QJsonValue inferred = steps[0][u"difference"];
    QVERIFY(inferred[u"changes"].toArray().isEmpty());
    QVERIFY(inferred[u"values"][u"found"].toInt() > 100);
    const QJsonValue simplified = steps[1][u"difference"];
    const QJsonValue nodes = simplified[u"nodes"];
    QVERIFY(nodes[u"replaced"].toInt() > 0 && nodes[u"absorbed"].toInt() > 0);
    QCOMPARE(nodes[u"after"].toInt(), nodes[u"before"].toInt() + nodes[u"made"].toInt()
                                          - nodes[u"removed"].toInt() - nodes[u"absorbed"].toInt());
    const QJsonValue first = simplified[u"changes"][0];
    QCOMPARE(first[u"change"].toString(), s("replaced"));
    QCOMPARE(first[u"from"].toArray().size(), 1);
    QVERIFY(runCli(command).out.contains("changed: +"));
}

NERVURE_TEST(TstPass)
#include "tst_pass.moc"
