// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_graph.h"
#include "core/graph/edits/names.h"
#include "core/support/file.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/core/formats/onnx/saved_model.h"
#include "tests/support/errors.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxPreserving : public QObject, private SavedModel {
    Q_OBJECT

private:
    static Node &edit(OpenedModel &model, std::string_view name)
    {
        return model.graph.edit(*model.graph.findByName(name));
    }

    static std::string withOutput(const std::string &fields)
    {
        return modelOf(valueField(graph::input, "x", {"4"}) + fields
                       + valueField(graph::output, "y", {"4"}));
    }

private Q_SLOTS:
    void nothingChanged()
    {
        const std::string bytes =
            withOutput(nodeField("LeakyRelu", {"x"}, {"y"}, "r", intAttribute("alpha", 1)));
        QCOMPARE(saved(opened(bytes)), bytes);
    }

    /// Only the attribute's message and the lengths around it: what is unknown stays where it is.
    void anAttribute()
    {
        const std::string unknown = bytesField(100, "kept as it is");
        const auto text = [&](std::int64_t axis) {
            return withOutput(nodeField("Softmax", {"x"}, {"y"}, "s",
                                        unknown + intAttribute("axis", axis) + unknown));
        };
        OpenedModel model = opened(text(1));
        edit(model, "s").attrs.set("axis", "300");
        QCOMPARE(saved(model), text(300));
    }

    void attributesComeAndGo()
    {
        OpenedModel model =
            opened(withOutput(nodeField("Conv", {"x"}, {"y"}, "c", intAttribute("group", 1))));
        Node &node = edit(model, "c");
        node.attrs.erase("group");
        node.attrs.set("kernel_shape", "[3, 3]");
        node.attrs.set("auto_pad", "SAME_UPPER");
        node.attrs.set("alpha", "0.5");
        const OpenedModel again = opened(saved(model));
        QCOMPARE(again.graph.node(*again.graph.findByName("c")).attrs, node.attrs);
    }

    void aBadValue()
    {
        OpenedModel model =
            opened(withOutput(nodeField("Conv", {"x"}, {"y"}, "c", intAttribute("group", 1))));
        edit(model, "c").attrs.set("group", "two");
        QCOMPARE(saved(model), std::string("failed: Conv: attribute 'group': found 'two', expected "
                                           "INT such as 1"));
    }

    void aName()
    {
        OpenedModel model = opened(withOutput(nodeField("Relu", {"x"}, {"y"}, "r")));
        edit(model, "r").name = "relu_1";
        QCOMPARE(saved(model), withOutput(nodeField("Relu", {"x"}, {"y"}, "relu_1")));
    }

    /// All that reads a variable reads it under its new name, inside bodies, too.
    void aVariablesName()
    {
        const auto text = [](std::string_view name) {
            const std::string body =
                nodeField("Neg", {name}, {"inner"}) + valueField(graph::output, "inner", {"4"});
            return modelOf(
                valueField(graph::input, name, {"4"})
                + nodeField("If", {name}, {"y"}, "if",
                            bytesField(node::attribute, bytesField(attribute::name, "then_branch")
                                                            + bytesField(attribute::g, body)
                                                            + integerField(attribute::type, 5)))
                + valueField(graph::valueInfo, name, {"4"})
                + valueField(graph::output, "y", {"4"}));
        };
        OpenedModel model = opened(text("x"));
        QVERIFY(nervure::apply(
            model.graph,
            nervure::renameNode(model.graph, *model.graph.findByName("x"), "image").value()));
        QCOMPARE(saved(model), text("image"));
    }

    void anInputsShape()
    {
        OpenedModel model = opened(modelOf(valueField(graph::input, "x", {"4"})));
        edit(model, "x").attrs.set("shape", "[batch, 8]");
        QCOMPARE(saved(model), modelOf(valueField(graph::input, "x", {"batch", "8"})));
    }

    void anEdge()
    {
        const auto text = [](std::string_view second) {
            return withOutput(nodeField("Relu", {"x"}, {"a"}) + nodeField("Neg", {"a"}, {"b"})
                              + nodeField("Add", {"a", second}, {"y"}));
        };
        OpenedModel model = opened(text("b"));
        edit(model, "y").inputs[1] = {*model.graph.findByName("x"), 0, 0};
        QCOMPARE(saved(model), text("x"));
    }

    void aNodeLess()
    {
        OpenedModel model =
            opened(withOutput(nodeField("Relu", {"x"}, {"a"}) + nodeField("Neg", {"x"}, {"y"})));
        model.graph.remove(*model.graph.findByName("a"));
        QCOMPARE(saved(model), withOutput(nodeField("Neg", {"x"}, {"y"})));
    }

    /// A new operator stands before the one that reads it, under a name that no value has.
    void aNodeMore()
    {
        OpenedModel model = opened(withOutput(nodeField("Neg", {"x"}, {"y"}, "n")));
        Node relu;
        relu.op = "Relu";
        relu.dialect = Dialect::Onnx;
        relu.name = "y";
        relu.inputs.push_back({*model.graph.findByName("x"), 0, 0});
        const NodeId added = model.graph.add(relu);
        edit(model, "n").inputs[0] = {added, 0, 0};
        QCOMPARE(saved(model), withOutput(nodeField("Relu", {"x"}, {"y_1"}, "y")
                                          + nodeField("Neg", {"y_1"}, {"y"}, "n")));
    }

    void anOutputOfWhichTheFileSaysNothing()
    {
        const std::string nodes = nodeField("Relu", {"x"}, {"a"}) + nodeField("Neg", {"a"}, {"y"});
        OpenedModel model = opened(withOutput(nodes));
        model.graph.setHeads({{*model.graph.findByName("a"), 0, 0}});
        QCOMPARE(saved(model), modelOf(valueField(graph::input, "x", {"4"}) + nodes
                                       + valueField(graph::output, "a", {"4"})));
    }

    void outputs()
    {
        const std::string nodes = nodeField("Relu", {"x"}, {"a"}) + nodeField("Neg", {"a"}, {"y"});
        const std::string info = valueField(graph::valueInfo, "a", {"4"});
        OpenedModel model = opened(withOutput(nodes + info));
        model.graph.setHeads({{*model.graph.findByName("a"), 0, 0}});
        QCOMPARE(saved(model), modelOf(valueField(graph::input, "x", {"4"}) + nodes + info
                                       + valueField(graph::output, "a", {"4"})));
    }

    void oracleModelsKeepTheirBytes()
    {
        NERVURE_NEED_ORACLES();
        int count = 0;
        for (const auto &item :
             std::filesystem::directory_iterator(oraclesFolder() / "onnx/models")) {
            const auto bytes = nervure::readFile(item.path());
            QVERIFY(bytes);
            auto model = openModel(item.path(), m_builtins.formats, m_builtins.ops);
            QVERIFY2(model, item.path().c_str());
            ++count;
            QCOMPARE(saved(*model), *bytes);
            editAndCompare(*model, item.path().string());
        }
        QVERIFY(count > 100);
    }

private:
    /// Another name for each operator: what was read again says so, and nothing else.
    void editAndCompare(OpenedModel &model, const std::string &what)
    {
        const std::vector<NodeId> nodes(model.graph.nodes().begin(), model.graph.nodes().end());
        for (const NodeId id : nodes) {
            const std::string name = model.graph.node(id).name + "_renamed";
            QVERIFY(nervure::apply(model.graph, Edit{RenameNode{id, name}}));
        }
        const OpenedModel again = opened(saved(model));
        QVERIFY2(again.format, what.c_str());
        QCOMPARE(again.graph.nodeCount(), model.graph.nodeCount());
        QVERIFY2(std::equal(nodes.begin(), nodes.end(), again.graph.nodes().begin()), what.c_str());
        for (const NodeId id : nodes) {
            QVERIFY2(again.graph.node(id).name == model.graph.node(id).name,
                     (what + ": " + again.graph.node(id).name).c_str());
            QCOMPARE(again.graph.node(id).inputs, model.graph.node(id).inputs);
            QCOMPARE(again.graph.node(id).attrs, model.graph.node(id).attrs);
        }
    }
};

NERVURE_TEST(TstOnnxPreserving)
#include "tst_onnx_preserving.moc"
