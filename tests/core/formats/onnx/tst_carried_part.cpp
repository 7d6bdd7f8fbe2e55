// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/carried_part.h"
#include "core/graph/edits/fragment.h"
#include "core/graph/model_facts.h"
#include "core/graph/onnx_variable.h"
#include "core/support/fingerprint.h"
#include "tests/core/formats/onnx/initializer_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

/// Parts of ONNX models with values in Constants and bodies, which are pasted into another model.
class TstCarriedPart : public QObject, private InitializerProbe {
    Q_OBJECT

    static constexpr std::int64_t tensorType = 4;
    static constexpr std::int64_t graphType = 5;

    /// So many numbers of which the third is 7, as the fields of a tensor of that name.
    static std::string tensorFields(std::string_view name, std::size_t count)
    {
        std::string bytes;
        for (std::size_t i = 0; i < count; ++i) {
            bytes += raw({i == 2 ? 7.F : 0.F});
        }
        return integerField(tensor::dims, static_cast<std::int64_t>(count))
               + integerField(tensor::dataType, 1)
               + (name.empty() ? std::string() : bytesField(tensor::name, name))
               + bytesField(tensor::rawData, bytes);
    }

    static std::string attributeField(std::string_view name, std::uint32_t number,
                                      std::string_view value, std::int64_t type)
    {
        return bytesField(node::attribute, bytesField(attribute::name, name)
                                               + bytesField(number, value)
                                               + integerField(attribute::type, type));
    }

    /// y = x + c, where c is a Constant of so many numbers.
    static std::string constantModel(std::size_t count)
    {
        const std::string size = std::to_string(count);
        return modelOf(
            nodeField("Constant", {}, {"c"}, "make_c",
                      attributeField("value", attribute::t, tensorFields({}, count), tensorType))
            + valueField(graph::input, "x", {size}) + nodeField("Add", {"x", "c"}, {"y"}, "add")
            + valueField(graph::output, "y", {size}));
    }

    /// y = if b: z + w, else z: bodies that read `z` from around them, with so many values of `w`.
    static std::string ifModel(const std::string &w)
    {
        const std::string then = bytesField(graph::name, "then") + bytesField(graph::initializer, w)
                                 + nodeField("Add", {"z", "w"}, {"t"}, "inner")
                                 + bytesField(graph::output, bytesField(value::name, "t"));
        const std::string otherwise = bytesField(graph::name, "else")
                                      + nodeField("Identity", {"z"}, {"e"})
                                      + bytesField(graph::output, bytesField(value::name, "e"));
        return modelOf(
            valueField(graph::input, "x", {"3"}) + valueField(graph::input, "b", {"1"})
            + nodeField("Relu", {"x"}, {"z"}, "relu")
            + nodeField("If", {"b"}, {"y"}, "if",
                        attributeField("then_branch", attribute::g, then, graphType)
                            + attributeField("else_branch", attribute::g, otherwise, graphType))
            + valueField(graph::output, "y", {"3"}));
    }

    /// A model of which all but its inputs is copied, as the other one gets it.
    Result<CarriedPart> carriedOf(const std::string &bytes,
                                  const std::vector<std::string_view> &without = {})
    {
        [[maybe_unused]] const Status status = writeFile(path("source.onnx"), bytes);
        const OpenedModel from =
            openModel(path("source.onnx"), m_builtins.formats, m_builtins.ops).value();
        std::vector<NodeId> nodes;
        for (const NodeId id : from.graph.nodes()) {
            const Node &node = from.graph.node(id);
            const bool isLeft =
                std::find(without.begin(), without.end(), node.name) != without.end();
            if (!isLeft && (!node.isVariable() || holdsOnnxValues(node.attrs))) {
                nodes.push_back(id);
            }
        }
        return carryValues(copyFragment(from.graph, nodes).value(), {from.text->view(), from.path});
    }

    /// Pastes a part into a model with values of the same names, and saves it; or what is wrong.
    [[nodiscard]] Status paste(const CarriedPart &part) const
    {
        OpenedModel model =
            opened(modelOf(valueField(graph::input, "x", {"3"}) + nodeField("Relu", {"x"}, {"z"})
                           + valueField(graph::output, "z", {"3"})));
        const auto edit = pasteFragment(model.graph, part.graph, {Connect::Nothing, {}, {}});
        RETURN_IF_FAILED(edit);
        [[maybe_unused]] const auto undo = apply(model.graph, *edit);
        return save(model);
    }

