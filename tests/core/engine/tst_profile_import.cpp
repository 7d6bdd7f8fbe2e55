// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_import.h"

#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <memory>

using namespace nervure;

/// Profiles that other programs wrote, laid over a graph by the names of its nodes.
class TstProfileImport : public QObject {
    Q_OBJECT

private:
    /// x → conv → relu; the values are called c and y, as ONNX calls them.
    static Graph graph()
    {
        Graph made;
        Node x;
        x.name = "x";
        Entry last{made.add(std::move(x))};
        for (const auto &[op, name, value] :
             {std::tuple{"conv2d", "conv", "c"}, {"relu", "act", "y"}}) {
            Node node;
            node.op = op;
            node.name = name;
            node.inputs = {last};
            node.outputPorts.resize(1);
            node.outputPorts[0].tensor = value;
            last = Entry{made.add(std::move(node))};
        }
        made.setHeads({last});
        return made;
    }

private Q_SLOTS:
    void onnxRuntimesProfileIsSummedByNode()
    {
        const Graph model = graph();
        const auto report = importProfile(R"([
            {"cat":"Session","ph":"X","dur":9000,"ts":1,"name":"session_initialization","args":{}},
            {"cat":"Node","ph":"X","dur":400,"ts":2,"name":"c_nchwc_kernel_time",
             "args":{"op_name":"Conv","provider":"CPUExecutionProvider"}},
            {"cat":"Node","ph":"X","dur":50,"ts":3,"name":"ReorderOutput_kernel_time",
             "args":{"op_name":"ReorderOutput","provider":"CPUExecutionProvider"}},
            {"cat":"Node","ph":"X","dur":100,"ts":4,"name":"act_kernel_time",
             "args":{"op_name":"Relu","provider":"CPUExecutionProvider"}},
            {"cat":"Session","ph":"X","dur":600,"ts":1,"name":"model_run","args":{}},
            {"cat":"Node","ph":"X","dur":200,"ts":5,"name":"c_nchwc_kernel_time",
             "args":{"op_name":"Conv","provider":"CPUExecutionProvider"}},
            {"cat":"Session","ph":"X","dur":400,"ts":5,"name":"model_run","args":{}}])",
                                          model);
        QVERIFY2(report.ok(), report ? "" : report.error().message.c_str());
        const ProfileData &data = report->data;
        QCOMPARE(report->device.name, std::string("ONNX Runtime, CPUExecutionProvider"));
        QCOMPARE(data.layers.size(), std::size_t{3});
        QCOMPARE(data.layers[0].node.name, std::string("conv"));
        QCOMPARE(data.layers[0].node.id, model.findByName("conv").value());
        QCOMPARE(data.layers[0].ms.median, 0.3);
        QCOMPARE(data.layers[0].ms.count, std::size_t{2});
        QCOMPARE(data.layers[0].kernels[0].name, std::string("Conv"));
        QCOMPARE(data.layers[1].node.name, std::string("ReorderOutput"));
        QCOMPARE(data.layers[1].role, std::string("copy"));
        QCOMPARE(data.layers[2].op, std::string("relu"));
        QCOMPARE(data.wallMs.median, 0.5);
        QCOMPARE(data.repeat, std::size_t{2});
    }

    /// Such nodes ONNX Runtime calls after their operators and numbers, which leave Constants out.
    void nodesWithoutNamesAreFoundByTheirNumbers()
    {
        Graph model;
        const auto add = [&model](const char *op, const char *name, std::vector<Entry> inputs) {
            Node node;
            node.op = op;
            node.name = name;
            node.inputs = std::move(inputs);
            return Entry{model.add(std::move(node))};
        };
        const Entry x = add("null", "x", {});
        const Entry two = add("Constant", "two", {});
        const Entry product = add("MatMul", "a", {x, two});
        model.setHeads({add("Relu", "b", {product})});
        const auto report = importProfile(R"([
            {"cat":"Node","ph":"X","dur":15,"ts":1,"name":"MatMul_0_kernel_time",
             "args":{"op_name":"MatMul","node_index":"0"}},
            {"cat":"Node","ph":"X","dur":8,"ts":20,"name":"Relu_1_kernel_time",
             "args":{"op_name":"Relu","node_index":"1"}},
            {"cat":"Node","ph":"X","dur":2,"ts":30,"name":"Relu_0_kernel_time",
             "args":{"op_name":"Relu","node_index":"0"}},
            {"cat":"Node","ph":"X","dur":5,"ts":40,"name":"Add_7_kernel_time",
             "args":{"op_name":"Add","node_index":"7"}}])",
                                          model);
        QVERIFY2(report.ok(), report ? "" : report.error().message.c_str());
        const std::vector<LayerProfile> &layers = report->data.layers;
        QCOMPARE(layers.size(), std::size_t{4});
        QCOMPARE(layers[0].node.name, std::string("a"));
        QCOMPARE(layers[1].node.name, std::string("b"));
        QCOMPARE(layers[1].ms.median, 0.008);
        QVERIFY(!layers[2].node.id.isValid());
        QCOMPARE(report->diagnostics.size(), std::size_t{1});
        QCOMPARE(report->diagnostics[0].message,
                 std::string("2 of 4 layers, 23.3 % of the time, belong to no node of the model"));
    }

    /// Their times lie within those of the operators that run them, on the same thread.
    void layersOfBodiesArePartsOfTheOperator()
    {
        Graph body;
        Node inner;
        inner.op = "MatMul";
        inner.name = "product";
        body.setHeads({Entry{body.add(std::move(inner))}});
        Graph model;
        Node loop;
        loop.op = "Loop";
        loop.name = "loop";
        loop.subgraphs.push_back(std::make_shared<const Graph>(std::move(body)));
        const Entry looped{model.add(std::move(loop))};
        Node matmul;
        matmul.op = "MatMul";
        matmul.name = "first";
        matmul.inputs = {looped};
        model.setHeads({Entry{model.add(std::move(matmul))}});
        const auto report = importProfile(R"([
            {"cat":"Node","ph":"X","pid":1,"tid":1,"dur":0,"ts":10,"name":"first_kernel_time",
             "args":{"op_name":"MatMul","node_index":"1"}},
            {"cat":"Node","ph":"X","pid":1,"tid":1,"dur":4,"ts":10,"name":"MatMul_0_kernel_time",
             "args":{"op_name":"MatMul","node_index":"0"}},
            {"cat":"Node","ph":"X","pid":1,"tid":2,"dur":3,"ts":12,"name":"first_kernel_time",
             "args":{"op_name":"MatMul","node_index":"1"}},
            {"cat":"Node","ph":"X","pid":1,"tid":1,"dur":6,"ts":14,"name":"MatMul_0_kernel_time",
             "args":{"op_name":"MatMul","node_index":"0"}},
            {"cat":"Node","ph":"X","pid":1,"tid":1,"dur":12,"ts":10,"name":"loop_kernel_time",
             "args":{"op_name":"Loop","node_index":"0"}}])",
                                          model);
        QVERIFY2(report.ok(), report ? "" : report.error().message.c_str());
        const ProfileData &data = report->data;
        QCOMPARE(data.layers.size(), std::size_t{2});
        QCOMPARE(data.layers[0].node.name, std::string("first"));
        QCOMPARE(data.layers[0].ms.count, std::size_t{2});
        QCOMPARE(data.layers[1].node.name, std::string("loop"));
        QCOMPARE(data.layers[1].inner.size(), std::size_t{1});
        QCOMPARE(data.layers[1].inner[0].node.name, std::string("product"));
        QCOMPARE(data.layers[1].inner[0].ms.median, 0.01);
        QCOMPARE(data.layers[1].inner[0].calls, std::size_t{2});
        QCOMPARE(data.deviceMs, 0.0015 + 0.012);
        QVERIFY(report->diagnostics.empty());
    }

    void otherTracesCountWhereTheirEventsAreCalledAsNodes()
    {
        const auto report = importProfile(R"({"traceEvents": [
            {"ph":"B","pid":1,"tid":1,"ts":1000,"name":"outer"},
            {"ph":"B","pid":1,"tid":1,"ts":2000,"name":"conv"},
            {"ph":"B","pid":1,"tid":2,"ts":2500,"name":"act"},
            {"ph":"E","pid":1,"tid":1,"ts":5000},
            {"ph":"E","pid":1,"tid":2,"ts":2750},
            {"ph":"E","pid":1,"tid":1,"ts":9000},
            {"ph":"E","pid":1,"tid":1,"ts":9500}]})",
                                          graph());
        QVERIFY2(report.ok(), report ? "" : report.error().message.c_str());
        QCOMPARE(report->data.layers.size(), std::size_t{2});
        QCOMPARE(report->data.layers[0].ms.median, 3.0);
        QCOMPARE(report->data.layers[1].ms.median, 0.25);
        QCOMPARE(report->data.wallMs.median, 3.25);
    }

    void ourOwnDocumentIsRead()
    {
        const auto report = importProfile(
            R"({"device":"d","layers":[{"node":"conv","nodes":["conv"],"ms":{"median":2}}]})",
            graph());
        QVERIFY(report.ok());
        QCOMPARE(report->data.layers[0].ms.median, 2.0);
    }

    void whatIsNoProfileOfTheModelIsRefused()
    {
        for (const char *other :
             {"{", "3", "{}", R"({"traceEvents": []})", "[]", "[3, {}, []]",
              R"([{"ph":"X","dur":3,"name":"elsewhere"}])", R"({"traceEvents": [{"ph":"E"}]})",
              R"([{"ph":"X","dur":"long","name":"nobody","cat":"Node"}])"}) {
            const auto report = importProfile(other, graph());
            QVERIFY2(!report.ok(), other);
            QCOMPARE(report.error().code, std::string("profile-file"));
        }
    }
};

NERVURE_TEST(TstProfileImport)
#include "tst_profile_import.moc"
