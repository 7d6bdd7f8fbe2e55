// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/passes/pass_manager.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cstring>

using namespace nervure;
using namespace nervure::tests;

/// ONNXToNNVM as a pass; what it makes is tested in tst_from_onnx.
class TstOnnxToNnvm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void otherDialectsAreRefused()
    {
        const Builtins builtins = makeBuiltins();
        const std::vector<PassRequest> passes{{"ONNXToNNVM"}};
        for (const Semantics semantics : {Semantics::Exact, Semantics::Fixed}) {
            const PassRun run =
                runPasses(Graph(), passes,
                          {.passes = builtins.passes, .ops = builtins.ops, .semantics = semantics});
            QVERIFY(!run.ok);
            const Diagnostic *error = failureOf(run.steps.back());
            QVERIFY(error);
            QCOMPARE(error->message,
                     std::string("pass ONNXToNNVM lowers ONNX's graphs, found one of nnvm"));
        }
    }

    /// What the file holds stays there, what a rule works out goes beside the graph; numbers have all their digits.
    void tensorsAreNeverAttributes()
    {
        const std::string tensor = integerField(tensor::dims, 2) + integerField(tensor::dataType, 1)
                                   + bytesField(tensor::rawData, std::string(8, '\1'));
        const std::string value = bytesField(
            node::attribute, bytesField(attribute::name, "value") + bytesField(attribute::t, tensor)
                                 + integerField(attribute::type, 4));
        const float alpha = 0.123456789F;
        std::uint32_t bits = 0;
        std::memcpy(&bits, &alpha, sizeof bits);
        std::string number =
            bytesField(attribute::name, "alpha") + integerField(attribute::type, 1);
        number += static_cast<char>(attribute::f << 3 | 5U);
        number.append(reinterpret_cast<const char *>(&bits), sizeof bits);
        const std::string size =
            bytesField(graph::initializer,
                       integerField(tensor::dims, 1) + integerField(tensor::dataType, 7)
                           + bytesField(tensor::name, "n") + bytesField(tensor::int64Data, "\2"));
        const PassRun run = lowered(
            valueField(graph::input, "x", {"2"}) + nodeField("Constant", {}, {"c"}, "held", value)
            + size + nodeField("Add", {"x", "c"}, {"a"})
            + nodeField("LeakyRelu", {"a"}, {"l"}, "leaky", bytesField(node::attribute, number))
            + nodeField("HannWindow", {"n"}, {"h"}, "hann") + nodeField("Mul", {"l", "h"}, {"y"})
            + valueField(graph::output, "y", {"2"}));
        QVERIFY(run.ok);
        for (const NodeId id : run.graph.nodes()) {
            QVERIFY2(run.graph.node(id).op != "constant", run.graph.node(id).name.c_str());
        }
        const auto leaky = run.graph.findByName("leaky");
        QVERIFY(leaky);
        QCOMPARE(std::stof(*run.graph.node(*leaky).attrs.find("alpha")), alpha);
        QCOMPARE(run.held.size(), std::size_t{2});
        QCOMPARE(run.held.at("held").stored, std::string("c"));
        QVERIFY(run.held.at("hann").elements);
        QCOMPARE(run.held.at("hann").elements->count(), std::int64_t{2});
    }

private:
    static PassRun lowered(const std::string &graphFields)
    {
        const Builtins builtins = makeBuiltins();
        const auto opened =
            openModelText(modelOf(graphFields), "m.onnx", builtins.formats, builtins.ops);
        PassRun run;
        run.ok = false;
        if (opened) {
            const std::vector<PassRequest> passes{{"ONNXToNNVM"}};
            run = runPasses(
                opened->graph, passes,
                {.passes = builtins.passes, .ops = builtins.ops, .semantics = Semantics::Fixed});
        }
        return run;
    }
};

NERVURE_TEST(TstOnnxToNnvm)
#include "tst_onnx_to_nnvm.moc"
