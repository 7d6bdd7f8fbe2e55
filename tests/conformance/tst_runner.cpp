// SPDX-License-Identifier: Apache-2.0
// The program on small folders of oracles made here: what it says, and how it ends.
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

namespace {

/// x through relu, as SaveJSON writes it: a blank follows every comma.
const QByteArray graphText = QByteArray(R"({
  "nodes": [
    {
      "op": "null",
      "name": "x",
      "inputs": []
    },
    {
      "op": "relu",
      "name": "r",
      "inputs": [[0, 0, 0]]
    }
  ],
  "arg_nodes": [0],
  "node_row_ptr": [0, 1, 2],
  "heads": [[1, 0, 0]]
})")
                                 .replace(",\n", ", \n");

const char *const oracleText = R"({
"name": "tiny", "inputs": {"x": {"shape": [1, 4], "dtype": "float32"}},
"index": {"num_nodes": 2, "num_node_entries": 2, "node_row_ptr": [0, 1, 2], "arg_nodes": [0],
          "heads": [[1, 0, 0]]},
"input_names": ["x"], "input_names_aux_state": [], "input_names_read_only": ["x"],
"output_names": ["r_output"],
"nodes": [null, {"num_inputs": 1, "num_outputs": 1, "input_names": ["data"],
                 "inplace": [[0, 0]], "pattern": 0}],
"shape": [[1, 4], [1, 4]], "shape_num_unknown_nodes": 0,
"dtype_inputs": {"x": "float32"}, "dtype": [0, 0], "dtype_num_unknown_nodes": 0,
"plan_memory": {"storage_id": [-1, 0], "storage_inplace_index": [-1, -1],
                "storage_allocated_bytes": 16, "storage_num_not_allocated": 0}})";

const char *const numericText = R"({
"graph": "tiny", "inputs": {"x": {"shape": [1, 4], "dtype": "float32", "data": [-1, 0, 1, "inf"]}},
"outputs": [{"shape": [1, 4], "dtype": "float32", "data": [0, 0, 1, "inf"]}]})";

/// What the compiler makes of it, to stand in the oracle.
const char *const stagesText = R"("data_inputs": ["x"], "layout": ["__undef__", "__undef__"],
"opt_level": {"3_llvm": [], "1": [
 {"pass": "CorrectLayout", "graph": "G0", "layout": ["__undef__", "__undef__"]},
 {"pass": "SimplifyInference", "graph": "G0"},
 {"pass": "GraphFindFusibleGroups", "graph": "G0", "group_root": [0, 1], "group_master": [-1, 1],
  "pattern": [8, 0], "shape": [[1, 4], [1, 4]], "dtype": [0, 0]},
 {"pass": "GraphFuse", "graph": "G0", "fused": [
  {"root": 1, "flatten_data": true, "inputs": [[0, 0, 0]], "subgraph": {
   "nodes": [{"op": "null", "name": "input0", "inputs": []},
             {"op": "relu", "name": "r", "inputs": [[0, 0, 0]]}],
   "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]}}]}]},
"graphs": {"G0": {"nodes": [{"op": "null", "name": "x", "inputs": []},
                            {"op": "relu", "name": "r", "inputs": [[0, 0, 0]]}],
                  "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]}},)";

const char *const buildText = R"({"builds": {"opt2_params_names": [], "opt0": {"error": "no"},
"opt2_params": {"nodes": [{"op": "null", "name": "x", "inputs": []},
 {"op": "tvm_op", "name": "r", "inputs": [[0, 0, 0]],
  "attrs": {"flatten_data": "1", "func_name": "fuse_relu_7", "num_inputs": "1",
            "num_outputs": "1"}}],
 "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]],
 "attrs": {"storage_id": ["list_int", [1, 0]], "dltype": ["list_str", ["float32", "float32"]],
           "dtype": ["list_int", [0, 0]], "shape": ["list_shape", [[1, 4], [1, 4]]]}}}})";

const char *const printText = R"([{"model": "tiny",
"plain": "Graph(%x) {\n  %1 = relu(%x)\n  ret %1\n}",
"with_shape": "Graph(%x) {\n  %x, shape=[1,4]\n  %1 = relu(%x), shape=[1,4]\n  ret %1\n}\ngraph_attr_keys = [shape_num_unknown_nodes, shape]\n"},
{"model": "elsewhere", "plain": ""}])";

const char *const symbolText = R"({"tiny":
"Symbol Outputs:\n\toutput[0]=r(0)\nVariable:x\n--------------------\nOp:relu, Name=r\nInputs:\n\targ[0]=x(0) version=0\n"})";

