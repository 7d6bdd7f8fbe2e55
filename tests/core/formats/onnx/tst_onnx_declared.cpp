// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_types.h"
#include "core/graph/analysis/declared_types.h"
#include "core/graph/edits/followed_types.h"
#include "core/graph/edits/type_edits.h"
#include "core/graph/edits/wiring_edits.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/core/formats/onnx/saved_model.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// Types that ONNX files declare for values, read and written.
class TstOnnxDeclared : public QObject, private SavedModel {
    Q_OBJECT

private:
    /// x → Relu a → Magic → t → Neg y.
    static std::string chain(const std::string &infos, const std::string &output,
                             std::initializer_list<std::string_view> x = {"1", "3"})
    {
        return modelOf(valueField(graph::input, "x", x) + nodeField("Relu", {"x"}, {"a"})
                       + nodeField("Magic", {"a"}, {"t"}) + nodeField("Neg", {"t"}, {"y"}) + infos
                       + output);
    }
    static std::string info(std::string_view name,
                            std::initializer_list<std::string_view> dimensions)
    {
        return valueField(graph::valueInfo, name, dimensions);
    }
    static std::string output(std::initializer_list<std::string_view> dimensions)
    {
        return valueField(graph::output, "y", dimensions);
    }

    static Entry valueOf(const OpenedModel &model, const char *name)
    {
        return {model.graph.findByName(name).value_or(NodeId())};
    }
    static std::string declared(const OpenedModel &model, const char *name)
    {
        return declaredTypeOf(model.graph, valueOf(model, name)).text();
    }

    void apply(OpenedModel &model, const Result<Edit> &edit) const
    {
        QVERIFY(edit.ok());
        Diagnostics ignored;
        const auto whole = withFollowedTypes(model.graph, *edit, m_builtins.ops, ignored);
        QVERIFY(whole.ok());
        QVERIFY(nervure::apply(model.graph, *whole).ok());
    }

private Q_SLOTS:
    void valueInfosAndOutputs()
    {
        const OpenedModel model =
            opened(chain(info("t", {"batch", "7"}) + info("nowhere", {"1"}), output({"1", "7"})));
        QCOMPARE(declared(model, "t"), std::string("float32[batch, 7]"));
        QCOMPARE(declared(model, "y"), std::string("float32[1, 7]"));
        QCOMPARE(declared(model, "a"), std::string("?"));
        QCOMPARE(saved(model), std::string(model.text->view()));
    }

    void whatIsNoType()
    {
        const std::string bad =
            bytesField(graph::valueInfo,
                       bytesField(value::name, "t")
                           + bytesField(value::type,
                                        bytesField(type::tensor, integerField(type_of::shape, 5))));
        const OpenedModel model = opened(chain(bad, output({"1", "7"})));
        QCOMPARE(declared(model, "t"), std::string("?"));
        QVERIFY(
            hasFinding(model.diagnostics, "onnx-type", "the type of value 't' cannot be read: "));
    }

    void typesAsMessages_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
             {"float32[1, batch, ?]", "int4[]", "bfloat16", "sparse(float64[3])",
              "sequence(float32[?, 4])", "map(int64, string)", "optional(sequence(int8[2]))"}) {
            QTest::newRow(text) << QString::fromUtf8(text);
        }
    }
    void typesAsMessages()
    {
        QFETCH(QString, text);
        const std::string message = typeProto(ValueType::fromText(text.toStdString()));
        const auto read = readType(message, message);
        QVERIFY(read.ok());
        QCOMPARE(QString::fromStdString(read->text()), text);
    }

    /// Names of dimensions are what they are, whatever stands in them.
    void namesWithCommas()
    {
        const OpenedModel model = opened(chain(info("t", {"a, b", "7"}), output({"1", "7"})));
        QCOMPARE(declaredTypeOf(model.graph, valueOf(model, "t")).shape->size(), std::size_t{2});
    }

    /// The message of the value whose type is another, and nothing else.
    void aDeclaredType()
    {
        OpenedModel model = opened(chain(info("t", {"1", "7"}), output({"1", "7"})));
        apply(model, declareType(model.graph, valueOf(model, "t"),
                                 ValueType::fromText("float32[batch, 7]")));
        QCOMPARE(saved(model), chain(info("t", {"batch", "7"}), output({"batch", "7"})));
        apply(model, declareType(model.graph, valueOf(model, "t"), {}));
        QCOMPARE(declared(opened(saved(model)), "t"), std::string("?"));
    }

    void aNewDeclaration()
    {
        OpenedModel model = opened(chain({}, output({"1", "7"})));
        apply(model,
              declareType(model.graph, valueOf(model, "a"), ValueType::fromText("float32[1, 3]")));
        const OpenedModel again = opened(saved(model));
        QCOMPARE(declared(again, "a"), std::string("float32[1, 3]"));
        QVERIFY(again.graph == model.graph);
    }

    void anInputsSize()
    {
        OpenedModel model =
            opened(chain(info("a", {"1", "3"}) + info("t", {"1", "7"}), output({"1", "7"})));
        apply(model, setInputSizesOf(model, {Dimension::named("N"), Dimension(3)}));
        const OpenedModel again = opened(saved(model));
        QCOMPARE(declared(again, "a"), std::string("float32[N, 3]"));
        QCOMPARE(declared(again, "t"), std::string("?"));
        QCOMPARE(declared(again, "y"), std::string("float32[?, ?]"));
        QVERIFY(again.graph == model.graph);
    }

    /// A value_info of a variable says what the variable says, also when that is something else now.
    void aVariablesOwn()
    {
        OpenedModel model = opened(chain(info("x", {"1", "3"}), output({"1", "7"})));
        apply(model, setInputSizesOf(model, {Dimension(4), Dimension(3)}));
        const std::string text = saved(model);
        QVERIFY(text.find(info("x", {"4", "3"})) != std::string::npos);
        QVERIFY(text.find(info("x", {"1", "3"})) == std::string::npos);
    }

    void anInnerValueThatBecomesAnOutput()
    {
        OpenedModel model = opened(chain(info("t", {"1", "7"}), output({"1", "7"})));
        apply(model, makeOutput(model.graph, valueOf(model, "t")));
        const std::string text = saved(model);
        QVERIFY(text.find(valueField(graph::output, "t", {"1", "7"})) != std::string::npos);
    }

private:
    static Result<Edit> setInputSizesOf(const OpenedModel &model, const Dimensions &sizes)
    {
        return declareType(model.graph, valueOf(model, "x"),
                           ValueType::tensor(ElementType::Float32, sizes));
    }
};

NERVURE_TEST(TstOnnxDeclared)
#include "tst_onnx_declared.moc"
