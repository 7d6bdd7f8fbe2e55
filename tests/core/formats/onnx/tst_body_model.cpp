// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/body_model.h"
#include "core/formats/onnx/onnx_model_writer.h"
#include "core/graph/model_facts.h"
#include "core/graph/onnx_variable.h"
#include "tests/core/formats/onnx/initializer_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// Bodies as models of their own.
class TstBodyModel : public QObject, private InitializerProbe {
    Q_OBJECT

    /// y = if b: z + w + v, else z, with so many values of `w`, of the body, and of `v`, which is around it.
    static std::string ifModel(std::int64_t count)
    {
        constexpr std::int64_t graphType = 5;
        const std::string size = std::to_string(count);
        const std::string then = bytesField(graph::name, "then") + initializerField("w", count)
                                 + nodeField("Add", {"z", "w"}, {"t"}, "inner")
                                 + nodeField("Add", {"t", "v"}, {"u"}, "last")
                                 + valueField(graph::output, "u", {size});
        const std::string otherwise = bytesField(graph::name, "else")
                                      + nodeField("Identity", {"z"}, {"e"})
                                      + valueField(graph::output, "e", {size});
        const auto branch = [](const char *name, const std::string &body) {
            return bytesField(node::attribute, bytesField(attribute::name, name)
                                                   + bytesField(attribute::g, body)
                                                   + integerField(attribute::type, graphType));
        };
        return modelOf(valueField(graph::input, "x", {size}) + valueField(graph::input, "b", {"1"})
                       + initializerField("v", count) + nodeField("Relu", {"x"}, {"z"}, "relu")
                       + nodeField("If", {"b"}, {"y"}, "if",
                                   branch("then_branch", then) + branch("else_branch", otherwise))
                       + valueField(graph::output, "y", {size}));
    }

    template <typename Outcome>
    static std::string codeOfFailure(const Outcome &outcome)
    {
        return outcome.ok() ? "none" : outcome.error().code;
    }

private Q_SLOTS:
    void valuesAndTypesComeAlong_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("few") << 3;
        QTest::newRow("many") << 5000;
    }
    void valuesAndTypesComeAlong()
    {
        QFETCH(int, count);
        const OpenedModel model = opened(ifModel(count));
        const Node &branch = model.graph.node(*model.graph.findByName("if"));
        const auto part = bodyModel(model.graph, *branch.subgraphs[0],
                                    {model.text->view(), model.path}, m_builtins.ops);
        QVERIFY2(part.ok() && part->left.empty(), errorOf(part).c_str());
        const FormatContext context{m_builtins.ops, Semantics::Fixed, {}};
        const auto bytes = newModelPieces(part->graph, context);
        QVERIFY2(bytes.ok(), errorOf(bytes).c_str());
        const OpenedModel alone = opened(bytes->text());
        QVERIFY(alone.diagnostics.empty());
        QVERIFY((opsetImports(alone.graph) == OpsetVersions{{"ai.onnx", 17}}));
        const Node &z = alone.graph.node(*alone.graph.findByName("z"));
        QVERIFY(isOnnxInput(z.attrs));
        QCOMPARE(*z.attrs.find(onnx_variable::shape), '[' + std::to_string(count) + ']');
        for (const char *name : {"w", "v"}) {
            const Node &values = alone.graph.node(*alone.graph.findByName(name));
            QVERIFY(holdsOnnxValues(values.attrs) && !isOnnxInput(values.attrs));
        }
    }

    void onlyBodiesOfTheGraph()
    {
        const OpenedModel model = opened(ifModel(3));
        QCOMPARE(codeOfFailure(bodyModel(model.graph, Graph(), {model.text->view(), model.path},
                                         m_builtins.ops)),
                 std::string("no-such-node"));
    }
};

NERVURE_TEST(TstBodyModel)
#include "tst_body_model.moc"
