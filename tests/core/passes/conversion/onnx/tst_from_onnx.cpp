// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/passes/conversion/onnx/onnx_params.h"
#include "core/passes/pass_manager.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// ONNXToNNVM in exact semantics: what nnvm.frontend.from_onnx does. Its whole table is compared by
/// nervure-conformance.
class TstFromOnnx : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    static std::string opsetField(std::string_view domain, std::int64_t version)
    {
        return bytesField(model::opsetImport, bytesField(opset_import::domain, domain)
                                                  + integerField(opset_import::version, version));
    }

    [[nodiscard]] Graph read(const std::string &graph, const std::string &opsets) const
    {
        const std::string bytes =
            integerField(model::irVersion, 8) + bytesField(model::graph, graph) + opsets;
        return m_builtins.formats.find("onnx")
            ->read(bytes, {m_builtins.ops, Semantics::Exact, {}})
            ->graph;
    }

    [[nodiscard]] PassRun imported(const Graph &graph) const
    {
        const std::vector<PassRequest> passes{{"ONNXToNNVM"}};
        return runPasses(
            graph, passes,
            {.passes = m_builtins.passes, .ops = m_builtins.ops, .semantics = Semantics::Exact});
    }

    [[nodiscard]] PassRun imported(const std::string &graph, std::int64_t opset = 8) const
    {
        return imported(read(graph, opsetField("", opset)));
    }

    /// y of x by these nodes.
    static std::string ofX(const std::string &nodes)
    {
        return valueField(graph::input, "x", {"1", "4"}) + nodes
               + valueField(graph::output, "y", {"1", "4"});
    }

    static std::string input(std::string_view name)
    {
        return valueField(graph::input, name, {"3"});
    }

    static std::string floatAttribute(std::string_view name, float value)
    {
        std::string field = bytesField(attribute::name, name);
        addFloat(field, attribute::f, value);
        return bytesField(node::attribute, field + integerField(attribute::type, 1));
    }

    static std::string intsAttribute(std::string_view name,
                                     std::initializer_list<std::int64_t> values)
    {
        std::string field = bytesField(attribute::name, name);
        for (const std::int64_t value : values) {
            addInteger(field, attribute::ints, value);
        }
        constexpr int ints = 7;
        return bytesField(node::attribute, field + integerField(attribute::type, ints));
    }

    /// An initializer of two dimensions, or of int64 numbers.
    static std::string matrix(std::string_view name, std::int64_t rows, std::int64_t columns)
    {
        return bytesField(
            graph::initializer,
            integerField(tensor::dims, rows) + integerField(tensor::dims, columns)
                + integerField(tensor::dataType, 1) + bytesField(tensor::name, name)
                + bytesField(tensor::rawData,
                             std::string(static_cast<std::size_t>(rows * columns) * 4, '\0')));
    }

    static std::string wholeTensor(std::string_view name, std::int64_t a, std::int64_t b)
    {
        constexpr int int64 = 7;
        return integerField(tensor::dims, 2) + integerField(tensor::dataType, int64)
               + bytesField(tensor::name, name) + integerField(tensor::int64Data, a)
               + integerField(tensor::int64Data, b);
    }

    static std::string constantNode(std::string_view output)
    {
        constexpr int tensorType = 4;
        return nodeField(
            "Constant", {}, {output}, {},
            bytesField(node::attribute, bytesField(attribute::name, "value")
                                            + bytesField(attribute::t, wholeTensor("", 2, 2))
                                            + integerField(attribute::type, tensorType)));
    }

    static std::vector<std::string> namesOf(const Graph &graph)
    {
        std::vector<std::string> names;
        for (const NodeId id : graph.nodes()) {
            names.push_back(graph.node(id).name);
        }
        return names;
    }

    static const Node &named(const PassRun &run, std::string_view name)
    {
        return run.graph.node(*run.graph.findByName(name));
    }

    static void compareRefusal(const PassRun &run, const std::string &code,
                               const std::string &message, const std::string &node)
    {
        QVERIFY(!run.ok);
        const Diagnostic *error = failureOf(run.steps.back());
        QVERIFY(error);
        QCOMPARE(error->code, code);
        QCOMPARE(error->message, message);
        QCOMPARE(error->where.node, node);
    }