    /// The first operator of that kind in what was saved.
    [[nodiscard]] Node savedNode(std::string_view op) const
    {
        const OpenedModel model =
            openModel(path("saved.onnx"), m_builtins.formats, m_builtins.ops).value();
        for (const NodeId id : model.graph.nodes()) {
            if (model.graph.node(id).op == op) {
                return model.graph.node(id);
            }
        }
        return {};
    }

private Q_SLOTS:
    void constantsBecomeInitializers_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("values");
        QTest::newRow("few") << 3 << QStringLiteral("float32 3: 0 0 7");
        QTest::newRow("many") << 2000 << QStringLiteral("float32 2000: 0 0 7 0");
    }
    void constantsBecomeInitializers()
    {
        QFETCH(int, count);
        QFETCH(QString, values);
        const auto part = carriedOf(constantModel(static_cast<std::size_t>(count)));
        QVERIFY(part && part->left.empty());
        const Node &c = part->graph.node(*part->graph.findByName("c"));
        QVERIFY(c.isVariable() && holdsOnnxValues(c.attrs) && c.outputPorts.empty());
        QCOMPARE(errorOf(paste(*part)), std::string("no error"));
        const std::string saved = valuesIn("saved.onnx", "c");
        QVERIFY2(saved.starts_with(values.toStdString()), saved.c_str());
    }

    void valuesInBodies_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("few") << 3;
        QTest::newRow("many") << 2000;
    }
    void valuesInBodies()
    {
        QFETCH(int, count);
        const auto part = carriedOf(ifModel(tensorFields("w", static_cast<std::size_t>(count))));
        QVERIFY(part && part->left.empty());
        QCOMPARE(errorOf(paste(*part)), std::string("no error"));
        const std::string saved = valuesIn("saved.onnx", "if/then_branch/w");
        QVERIFY2(saved.starts_with("float32 " + std::to_string(count) + ": 0 0 7"), saved.c_str());
        const Node copy = savedNode("If");
        QCOMPARE(copy.subgraphs.size(), std::size_t{2});
        QCOMPARE(*copy.attrs.find("then_branch"), std::string("graph then"));
        QCOMPARE(*copy.attrs.find("else_branch"), std::string("graph else"));
    }

    /// The model that they come to has another value of that name.
    void bodiesReadTheCopies()
    {
        const auto part = carriedOf(ifModel(tensorFields("w", 3)));
        QCOMPARE(errorOf(part), std::string("no error"));
        QCOMPARE(errorOf(paste(*part)), std::string("no error"));
        const Graph body = *savedNode("If").subgraphs[0];
        QVERIFY(body.findByName("z_1").has_value());
        QVERIFY(!body.findByName("z").has_value());
    }

    void whatABodyReadsIsAnInput()
    {
        const auto part = carriedOf(ifModel(tensorFields("w", 3)), {"relu"});
        QCOMPARE(errorOf(part), std::string("no error"));
        QVERIFY(part->left.empty());
        const auto z = part->graph.findByName("z");
        QVERIFY(z && part->graph.node(*z).isVariable());
    }

    /// A body has no inputs to take them as.
    void bodiesComeWhole()
    {
        constexpr std::int64_t stringType = 8;
        const std::string texts =
            integerField(tensor::dims, 1) + integerField(tensor::dataType, stringType)
            + bytesField(tensor::name, "w") + bytesField(tensor::stringData, "a");
        NERVURE_VERIFY_ERROR(carriedOf(ifModel(texts)), "values-left",
                             "'if': in a body: the values of 'w' stay in their model: they are "
                             "texts or of a type that is not known");
    }

    void attributesWithoutText()
    {
        const std::string one = tensorFields({}, 1);
        const std::string many = tensorFields({}, 100);
        const auto part =
            carriedOf(modelOf(valueField(graph::input, "x", {"3"})
                              + nodeField("ConstantOfShape", {"x"}, {"y"}, "fill",
                                          attributeField("value", attribute::t, one, tensorType))
                              + nodeField("Other", {"y"}, {"z"}, "other",
                                          attributeField("table", attribute::t, many, tensorType))
                              + valueField(graph::output, "z", {"3"})));
        QCOMPARE(errorOf(part), std::string("no error"));
        QCOMPARE(part->left.size(), std::size_t{1});
        QCOMPARE(part->left[0].message,
                 std::string("the values of 'table' of 'other' stay in their model"));
        QCOMPARE(errorOf(paste(*part)), std::string("no error"));
        QCOMPARE(*savedNode("ConstantOfShape").attrs.find("value"), std::string("float32[1] 0"));
        QVERIFY(!savedNode("Other").attrs.find("table"));
    }

    void functionsComeAlong()
    {
        const std::string function =
            bytesField(function::name, "Twice") + bytesField(function::domain, "own")
            + bytesField(function::input, "a") + bytesField(function::output, "b")
            + bytesField(function::node, bytesField(node::input, "a") + bytesField(node::input, "a")
                                             + bytesField(node::output, "b")
                                             + bytesField(node::opType, "Add"));
        const auto part = carriedOf(
            modelOf(valueField(graph::input, "x", {"3"})
                        + nodeField("Twice", {"x"}, {"y"}, "twice", bytesField(node::domain, "own"))
                        + valueField(graph::output, "y", {"3"}),
                    bytesField(model::functions, function)));
        QCOMPARE(errorOf(part), std::string("no error"));
        QVERIFY(part->left.empty());
        const std::string bytes = modelFunctions(part->graph).at("own:Twice");
        QVERIFY2(bytes.starts_with("hex "), bytes.c_str());
        QCOMPARE(bytes.substr(bytes.rfind('#') + 1), checksum(function));
    }
};

NERVURE_TEST(TstCarriedPart)
#include "tst_carried_part.moc"
