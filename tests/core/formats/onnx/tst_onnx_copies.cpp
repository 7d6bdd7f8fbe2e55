// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/fragment.h"
#include "core/graph/onnx_variable.h"
#include "tests/core/formats/onnx/initializer_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// Copies of what has no text in the graph: values, and operators with graphs inside.
class TstOnnxCopies : public QObject, private InitializerProbe {
    Q_OBJECT

    /// Duplicates a node; returns the copy's name.
    static std::string duplicate(OpenedModel &model, NodeId node)
    {
        const auto edit = duplicateNodes(model.graph, {{node}});
        [[maybe_unused]] const auto undo = apply(model.graph, *edit);
        return model.graph.node(NodeId{model.graph.nextId().value - 1}).name;
    }

    static NodeId byName(const OpenedModel &model, std::string_view name)
    {
        return *model.graph.findByName(name);
    }

    static std::string constant(std::string_view output, char fill)
    {
        constexpr int tensorType = 4;
        const std::string tensor = integerField(tensor::dims, 100)
                                   + integerField(tensor::dataType, 1)
                                   + bytesField(tensor::rawData, std::string(400, fill));
        return nodeField(
            "Constant", {}, {output}, output,
            bytesField(node::attribute, bytesField(attribute::name, "value")
                                            + bytesField(attribute::t, tensor)
                                            + integerField(attribute::type, tensorType)));
    }

private Q_SLOTS:
    void initializers()
    {
        OpenedModel model = opened(this->model(bytesField(tensor::rawData, raw({1, 2}))));
        const std::string copy = duplicate(model, byName(model, "w"));
        // Whatever the original is called by then.
        model.graph.edit(byName(model, "w")).name = "renamed";
        model.graph.edit(byName(model, "x")).name = "w";
        const std::string second = duplicate(model, byName(model, copy));
        QVERIFY(save(model));
        QCOMPARE(valuesIn("saved.onnx", copy.c_str()), std::string("float32 2: 1 2"));
        QCOMPARE(valuesIn("saved.onnx", second.c_str()), std::string("float32 2: 1 2"));
        QCOMPARE(valuesIn("saved.onnx", "renamed"), std::string("float32 2: 1 2"));
    }

    void loops()
    {
        const std::string body = nodeField("Add", {"x", "inner"}, {"sum"})
                                 + valueField(graph::input, "inner", {"4"})
                                 + valueField(graph::output, "sum", {"4"});
        const std::string attribute = bodyAttribute(body);
        OpenedModel model =
            opened(modelOf(valueField(graph::input, "x", {"4"})
                           + nodeField("Loop", {"", "", "x"}, {"y"}, "loop", attribute)
                           + valueField(graph::output, "y", {"4"})));
        const std::string copy = duplicate(model, byName(model, "loop"));
        QVERIFY(save(model));
        const auto again =
            openModel(path("saved.onnx"), m_builtins.formats, m_builtins.ops).value();
        const Node &loop = again.graph.node(byName(again, "loop"));
        const Node &other = again.graph.node(byName(again, copy));
        QCOMPARE(other.op, loop.op);
        QVERIFY(other.inputs == loop.inputs);
        QCOMPARE(other.subgraphs.size(), std::size_t(1));
        QVERIFY(other.subgraphs[0]->sameAs(*loop.subgraphs[0]));
    }

    /// What one operator says of itself, another of its kind does not say.
    void othersOfTheKind()
    {
        constexpr std::uint32_t docString = 6;
        OpenedModel model = opened(
            modelOf(valueField(graph::input, "x", {"4"})
                    + nodeField("Relu", {"x"}, {"y"}, "relu", bytesField(docString, "of the first"))
                    + valueField(graph::output, "y", {"4"})));
        static_cast<void>(duplicate(model, byName(model, "relu")));
        QVERIFY(save(model));
        const std::string bytes = nervure::readFile(path("saved.onnx")).value();
        QVERIFY(bytes.find("of the first") != std::string::npos);
        QCOMPARE(bytes.find("of the first"), bytes.rfind("of the first"));
    }

    /// Two that look the same may hold different values: neither is taken for the other.
    void constantsThatLookTheSame()
    {
        const std::string sum =
            nodeField("Add", {"a", "b"}, {"y"}) + valueField(graph::output, "y", {"100"});
        for (const char second : {'x', 'y'}) {
            OpenedModel model = opened(modelOf(constant("a", 'x') + constant("b", second) + sum));
            static_cast<void>(duplicate(model, byName(model, "a")));
            const Status status = save(model);
            if (second == 'x') {
                QVERIFY(status);
            } else {
                NERVURE_VERIFY_ERROR(status, "onnx-attribute", "Constant: attribute 'value'");
            }
        }
    }
};

NERVURE_TEST(TstOnnxCopies)
#include "tst_onnx_copies.moc"