private Q_SLOTS:
    void nodesAreNamedInOrderOfCreationAndTellWhereTheyCameFrom()
    {
        const PassRun run = imported(ofX(nodeField("Relu", {"x"}, {"a"}, "first")
                                         + nodeField("Abs", {"a"}, {"y"}, "second")
                                         + nodeField("Tanh", {"x"}, {"dead"})));
        QVERIFY(run.ok);
        QCOMPARE(run.graph.dialect(), Dialect::Nnvm);
        QCOMPARE(namesOf(run.graph), (std::vector<std::string>{"x", "relu0", "relu1", "negative0",
                                                               "relu2", "__add_symbol__0"}));
        for (const Provenance::Origin &origin : run.steps.back().provenance.origins) {
            const bool isFirst = run.graph.node(origin.node).name == "relu0";
            QCOMPARE(origin.from, std::vector<NodeId>{NodeId{isFirst ? 1U : 2U}});
        }
        QCOMPARE(run.graph.node(NodeId{0}).name, std::string("x"));
    }

    void numbersKeepTheTypesThatTheFileGivesThem()
    {
        const PassRun run = imported(ofX(
            nodeField("Exp", {"x"}, {"y"}, {},
                      floatAttribute("f", 2) + intAttribute("i", 2) + intsAttribute("l", {2})
                          + bytesField(node::attribute, bytesField(attribute::name, "s")
                                                            + bytesField(attribute::s, "it's")
                                                            + integerField(attribute::type, 3)))));
        QVERIFY(run.ok);
        QCOMPARE(named(run, "exp0").attrs,
                 (AttrDict{{"f", "2.0"}, {"i", "2"}, {"l", "(2,)"}, {"s", "b\"it's\""}}));
    }

    void theFirstOperatorSetDecidesOnTheVersion()
    {
        const std::string reshape =
            ofX(nodeField("Reshape", {"x"}, {"y"}, {}, intsAttribute("shape", {4, 1})));
        QCOMPARE(*named(imported(reshape, 1), "reshape0").attrs.find("shape"),
                 std::string("(4, 1)"));
        const PassRun other =
            imported(read(reshape, opsetField("ai.onnx.ml", 2) + opsetField("", 8)));
        QVERIFY(other.ok);
        compareRefusal(imported(reshape, 17), "IndexError", "list index out of range", "y");
    }

    void anOperatorSetBelowAllVersionsTakesTheLast()
    {
        const std::string upsample =
            ofX(nodeField("Upsample", {"x"}, {"y"}, "up", intsAttribute("scales", {1, 1, 2, 2})));
        for (const std::int64_t opset : {1, 7, 9}) {
            compareRefusal(imported(upsample, opset), "ValueError",
                           "Invalid ONNX upsample mode: None", "up");
        }
    }

    void paramsComeInTheirOrder()
    {
        const Graph model = read(input("x") + input("b") + input("a") + initializerField("a", 3)
                                     + initializerField("alone", 3) + initializerField("b", 3)
                                     + constantNode("c") + nodeField("Sum", {"x", "a", "b"}, {"y"})
                                     + valueField(graph::output, "y", {"3"}),
                                 opsetField("", 8));
        const auto params = onnxParams(model);
        QVERIFY(params);
        std::vector<std::string> names;
        for (const OnnxParam &param : *params) {
            names.push_back(param.name);
        }
        QCOMPARE(names, (std::vector<std::string>{"alone", "b", "a", "c"}));
        QCOMPARE(params->back().shape, (Shape{2}));
        QCOMPARE(params->back().type, ElementType::Int64);
        QCOMPARE(params->back().elements, (std::vector<std::string>{"2", "2"}));
        const PassRun run = imported(model);
        QVERIFY(run.ok);
        QCOMPARE(*named(run, "a").attrs.find("shape"), std::string("(3,)"));
    }

    void valuesThatAreNotThereAreKeyErrors()
    {
        compareRefusal(
            imported(ofX(initializerField("w", 4) + nodeField("Add", {"x", "w"}, {"y"}, "add"))),
            "KeyError", "'w'", "add");
        compareRefusal(imported(ofX(nodeField("Relu", {"t"}, {"y"}, "early")
                                    + nodeField("Tanh", {"x"}, {"t"}))),
                       "KeyError", "'t'", "early");
        compareRefusal(imported(ofX(nodeField("Relu", {"nobody"}, {"y"}, "reader"))), "KeyError",
                       "'nobody'", "reader");
        const auto clipOf = [&](std::initializer_list<std::string_view> inputs) {
            return imported(ofX(nodeField("Clip", inputs, {"y"}, "clip")));
        };
        compareRefusal(clipOf({"x", "", "x"}), "KeyError", "''", "clip");
        compareRefusal(clipOf({"x", ""}), "KeyError", "''", "clip");
        compareRefusal(clipOf({"x", "", ""}), "KeyError", "''", "clip");
        compareRefusal(clipOf({""}), "KeyError", "''", "clip");
        compareRefusal(clipOf({"nobody", ""}), "KeyError", "'nobody'", "clip");
    }

    void outputsThatAreNotThereAreKeyErrors()
    {
        const std::string w = initializerField("w", 4); // no input, so no value either
        const auto outputs = [&](const std::vector<std::string> &names) {
            std::string graph = input("x") + nodeField("Relu", {"x"}, {"y"}) + w;
            for (const std::string &name : names) {
                graph += valueField(graph::output, name, {"3"});
            }
            return imported(graph);
        };
        compareRefusal(outputs({"nope"}), "KeyError", "'nope'", "");
        compareRefusal(outputs({"y", "x", "nope"}), "KeyError", "'nope'", "");
        compareRefusal(outputs({"y", "nope", "w"}), "KeyError", "'nope'", "");
        compareRefusal(outputs({"w", "nope"}), "KeyError", "'w'", "");
        compareRefusal(outputs({"y", "b", "a", "b"}), "KeyError", "'b'", "");
        QVERIFY(outputs({"y", "x"}).ok);
    }

    void aNameThatIsWrittenTwiceIsTheLaterNodes()
    {
        const PassRun run =
            imported(ofX(nodeField("Relu", {"x"}, {"x"}) + nodeField("Tanh", {"x"}, {"y"})));
        QVERIFY(run.ok);
        QCOMPARE(namesOf(run.graph), (std::vector<std::string>{"x", "relu0", "tanh0"}));
    }

    void refusalsSayWhatPythonSays()
    {
        const auto one = [&](std::string_view op, const std::string &attrs = {}) {
            return imported(ofX(nodeField(op, {"x"}, {"y"}, "n", attrs)));
        };
        compareRefusal(one("Softplus"), "NotImplementedError", "Operator Softplus not implemented.",
                       "n");
        compareRefusal(one("Squeeze", intsAttribute("axes", {})), "ValueError",
                       "Cannot parse attribute: \nname: \"axes\"\ntype: INTS\n\n.", "n");
        compareRefusal(one("Loop", bodyAttribute("")), "NotImplementedError",
                       "Filed g is not supported in nnvm.", "n");
        compareRefusal(one("Max"), "ValueError", "Expect minimum 2 inputs", "n");
        compareRefusal(one("Add"), "AssertionError", "Math op take 2 inputs, 1 given", "n");
        compareRefusal(imported(ofX(nodeField("MaxPool", {"x"}, {"y", "places"}, "pool",
                                              intsAttribute("kernel_shape", {2, 2})))),
                       "AssertionError", "Number of output mismatch 2 vs 1 in MaxPool.", "pool");
    }

    void warningsAndPrintedLinesAreTold()
    {
        const PassRun run =
            imported(input("x") + input("s") + nodeField("Shape", {"x"}, {"t"}, "shape")
                     + nodeField("BatchNormalization", {"t", "s", "s", "m", "v"}, {"y"}, "bn",
                                 floatAttribute("momentum", 0.5F))
                     + input("m") + input("v") + valueField(graph::output, "y", {"3"}));
        QVERIFY(run.ok);
        QCOMPARE(run.diagnostics.size(), std::size_t{2});
        QCOMPARE(run.diagnostics[0].code, std::string("python-print"));
        QCOMPARE(run.diagnostics[1].code, std::string("python-log"));
        QCOMPARE(run.diagnostics[1].message,
                 std::string("Attribute momentum is disabled in nnvm.sym.batch_norm"));
        QCOMPARE(run.diagnostics[1].where.node, std::string("bn"));
    }

    void unitsAreThoseOfAWeightThatIsComputed()
    {
        const std::string gemm =
            nodeField("Gemm", {"x", "turned", "b"}, {"y"}, "gemm", intAttribute("transB", 1));
        const PassRun run = imported(ofX(valueField(graph::input, "w", {"4", "5"})
                                         + valueField(graph::input, "b", {"5"}) + matrix("w", 4, 5)
                                         + initializerField("b", 5)
                                         + nodeField("Transpose", {"w"}, {"turned"}) + gemm));
        QVERIFY(run.ok);
        QCOMPARE(*named(run, "dense0").attrs.find("units"), std::string("5"));
        compareRefusal(imported(ofX(valueField(graph::input, "turned", {"5", "4"})
                                    + valueField(graph::input, "b", {"5"}) + gemm)),
                       "IndexError", "list index out of range", "gemm");
    }

    void aShapeIsThatOfTheFirstVariableBehindIt()
    {
        const PassRun run = imported(ofX(constantNode("c") + nodeField("Neg", {"c"}, {"d"})
                                         + nodeField("Reshape", {"x", "d"}, {"y"})));
        QVERIFY(run.ok);
        QCOMPARE(*named(run, "reshape0").attrs.find("shape"), std::string("(2, 2)"));
        QCOMPARE(namesOf(run.graph), (std::vector<std::string>{"x", "reshape0"}));
    }
};

NERVURE_TEST(TstFromOnnx)
#include "tst_from_onnx.moc"