const char *const gradientText = R"([{"model": "tiny", "wrt": ["x"], "error": "no gradient"}])";

const char *const lightNetText = R"({"ops": [
{"name": "c", "optype": "create", "tensors_in": [],
 "tensors_out": [{"arg_name": "dst", "name": "t"}],
 "params": [{"arg_name": "dtype", "value": "TL_FLOAT"}, {"arg_name": "dims", "value": [2]},
            {"arg_name": "ran", "value": [0, 0]}, {"arg_name": "data", "value": [1, 2]},
            {"arg_name": "from_file", "value": false}]},
{"name": "p", "optype": "print", "tensors_in": [{"arg_name": "src", "name": "t"}],
 "tensors_out": [], "params": [{"arg_name": "msg", "value": "t"}]}]})";

const char *const lightNetOracle = R"({
"cli": {"exit_status": 0, "stdout": "t\n[1.000 2.000]\n", "stderr": ""},
"deterministic_stdout": true,
"driver": {"parsed": {"ops": [{"name": "c", "optype": "create", "in": [], "out": ["t"]},
                              {"name": "p", "optype": "print", "in": ["t"], "out": []}],
                      "tensors": [{"name": "t", "dtype": "TL_FLOAT", "dims": [2], "len": 2}]}}})";

const QStringList lightNetSections{s("--sections"),
                                   QStringLiteral("parse,round trip,shape,stdout")};

class Folder {
public:
    void write(const QString &path, const QByteArray &text)
    {
        const QString full = m_folder.filePath(path);
        QDir().mkpath(QFileInfo(full).path());
        QFile file(full);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), qint64(text.size()));
    }
    void writeTiny()
    {
        write(QStringLiteral("nnvm/corpus/tiny.json"), graphText);
        write(QStringLiteral("nnvm/oracle/tiny.json"), oracleText);
        write(QStringLiteral("nnvm/numeric/tiny.json"), numericText);
    }
    void writeLightNet(const QByteArray &oracle = lightNetOracle)
    {
        write(QStringLiteral("lightnet/corpus/doc.json"), lightNetText);
        write(QStringLiteral("lightnet/oracle/doc.json"), oracle);
    }
    /// The same with what the compiler makes of it, and the records that name the model.
    void writeCompiled()
    {
        writeTiny();
        write(QStringLiteral("nnvm/oracle/tiny.json"),
              QByteArray(oracleText).replace("\"name\": \"tiny\",", stagesText));
        write(QStringLiteral("nnvm/oracle/tiny.tvm.json"), buildText);
        write(QStringLiteral("nnvm/ir_prints.json"), printText);
        write(QStringLiteral("nnvm/symbol_debug_str.json"), symbolText);
    }
    [[nodiscard]] CliResult run(QStringList arguments = {}) const
    {
        arguments.prepend(m_folder.path());
        return runProgram(QStringLiteral("nervure-conformance"), arguments);
    }

private:
    QTemporaryDir m_folder;
};

QByteArray lastLine(const CliResult &result)
{
    return result.out.trimmed().split('\n').last();
}

/// `text` with one place replaced.
QByteArray changed(QByteArray text, const char *from, const char *to)
{
    const auto at = text.indexOf(from);
    return text.replace(at, QByteArray(from).size(), to);
}

} // namespace

