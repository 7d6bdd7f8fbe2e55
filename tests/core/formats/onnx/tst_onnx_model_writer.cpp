// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/onnx/onnx_model_writer.h"
#include "core/formats/project/open_model.h"
#include "core/formats/weights/weight_file.h"
#include "core/formats/weights/weight_tensors.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/opset.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;

/// Models that no file has; that whole networks compute the same is tested with NNVMToONNX.
class TstOnnxModelWriter : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    Graph m_graph; ///< y = x + w
    NodeId m_weight;

    [[nodiscard]] Result<std::string> written(const TensorMap &values = {}) const
    {
        const FormatContext context{m_builtins.ops, Semantics::Fixed, {}, &values};
        const auto pieces = onnx::newModelPieces(m_graph, context);
        return pieces ? Result<std::string>(pieces->text()) : pieces.error();
    }
    [[nodiscard]] OpenedModel opened(const std::string &bytes) const
    {
        return openModelText(bytes, "new.onnx", m_builtins.formats, m_builtins.ops).value();
    }

private Q_SLOTS:
    void init()
    {
        m_graph = Graph();
        m_graph.setDialect(Dialect::Onnx);
        Node x;
        x.name = "x";
        x.attrs = onnxVariableAttrs({2, 3}, DType::Float32);
        Node w;
        w.name = "w";
        w.attrs = onnxVariableAttrs({3}, DType::Float32);
        w.attrs.set(onnx_variable::data, std::string(onnx_variable::inside));
        Node sum;
        sum.op = "Add";
        sum.name = "sum";
        sum.dialect = Dialect::Onnx;
        sum.opset = newOnnxOpset;
        sum.outputPorts = {Port{{}, "y"}};
        sum.inputs.push_back({m_graph.add(x), 0, 0});
        m_weight = m_graph.add(w);
        sum.inputs.push_back({m_weight, 0, 0});
        m_graph.setHeads({{m_graph.add(sum), 0, 0}});
    }

    void tensorsAreItsInitializers()
    {
        TensorMap values;
        values.emplace("w", Tensor::ofFloats({3}, std::vector<float>{1, -2, 0.5F}));
        const auto bytes = written(values);
        QVERIFY2(bytes.ok(), bytes.ok() ? "" : bytes.error().message.c_str());
        const OpenedModel model = opened(*bytes);
        QVERIFY(model.diagnostics.empty());
        QCOMPARE(model.format->release(model.graph), std::string("IR 8, opset 17"));
        const Node &w = model.graph.node(*model.graph.findByName("w"));
        QCOMPARE(*w.attrs.find(onnx_variable::value), std::string("1, -2, 0.5"));
        const Node &x = model.graph.node(*model.graph.findByName("x"));
        QVERIFY(isOnnxInput(x.attrs) && !isOnnxInput(w.attrs));
        QCOMPARE(*x.attrs.find(onnx_variable::shape), std::string("[2, 3]"));
        const Node &sum = model.graph.node(model.graph.heads()[0].node);
        QCOMPARE(sum.outputPorts.at(0).tensor, std::string("y"));
        // The type of the output is there for those who do not infer it.
        QVERIFY(bytes->find("\x0a\x01y\x12") != std::string::npos);
    }

    void tensorsAreNotCopied()
    {
        TensorMap values;
        values.emplace("w", Tensor::ofFloats({3}, std::vector<float>{1, -2, 0.5F}));
        const FormatContext context{m_builtins.ops, Semantics::Fixed, {}, &values};
        const auto pieces = onnx::newModelPieces(m_graph, context);
        QVERIFY(pieces.ok());
        const auto *data = reinterpret_cast<const char *>(values.at("w").data());
        const auto &all = pieces->pieces();
        QVERIFY(std::any_of(all.begin(), all.end(),
                            [data](std::string_view piece) { return piece.data() == data; }));
    }

    void numbersOfAttributesHaveTheirTypes_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<std::string>("text");
        QTest::newRow("int64") << int(DType::Int64) << std::string("-9223372036854775808, 0, 7");
        QTest::newRow("uint8") << int(DType::UInt8) << std::string("255, 0, 7");
        QTest::newRow("float16") << int(DType::Float16) << std::string("0.5, inf, -2");
        QTest::newRow("float64") << int(DType::Float64) << std::string("0.1, 1e+300, nan");
    }

    void numbersOfAttributesHaveTheirTypes()
    {
        QFETCH(int, type);
        QFETCH(std::string, text);
        Node &w = m_graph.edit(m_weight);
        w.attrs.set(onnx_variable::elemType, std::string(dtypeName(DType(type))));
        w.attrs.set(onnx_variable::value, text);
        const auto bytes = written();
        QVERIFY2(bytes.ok(), bytes.ok() ? "" : bytes.error().message.c_str());
        const OpenedModel model = opened(*bytes);
        const Node &again = model.graph.node(*model.graph.findByName("w"));
        QCOMPARE(*again.attrs.find(onnx_variable::value), text);
        QCOMPARE(*again.attrs.find(onnx_variable::elemType), std::string(dtypeName(DType(type))));
    }

    void whatCannotBeWrittenIsOneLine_data()
    {
        QTest::addColumn<std::string>("value");
        QTest::addColumn<std::string>("told");
        QTest::newRow("none") << std::string() << std::string("no values");
        QTest::newRow("too few") << std::string("1, 2") << std::string("found 2 values");
        QTest::newRow("no number") << std::string("1, 2, x") << std::string("found the value 'x'");
    }

    void whatCannotBeWrittenIsOneLine()
    {
        QFETCH(std::string, value);
        QFETCH(std::string, told);
        if (!value.empty()) {
            m_graph.edit(m_weight).attrs.set(onnx_variable::value, value);
        }
        const auto bytes = written();
        QVERIFY(!bytes.ok());
        const std::string &message = bytes.error().message;
        QVERIFY2(message.starts_with("w: ") && message.find(told) != std::string::npos
                     && message.find('\n') == std::string::npos,
                 message.c_str());
    }

    void otherDialectsAreRefused()
    {
        m_graph.setDialect(Dialect::Nnvm);
        const auto bytes = written();
        QVERIFY(!bytes.ok());
        QCOMPARE(bytes.error().message,
                 std::string("the graph is one of nnvm, expected one of onnx"));
    }

    void attributesOfTheGraphAreTheModels()
    {
        m_graph.setAttrs({{"ir_version", "int", "9"},
                          {"opset_import", "dict", R"({"ai.onnx":18,"com.example":2})"},
                          {"graph_name", "str", R"("net")"}});
        m_graph.edit(m_weight).attrs.set(onnx_variable::value, "1, 2, 3");
        const auto bytes = written();
        QVERIFY2(bytes.ok(), bytes.ok() ? "" : bytes.error().message.c_str());
        const OpenedModel model = opened(*bytes);
        QCOMPARE(model.format->release(model.graph), std::string("IR 9, opset 18"));
        const auto &attrs = model.graph.attrs();
        QVERIFY(std::any_of(attrs.begin(), attrs.end(), [](const GraphAttr &attr) {
            return attr.name == "graph_name" && attr.json == "\"net\"";
        }));
    }
};

NERVURE_TEST(TstOnnxModelWriter)
#include "tst_onnx_model_writer.moc"
