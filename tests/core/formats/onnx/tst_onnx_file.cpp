// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/onnx/onnx_graph.h"
#include "core/formats/project/open_model.h"
#include "core/graph/onnx_variable.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxFile : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    [[nodiscard]] Result<OpenedModel> opened(std::string bytes) const
    {
        return openModelText(std::move(bytes), "net.onnx", m_builtins.formats, m_builtins.ops);
    }

    static const Node &named(const Graph &graph, std::string_view name)
    {
        return graph.node(*graph.findByName(name));
    }

    static std::string attr(const Node &node, std::string_view key)
    {
        const std::string *text = node.attrs.find(key);
        return text ? *text : "(none)";
    }

private Q_SLOTS:
    void valuesInSixteenBitsAreRead()
    {
        constexpr std::uint64_t brainFloat = 16;
        const auto tensorOf = [](std::string_view name, const std::string &values) {
            return bytesField(graph::initializer, integerField(tensor::dims, 2)
                                                      + integerField(tensor::dataType, brainFloat)
                                                      + bytesField(tensor::name, name) + values);
        };
        using namespace std::string_view_literals;
        const auto model =
            opened(modelOf(tensorOf("raw", bytesField(tensor::rawData, "\x80\x3f\x20\xc0"sv))
                           + tensorOf("typed", integerField(tensor::int32Data, 0x3f80)
                                                   + integerField(tensor::int32Data, 0xc020))));
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        QCOMPARE(attr(named(model->graph, "raw"), "value"), std::string("1, -2.5"));
        QCOMPARE(attr(named(model->graph, "typed"), "value"), std::string("1, -2.5"));
    }

    /// What is written of one kind must not read as the other.
    void numbersTellWholeOnesFromOthers()
    {
        const auto number = [](std::string_view name, float value) {
            std::string field = bytesField(attribute::name, name);
            addFloat(field, attribute::f, value);
            return bytesField(node::attribute, field + integerField(attribute::type, 1));
        };
        const auto model =
            opened(modelOf(valueField(graph::input, "x", {"3"})
                           + nodeField("Elu", {"x"}, {"y"}, "n",
                                       number("whole", 2) + number("half", 0.5F)
                                           + number("tiny", 1e-5F) + intAttribute("integer", 2))));
        const Node &node = named(model->graph, "n");
        QCOMPARE(attr(node, "whole"), std::string("2.0"));
        QCOMPARE(attr(node, "half"), std::string("0.5"));
        QCOMPARE(attr(node, "tiny"), std::string("1e-05"));
        QCOMPARE(attr(node, "integer"), std::string("2"));
    }

    /// The type is the initializer's own, whatever the graph says of the input.
    void anInitializerThatIsAnInputToo()
    {
        const auto model = opened(
            modelOf(valueField(graph::input, "w", {"n"}) + valueField(graph::input, "x", {"3"})
                    + initializerField("w", 3) + initializerField("alone", 3)));
        const Graph &graph = model->graph;
        QCOMPARE(attr(named(graph, "w"), onnx_variable::input), std::string("true"));
        QCOMPARE(attr(named(graph, "w"), onnx_variable::shape), std::string("[3]"));
        QCOMPARE(attr(named(graph, "alone"), onnx_variable::input), std::string("(none)"));
        QVERIFY(isOnnxInput(named(graph, "w").attrs) && isOnnxInput(named(graph, "x").attrs));
        QVERIFY(!isOnnxInput(named(graph, "alone").attrs));
    }

    void aModelIsAGraph()
    {
        const auto model = opened(
            modelOf(valueField(graph::input, "x", {"batch", "3"}) + initializerField("w", 3)
                    + nodeField("Mul", {"x", "w"}, {"y"}, "scale") + nodeField("Relu", {"y"}, {"z"})
                    + valueField(graph::output, "z", {"3"})));
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        QCOMPARE(model->format->name, std::string("onnx"));
        QCOMPARE(model->semantics, Semantics::Fixed);
        QCOMPARE(formatTitle(*model->format, model->graph), std::string("ONNX, IR 8, opset 17"));
        const Graph &graph = model->graph;
        QCOMPARE(graph.dialect(), Dialect::Onnx);
        QCOMPARE(graph.nodeCount(), std::size_t(4));
        QCOMPARE(attr(named(graph, "x"), "elem_type"), std::string("float32"));
        QCOMPARE(attr(named(graph, "x"), "shape"), std::string("[batch, 3]"));
        QCOMPARE(attr(named(graph, "w"), "shape"), std::string("[3]"));
        QCOMPARE(attr(named(graph, "w"), "data"), std::string("inside"));
        const Node &scale = named(graph, "scale");
        QCOMPARE(scale.op, std::string("Mul"));
        QCOMPARE(scale.opset, std::uint16_t(17));
        QCOMPARE(scale.inputs[1].node, *graph.findByName("w"));
        // An operator without a name has that of what it computes.
        QCOMPARE(named(graph, "z").op, std::string("Relu"));
        QCOMPARE(graph.heads().size(), std::size_t(1));
        QVERIFY(model->diagnostics.empty());
    }

    void inputsMayBeLeftOut()
    {
        const auto model = opened(modelOf(
            valueField(graph::input, "x", {"4"}) + valueField(graph::input, "top", {"1"})
            + nodeField("Clip", {"x", "", "top"}, {"y"}) + nodeField("Clip", {"y", "", ""}, {"z"})
            + valueField(graph::output, "z", {"4"})));
        QVERIFY(model);
        const Node &clip = named(model->graph, "y");
        QCOMPARE(clip.inputs.size(), std::size_t(2));
        QCOMPARE(clip.inputPorts[1].listed, std::uint32_t(2));
        const Node &last = named(model->graph, "z");
        QCOMPARE(last.inputs.size(), std::size_t(1));
        QCOMPARE(last.inputPorts.size(), std::size_t(2)); // the list goes on behind its last input
        QCOMPARE(last.inputPorts[1].listed, std::uint32_t(1));
        QVERIFY(model->diagnostics.empty());
    }

    void otherDomainsAreNamed()
    {
        const auto model = opened(modelOf(
            valueField(graph::input, "x", {"4"})
                + nodeField("Gelu", {"x"}, {"y"}, "g", bytesField(node::domain, "com.microsoft"))
                + valueField(graph::output, "y", {"4"}),
            bytesField(model::opsetImport, bytesField(opset_import::domain, "com.microsoft")
                                               + integerField(opset_import::version, 1))));
        QVERIFY(model);
        QCOMPARE(named(model->graph, "g").op, std::string("com.microsoft:Gelu"));
        QCOMPARE(named(model->graph, "g").opset, std::uint16_t(1));
    }

    void aBodyTakesValuesFromOutside()
    {
        const std::string body = nodeField("Add", {"x", "inner"}, {"sum"})
                                 + valueField(graph::input, "inner", {"4"})
                                 + valueField(graph::output, "sum", {"4"});
        const std::string attribute = bodyAttribute(body);
        const auto model =
            opened(modelOf(valueField(graph::input, "x", {"4"})
                           + nodeField("Loop", {"", "", "x"}, {"y"}, "loop", attribute)
                           + valueField(graph::output, "y", {"4"})));
        QVERIFY(model);
        const Node &loop = named(model->graph, "loop");
        QCOMPARE(loop.subgraphs.size(), std::size_t(1));
        const Graph &inner = *loop.subgraphs.front();
        const Node &sum = named(inner, "sum");
        const Node &outer = inner.node(sum.inputs[0].node);
        QCOMPARE(outer.name, std::string("x"));
        QCOMPARE(attr(outer, onnx_variable::outer), std::string("true"));
        QVERIFY(model->diagnostics.empty());
    }

    void functionsHaveBodies()
    {
        const std::string function = bytesField(
            model::functions,
            bytesField(function::name, "Double") + bytesField(function::input, "a")
                + bytesField(function::output, "b")
                + bytesField(function::node,
                             bytesField(node::input, "a") + bytesField(node::input, "a")
                                 + bytesField(node::output, "b") + bytesField(node::opType, "Add"))
                + bytesField(function::domain, "mine"));
        const auto model = opened(
            modelOf(valueField(graph::input, "x", {"4"})
                        + nodeField("Double", {"x"}, {"y"}, "d", bytesField(node::domain, "mine"))
                        + valueField(graph::output, "y", {"4"}),
                    function));
        QVERIFY(model);
        const Node &call = named(model->graph, "d");
        QCOMPARE(call.subgraphs.size(), std::size_t(1));
        QCOMPARE(named(*call.subgraphs.front(), "b").op, std::string("Add"));
    }

    void aFunctionThatCallsItself()
    {
        const std::string function = bytesField(
            model::functions,
            bytesField(function::name, "F") + bytesField(function::input, "a")
                + bytesField(function::output, "b")
                + bytesField(function::node,
                             bytesField(node::input, "a") + bytesField(node::output, "b")
                                 + bytesField(node::opType, "F") + bytesField(node::domain, "mine"))
                + bytesField(function::domain, "mine"));
        const auto model = opened(
            modelOf(nodeField("F", {}, {"y"}, "f", bytesField(node::domain, "mine")), function));
        QVERIFY(model);
        QCOMPARE(model->diagnostics.size(), std::size_t(1));
        QCOMPARE(model->diagnostics[0].message, std::string("the function 'mine:F' calls itself"));
    }

    /// Sixty functions of two calls each are more nodes than there is memory.
    void functionsThatGrowWithoutEnd()
    {
        std::string functions;
        for (int i = 0; i < 60; ++i) {
            const std::string callee = "F" + std::to_string(i + 1);
            const std::string call = bytesField(
                function::node, bytesField(node::opType, callee) + bytesField(node::domain, "m"));
            functions +=
                bytesField(model::functions, bytesField(function::name, "F" + std::to_string(i))
                                                 + call + call + bytesField(function::domain, "m"));
        }
        const auto model = opened(
            modelOf(nodeField("F0", {}, {"y"}, "f", bytesField(node::domain, "m")), functions));
        NERVURE_VERIFY_ERROR(model, "onnx-function", "stand for more than");
    }

    void graphsThatAreTooDeep()
    {
        std::string inner = nodeField("Relu", {}, {"y"});
        for (int i = 0; i < 100; ++i) {
            inner = nodeField("If", {}, {"y"}, "",
                              bytesField(node::attribute, bytesField(attribute::name, "then_branch")
                                                              + bytesField(attribute::g, inner)));
        }
        NERVURE_VERIFY_ERROR(opened(modelOf(inner)), "onnx", "more than 64 deep");
    }

    void whatNobodyDefines()
    {
        const auto model = opened(
            modelOf(nodeField("Relu", {"lost"}, {"y"}, "r") + valueField(graph::output, "no", {})));
        QVERIFY(model);
        QCOMPARE(model->diagnostics.size(), std::size_t(2));
        QCOMPARE(model->diagnostics[0].message,
                 std::string("Relu: reads the value 'lost', which nobody defines"));
        QCOMPARE(model->diagnostics[0].where.node, std::string("r"));
        QCOMPARE(model->diagnostics[1].message,
                 std::string("the output 'no' of the graph '' is a value that nobody defines"));
        QCOMPARE(named(model->graph, "r").inputPorts[0].tensor, std::string("lost"));
    }

    void whatIsReadBeforeItIsComputed()
    {
        const auto model = opened(
            modelOf(nodeField("Relu", {"x"}, {"y"}, "r") + nodeField("Neg", {}, {"x"}, "n")));
        QVERIFY(model);
        QCOMPARE(model->diagnostics.size(), std::size_t(1));
        QCOMPARE(model->diagnostics[0].severity, Severity::Warning);
        QCOMPARE(named(model->graph, "r").inputs[0].node, *model->graph.findByName("n"));
        QVERIFY(named(model->graph, "r").inputPorts.empty());
    }

    void brokenFiles()
    {
        const std::string whole = modelOf(nodeField("Relu", {"x"}, {"y"}, "r"));
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto model = opened(whole.substr(0, size));
            QVERIFY(!model || model->graph.nodeCount() <= 1);
        }
        // A node that says it is longer than the file.
        std::string graph;
        addBytesHead(graph, graph::node, 1000000);
        NERVURE_VERIFY_ERROR(opened(modelOf(graph)), "protobuf", "found 1000000 bytes of field 1");
    }
};

NERVURE_TEST(TstOnnxFile)
#include "core/graph/onnx_variable.h"
#include "tst_onnx_file.moc"