class TstRunner : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void agreementEndsWithZero()
    {
        Folder folder;
        folder.writeTiny();
        const CliResult result = folder.run();
        QCOMPARE(lastLine(result), QByteArray("8 passed, 0 failed, 0 skipped"));
        QCOMPARE(result.exitCode, 0);
    }

    void everyWrongRecordFails_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("section");
        const QString oracle = QStringLiteral("nnvm/oracle/tiny.json");
        QTest::newRow("round trip")
            << QStringLiteral("nnvm/corpus/tiny.json") << changed(graphText, "\"x\", ", "\"x\",")
            << QByteArray("round trip");
        QTest::newRow("index") << oracle
                               << changed(oracleText, "\"num_nodes\": 2", "\"num_nodes\": 3")
                               << QByteArray("index");
        QTest::newRow("names") << oracle << changed(oracleText, "r_output", "r_out")
                               << QByteArray("names");
        QTest::newRow("nodes") << oracle << changed(oracleText, "\"pattern\": 0", "\"pattern\": 1")
                               << QByteArray("nodes");
        QTest::newRow("shape") << oracle
                               << changed(oracleText, "[[1, 4], [1, 4]]", "[[1, 4], [1, 5]]")
                               << QByteArray("shape");
        QTest::newRow("dtype") << oracle
                               << changed(oracleText, "\"dtype\": [0, 0]", "\"dtype\": [0, 1]")
                               << QByteArray("dtype");
        QTest::newRow("plan") << oracle << changed(oracleText, "_bytes\": 16", "_bytes\": 32")
                              << QByteArray("plan");
        QTest::newRow("numeric") << QStringLiteral("nnvm/numeric/tiny.json")
                                 << changed(numericText, "[0, 0, 1,", "[0, 0, 1.001,")
                                 << QByteArray("numeric");
    }
    void everyWrongRecordFails()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, section);
        Folder folder;
        folder.writeTiny();
        folder.write(file, text);
        const CliResult result = folder.run();
        QCOMPARE(lastLine(result), QByteArray("7 passed, 1 failed, 0 skipped"));
        QVERIFY2(result.out.startsWith("FAIL nnvm/tiny: " + section + ": "),
                 result.out.constData());
        QCOMPARE(result.exitCode, 1);
    }

    void compiledGraphsAndTextsAreChecked()
    {
        Folder folder;
        folder.writeCompiled();
        const CliResult result = folder.run();
        QVERIFY2(lastLine(result) == "19 passed, 0 failed, 3 skipped", result.out.constData());
        QVERIFY(result.out.contains("SKIP nnvm/tiny: opt3_llvm: "));
        QVERIFY(result.out.contains("SKIP nnvm/tiny: build opt0: "));
        QVERIFY(result.out.contains("SKIP nnvm/ir_prints.json#1 elsewhere: model: "));
    }

    void everyWrongCompiledRecordFails_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("section");
        const QString oracle = QStringLiteral("nnvm/oracle/tiny.json");
        const QByteArray compiled =
            QByteArray(oracleText).replace("\"name\": \"tiny\",", stagesText);
        QTest::newRow("graph")
            << oracle
            << changed(
                   compiled,
                   "\"op\": \"relu\", \"name\": \"r\", \"inputs\": [[0, 0, 0]]}],\n                  ",
                   "\"op\": \"tanh\", \"name\": \"r\", \"inputs\": [[0, 0, 0]]}],")
            << QByteArray("opt1 CorrectLayout");
        QTest::newRow("groups") << oracle << changed(compiled, "[-1, 1],", "[-1, -1],")
                                << QByteArray("opt1 GraphFindFusibleGroups");
        QTest::newRow("fused") << oracle
                               << changed(compiled, "\"flatten_data\": true",
                                          "\"flatten_data\": false")
                               << QByteArray("opt1 GraphFuse");
        QTest::newRow("another pass")
            << oracle << changed(compiled, "\"pass\": \"GraphFuse\"", "\"pass\": \"FoldScaleAxis\"")
            << QByteArray("opt1 FoldScaleAxis");
        QTest::newRow("build") << QStringLiteral("nnvm/oracle/tiny.tvm.json")
                               << changed(buildText, "fuse_relu_7", "fuse_tanh_7")
                               << QByteArray("build opt2_params");
        QTest::newRow("storage") << QStringLiteral("nnvm/oracle/tiny.tvm.json")
                                 << changed(buildText, "[1, 0]]", "[0, 1]]")
                                 << QByteArray("build opt2_params");
        QTest::newRow("parameters") << QStringLiteral("nnvm/oracle/tiny.tvm.json")
                                    << changed(buildText, "_names\": []", "_names\": [\"w\"]")
                                    << QByteArray("build opt2_params names");
        QTest::newRow("print") << QStringLiteral("nnvm/ir_prints.json")
                               << changed(printText, "ret %1", "ret %x") << QByteArray("ir plain");
        QTest::newRow("symbol") << QStringLiteral("nnvm/symbol_debug_str.json")
                                << changed(symbolText, "Op:relu", "Op:tanh")
                                << QByteArray("debug text");
        QTest::newRow("gradient") << QStringLiteral("nnvm/gradients.json")
                                  << QByteArray(gradientText) << QByteArray("gradient");
    }
    void everyWrongCompiledRecordFails()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, section);
        Folder folder;
        folder.writeCompiled();
        folder.write(file, text);
        const CliResult result = folder.run();
        // A wrong graph fails every stage that leaves it so.
        QVERIFY2(result.out.startsWith("FAIL nnvm/"), result.out.constData());
        QVERIFY2(result.out.left(result.out.indexOf('\n')).contains(": " + section + ": "),
                 result.out.constData());
        QCOMPARE(result.exitCode, 1);
    }

    void sectionsChoose()
    {
        Folder folder;
        folder.writeTiny();
        const CliResult result = folder.run({s("--sections"), QStringLiteral("round trip,shape")});
        QCOMPARE(lastLine(result), QByteArray("2 passed, 0 failed, 0 skipped"));
        folder.write(QStringLiteral("nnvm/oracle/tiny.json"), "not JSON");
        const CliResult damaged = folder.run({s("--sections"), s("shape")});
        QVERIFY2(damaged.exitCode == 1 && damaged.out.contains("FAIL"), damaged.out.constData());
    }

    void unreadableFilesFailAndTheRestRuns()
    {
        Folder folder;
        folder.writeTiny();
        folder.write(QStringLiteral("nnvm/corpus/broken.json"), "{\"nodes\": [");
        folder.write(QStringLiteral("nnvm/oracle/tiny.json"), "not JSON");
        folder.write(QStringLiteral("nnvm/oracle/alone.json"), oracleText);
        folder.write(QStringLiteral("nnvm/errors.json"), "[");
        const CliResult result = folder.run();
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(lastLine(result), QByteArray("2 passed, 4 failed, 0 skipped"));
        for (const char *file : {"alone", "broken", "tiny", "errors.json"}) {
            QVERIFY2(result.out.contains("FAIL nnvm/" + QByteArray(file) + ": "),
                     result.out.constData());
        }
    }

    void recordWithoutWhatItNeedsFails()
    {
        Folder folder;
        folder.writeTiny();
        folder.write(QStringLiteral("nnvm/oracle/tiny.json"),
                     changed(oracleText, "\"storage_id\": [-1, 0], ", ""));
        folder.write(QStringLiteral("nnvm/numeric/tiny.json"), "{\"outputs\": []}");
        const CliResult result = folder.run();
        QCOMPARE(result.exitCode, 1);
        QVERIFY(result.out.contains("FAIL nnvm/tiny: numeric: "));
    }

    void emptyFolderIsNoSuccess()
    {
        const Folder folder;
        const CliResult result = folder.run();
        QCOMPARE(result.exitCode, 2);
        QVERIFY(!result.err.isEmpty());
    }

    void missingFolderIsNoSuccess()
    {
        const CliResult result =
            runProgram(QStringLiteral("nervure-conformance"), {QStringLiteral("/no/such/folder")});
        NERVURE_VERIFY_EXIT(result, 2, "cannot read the folder /no/such/folder");
    }

    void filterAndOnlyChoose()
    {
        Folder folder;
        folder.writeTiny();
        QCOMPARE(folder.run({s("--filter"), s("t*y")}).exitCode, 0);
        NERVURE_VERIFY_EXIT(folder.run({s("--filter"), s("other")}), 2, "nothing to check");
        QCOMPARE(folder.run({s("--only"), s("nnvm")}).exitCode, 0);
        NERVURE_VERIFY_EXIT(folder.run({s("--only"), s("lightnet")}), 2, "nothing to check");
        NERVURE_VERIFY_EXIT(
            folder.run({s("--only"), s("other")}), 2,
            "other not in {nnvm,lightnet,mxnet,onnx,tensorflow,keras,darknet,coreml}");
    }

    void jsonHoldsTheResult()
    {
        Folder folder;
        folder.writeTiny();
        folder.write(QStringLiteral("nnvm/numeric/tiny.json"),
                     changed(numericText, "[0, 0, 1,", "[0, 0, 2,"));
        const CliResult result = folder.run({s("--json")});
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.json().value(QStringLiteral("failed")).toInt(), 1);
        const auto failure =
            result.json().value(QStringLiteral("failures")).toArray().at(0).toObject();
        QCOMPARE(failure.value(QStringLiteral("section")).toString(), QStringLiteral("numeric"));
    }

    void orderDoesNotDependOnJobs()
    {
        Folder folder;
        for (int i = 0; i < 20; ++i) {
            folder.write(QStringLiteral("nnvm/corpus/c%1.json").arg(i), "{}");
        }
        const CliResult one = folder.run({s("--jobs"), QStringLiteral("1")});
        const CliResult four = folder.run({s("--jobs"), QStringLiteral("4")});
        QCOMPARE(four.out, one.out);
        QCOMPARE(lastLine(one), QByteArray("0 passed, 20 failed, 0 skipped"));
    }

    void valuesNotToRelyOnAreSkipped()
    {
        Folder folder;
        folder.writeTiny();
        folder.write(QStringLiteral("nnvm/numeric/tiny.json"),
                     changed(changed(numericText, "[0, 0, 1,", "[0, 0, 2,"), "\"outputs\"",
                             "\"no_reliance\": {\"0\": \"a tie\"}, \"outputs\""));
        const CliResult result = folder.run();
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.out.contains("SKIP nnvm/tiny: numeric: no_reliance: \"a tie\""));
    }

    void filesTheReadmeNamesAreSkipped()
    {
        Folder folder;
        folder.writeTiny();
        folder.write(QStringLiteral("nnvm/README.md"), "x\nNo reliance on: a, tiny (why).\n");
        QVERIFY(folder.run().out.contains("SKIP nnvm/tiny: numeric: "));
        folder.write(QStringLiteral("nnvm/README.md"), "No reliance on: tiny_two.\n");
        QVERIFY(!folder.run().out.contains("SKIP nnvm/tiny: numeric: "));
    }

    void lightNetIsChecked()
    {
        Folder folder;
        folder.writeLightNet();
        const CliResult result = folder.run(lightNetSections);
        QCOMPARE(lastLine(result), QByteArray("4 passed, 0 failed, 0 skipped"));
        QCOMPARE(result.exitCode, 0);
        NERVURE_VERIFY_EXIT(folder.run({s("--only"), s("nnvm")}), 2, "nothing to check");
    }

    void everyWrongLightNetRecordFails_data()
    {
        QTest::addColumn<QByteArray>("oracle");
        QTest::addColumn<QByteArray>("section");
        QTest::newRow("printed") << changed(lightNetOracle, "2.000", "3.000")
                                 << QByteArray("stdout");
        QTest::newRow("shape") << changed(lightNetOracle, "[2]", "[3]") << QByteArray("shape");
        QTest::newRow("parse") << changed(lightNetOracle, "\"name\": \"c\"", "\"name\": \"d\"")
                               << QByteArray("parse");
    }
    void everyWrongLightNetRecordFails()
    {
        QFETCH(QByteArray, oracle);
        QFETCH(QByteArray, section);
        Folder folder;
        folder.writeLightNet(oracle);
        const CliResult result = folder.run(lightNetSections);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.out.startsWith("FAIL lightnet/doc: " + section + ": "),
                 result.out.constData());
    }

    void aMisspeltOperatorOfTheLibraryIsSkipped()
    {
        Folder folder;
        folder.write(QStringLiteral("lightnet/extra/tensorlight_cpu_functions.json"),
                     R"({"note": "", "concta": [{"axis": 0}]})");
        QVERIFY(folder.run().out.contains(" concta: library: there is no document for"));
    }

    void whatLightNetCannotComputeIsChecked_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<QByteArray>("wrong");
        const QByteArray pool =
            R"({"cases": [{"size": 9, "align": 1, "events": [["a", 3, 1], ["f", 1]],
                "map": [[1, 9, "H"]]}]})";
        QTest::newRow("pool: address")
            << QStringLiteral("mem_pool_traces.json") << pool << changed(pool, "3, 1", "3, 2");
        QTest::newRow("pool: map") << QStringLiteral("mem_pool_traces.json") << pool
                                   << changed(pool, "9, \"H\"", "8, \"H\"");
        const QByteArray reference = R"({"cases": {"relu": {"y": {"data": [0, 2]}}}})";
        QTest::newRow("reference: value") << QStringLiteral("reference_outputs.json") << reference
                                          << changed(reference, "[0,", "[-1,");
        QTest::newRow("reference: tensor") << QStringLiteral("reference_outputs.json") << reference
                                           << changed(reference, "\"y\"", "\"z\"");
        const QByteArray library = R"({"note": "", "pick1d": {"len": 1, "stride": 1,
            "src_index": [1], "src": [3, 4], "dst": [4]}})";
        QTest::newRow("library: value") << QStringLiteral("tensorlight_cuda_kernels_on_host.json")
                                        << library << changed(library, "[4]", "[3]");
    }
    void whatLightNetCannotComputeIsChecked()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, right);
        QFETCH(QByteArray, wrong);
        Folder folder;
        folder.writeLightNet();
        const QByteArray create = changed(QByteArray(lightNetText), "[1, 2]", "[-1, 2]");
        folder.write(QStringLiteral("lightnet/corpus/relu.json"),
                     create.left(create.indexOf("{\"name\": \"p\""))
                         + R"({"name": "r", "optype": "relu",
                               "tensors_in": [{"arg_name": "src", "name": "t"}], "params": [],
                               "tensors_out": [{"arg_name": "dst", "name": "y"}]}]})");
        const QStringList sections{s("--sections"), QStringLiteral("pool,reference,library")};
        folder.write(QStringLiteral("lightnet/oracle/relu.json"), lightNetOracle);
        folder.write(QStringLiteral("lightnet/extra/") + file, right);
        const CliResult agreed = folder.run(sections);
        QVERIFY2(agreed.exitCode == 0, agreed.out.constData());
        QCOMPARE(lastLine(agreed), QByteArray("1 passed, 0 failed, 0 skipped"));
        folder.write(QStringLiteral("lightnet/extra/") + file, wrong);
        QCOMPARE(lastLine(folder.run(sections)), QByteArray("0 passed, 1 failed, 0 skipped"));
    }

    void eitherTargetIsRight()
    {
        Folder folder;
        folder.writeTiny();
        const QByteArray other =
            R"("outputs_opencl": [{"shape": [1, 4], "dtype": "float32", "data": [0, 0, 1, "inf"]}],)";
        folder.write(QStringLiteral("nnvm/numeric/tiny.json"),
                     changed(changed(numericText, "[0, 0, 1,", "[0, 0, 2,"), "\"inputs\"",
                             (other + "\"inputs\"").constData()));
        QCOMPARE(folder.run().exitCode, 0);
    }
};

NERVURE_TEST(TstRunner)
#include "tst_runner.moc"
