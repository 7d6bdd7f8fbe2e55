// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/attribute_edits.h"

#include "core/graph/edits/delete_edits.h"
#include "core/graph/edits/names.h"
#include "core/graph/op/attr_forms.h"
#include "tests/core/graph/edits/edit_fixture.h"
#include "tests/support/test_class.h"

using namespace nervure;

class TstAttributeEdits : public QObject, private tests::EditFixture {
    Q_OBJECT

private:
    static std::string attr(const Graph &graph, std::string_view node, std::string_view key)
    {
        const std::string *value = graph.node(id(graph, node)).attrs.find(key);
        return value ? *value : "none";
    }

private Q_SLOTS:
    void severalNodesAtOnce();
    void lightNetValuesAreJson();
    void tuplesAreWrittenAsTheDialectDoes();
    void valuesAreChecked();
    void inputsHaveShapesAndTypes();
    void namesAreUnique();
    void tensorsAreRenamed();
    void notesAreUndoable();
    void severalNodesAreDeleted();
    void layersTakeTheirParametersAlong();
};

void TstAttributeEdits::severalNodesAtOnce()
{
    const Graph graph = nnvm();
    const NodeId both[] = {id(graph, "conv"), id(graph, "pool")};
    const Graph set = applied(graph, setAttribute(graph, both, "layout", "NHWC"));
    QCOMPARE(attr(set, "conv", "layout"), std::string("NHWC"));
    QCOMPARE(attr(set, "pool", "layout"), std::string("NHWC"));
    const NodeId one[] = {id(graph, "conv")};
    const Graph half = applied(set, unsetAttribute(set, one, "layout"));
    QVERIFY(applied(half, unsetAttribute(half, both, "layout")) == graph);
    QCOMPARE(messageOf(unsetAttribute(graph, both, "layout")),
             std::string("node 'conv' has no attribute 'layout'"));
    QCOMPARE(codeOf(setAttribute(graph, {}, "layout", "NHWC")), std::string("no-nodes"));
    const auto same = setAttribute(graph, one, "channels", "8");
    QVERIFY(same.ok() && std::get<CompositeEdit>(same->change).edits.empty());
}

void TstAttributeEdits::tuplesAreWrittenAsTheDialectDoes()
{
    const auto written = [this](const char *op, Dialect dialect, const char *key,
                                const char *typed) {
        Node node;
        node.op = op;
        node.dialect = dialect;
        node.name = "n";
        return writtenValue(builtins.ops, node, key, typed);
    };
    for (const char *typed : {"3,5", "(3, 5)", "[3,5]", "[3, 5]"}) {
        QCOMPARE(written("conv2d", Dialect::Nnvm, "kernel_size", typed), std::string("(3, 5)"));
        QCOMPARE(written("Convolution", Dialect::MXNet, "kernel", typed), std::string("(3, 5)"));
        const std::string json = written("conv2d", Dialect::LightNet, "size", typed);
        QCOMPARE(json.front(), '[');
        QCOMPARE(json.find('('), std::string::npos);
    }
    // What is no plain tuple of numbers stays as it is, and is told by others.
    QCOMPARE(written("conv2d", Dialect::Nnvm, "channels", "3,5"), std::string("3,5"));
    QCOMPARE(written("conv2d", Dialect::Nnvm, "nobody", "[3,5]"), std::string("[3,5]"));
    QCOMPARE(written("conv2d", Dialect::Nnvm, "kernel_size", "a,b"), std::string("(a, b)"));
    QCOMPARE(written("pad", Dialect::Nnvm, "pad_width", "((1, 1), (0, 2))"),
             std::string("((1, 1), (0, 2))"));
    const OpSpec &spec = *builtins.ops.find(Dialect::Nnvm, "conv2d");
    QCOMPARE(shownForm(*spec.attrs.find("kernel_size"), "[3,5]"), std::string("(3, 5)"));
    QCOMPARE(shownForm(*spec.attrs.find("channels"), "8"), std::string("8"));
}

void TstAttributeEdits::lightNetValuesAreJson()
{
    const Graph net = lightNet();
    const NodeId sum[] = {id(net, "sum")};
    QCOMPARE(attr(applied(net, setAttribute(net, sum, "elew_op", "TL_MUL")), "sum", "elew_op"),
             std::string("\"TL_MUL\""));
    const NodeId in[] = {id(net, "in")};
    QCOMPARE(attr(applied(net, setAttribute(net, in, "dims", "[4, 5]")), "in", "dims"),
             std::string("[4, 5]"));
}

void TstAttributeEdits::valuesAreChecked()
{
    const Graph graph = nnvm();
    const Node &conv = graph.node(id(graph, "conv"));
    QVERIFY(checkAttribute(builtins.ops, conv, "channels", "16").ok());
    QVERIFY(checkAttribute(builtins.ops, conv, "nobody_knows", "16").ok());
    const Status wrong = checkAttribute(builtins.ops, conv, "channels", "many");
    QVERIFY(!wrong.ok());
    QVERIFY(wrong.error().message.starts_with("conv2d 'conv': channels is 'many', "));
    QCOMPARE(wrong.error().where.attribute, std::string("channels"));
}

void TstAttributeEdits::inputsHaveShapesAndTypes()
{
    const Graph graph = nnvm();
    const NodeId x = id(graph, "x");
    const Graph typed = applied(graph, setInputType(graph, x, Shape{1, 3, 8, 8}, DType::Float16));
    QCOMPARE(attr(typed, "x", "shape"), std::string("(1, 3, 8, 8)"));
    QCOMPARE(attr(typed, "x", "dtype"), std::string("2"));
    QVERIFY(applied(typed, setInputType(typed, x, Shape{}, DType::Unknown)) == graph);
    Graph hidden = graph;
    QVERIFY(apply(hidden, {SetAttribute{x, "__shape__", "(1,)", {}}}).ok());
    const Graph both = applied(hidden, setInputType(hidden, x, Shape{5}, {}));
    QCOMPARE(attr(both, "x", "__shape__"), std::string("(5,)"));
    QCOMPARE(attr(both, "x", "shape"), std::string("(5,)"));
    QCOMPARE(codeOf(setInputType(graph, id(graph, "conv"), Shape{1}, {})), std::string("no-input"));

    Graph onnx;
    onnx.setDialect(Dialect::Onnx);
    Node input;
    input.name = "x";
    input.dialect = Dialect::Onnx;
    const NodeId in = onnx.add(input);
    const Graph told = applied(onnx, setInputType(onnx, in, Shape{unknownSize, 3}, DType::Float16));
    QCOMPARE(attr(told, "x", "shape"), std::string("[?, 3]"));
    QCOMPARE(attr(told, "x", "elem_type"), std::string("float16"));
    QVERIFY(applied(told, setInputType(told, in, Shape{}, DType::Unknown)) == onnx);
    onnx.edit(in).attrs.set("data", "inside");
    QCOMPARE(codeOf(setInputType(onnx, in, Shape{1}, {})), std::string("no-input"));

    const Graph net = lightNet();
    const Graph sized = applied(net, setInputType(net, id(net, "in"), Shape{4, 4}, DType::Int32));
    QCOMPARE(attr(sized, "in", "dims"), std::string("[4,4]"));
    QCOMPARE(attr(sized, "in", "dtype"), std::string("\"TL_INT32\""));
    QCOMPARE(messageOf(setInputType(net, id(net, "in"), {}, DType::Float16)),
             std::string("'in': LightNet has no type float16"));
    QCOMPARE(codeOf(setInputType(net, id(net, "relu"), Shape{1}, {})), std::string("no-input"));
}

void TstAttributeEdits::namesAreUnique()
{
    const Graph graph = nnvm();
    QCOMPARE(uniqueName(graph, "new"), std::string("new"));
    QCOMPARE(uniqueName(graph, "conv"), std::string("conv_1"));
    QCOMPARE(uniqueName(graph, "conv_weight"), std::string("conv_1_weight"));
    const Graph renamed = applied(graph, renameNode(graph, id(graph, "conv"), "conv_1"));
    QCOMPARE(uniqueName(renamed, "conv_1"), std::string("conv_2"));
    QCOMPARE(messageOf(renameNode(graph, id(graph, "conv"), "relu")),
             std::string("the name 'relu' is taken, 'relu_1' is free"));
    QCOMPARE(codeOf(renameNode(graph, id(graph, "conv"), "")), std::string("name-empty"));
    QVERIFY(renameNode(graph, id(graph, "conv"), "conv").ok());
    FreshNames names(graph);
    QCOMPARE(names.nodeOf("relu"), std::string("relu0"));
    QCOMPARE(names.nodeOf("relu"), std::string("relu1"));
}

void TstAttributeEdits::tensorsAreRenamed()
{
    const Graph net = lightNet();
    const Graph renamed = applied(net, renameTensor(net, {id(net, "relu")}, "r"));
    QCOMPARE(renamed.node(id(net, "relu")).outputPorts.front().tensor, std::string("r"));
    QCOMPARE(messageOf(renameTensor(net, {id(net, "relu")}, "t_sum")),
             std::string("the tensor's name 't_sum' is taken, 't_sum_1' is free"));
    const Graph graph = nnvm();
    QCOMPARE(codeOf(renameTensor(graph, {id(graph, "relu")}, "r")), std::string("no-such-entry"));
}

void TstAttributeEdits::notesAreUndoable()
{
    const Graph graph = nnvm();
    const Graph noted = applied(graph, setNote(graph, id(graph, "conv"), "too wide"));
    QCOMPARE(std::string(noted.node(id(graph, "conv")).note()), std::string("too wide"));
    QVERIFY(applied(noted, setNote(noted, id(graph, "conv"), "")) == graph);
    const Graph told = applied(noted, setNote(noted, NodeId(), "of the paper"));
    QCOMPARE(told.note(), std::string("of the paper"));
    QVERIFY(!(told == noted));
    QCOMPARE(codeOf(setNote(graph, NodeId{77}, "lost")), std::string("no-such-node"));
    // A node that is deleted takes its note along, and brings it back.
    QVERIFY(!applied(told, deleteNode(told, id(told, "conv"))).nodes().empty());
}

void TstAttributeEdits::severalNodesAreDeleted()
{
    const Graph graph = nnvm();
    const NodeId two[] = {id(graph, "relu"), id(graph, "conv")};
    const Graph bridged = applied(graph, deleteNodes(graph, two, Readers::Bridge));
    QCOMPARE(shown(bridged, "tanh"), std::string("tanh(x)"));
    const NodeId last[] = {id(graph, "pool"), id(graph, "relu")};
    QCOMPARE(heads(applied(graph, deleteNodes(graph, last, Readers::Bridge))),
             std::string("conv tanh"));
    QCOMPARE(heads(applied(graph, deleteNodes(graph, last))), std::string("tanh"));
    QCOMPARE(codeOf(deleteNodes(graph, {})), std::string("no-nodes"));

    const Graph net = lightNet();
    const NodeId relu[] = {id(net, "relu")};
    QCOMPARE(shown(applied(net, deleteNodes(net, relu)), "sum"),
             std::string("sum(?t_relu,sigmoid)"));
    QCOMPARE(shown(applied(net, deleteNodes(net, relu, Readers::Bridge)), "sum"),
             std::string("sum(in,sigmoid)"));
}

void TstAttributeEdits::layersTakeTheirParametersAlong()
{
    const Graph graph = nnvm();
    const NodeId conv[] = {id(graph, "conv")};
    const auto layer = withParameters(graph, builtins.ops, conv);
    const Graph without = applied(graph, deleteNodes(graph, layer, Readers::Bridge));
    QCOMPARE(order(without), std::string("x relu pool tanh"));
    const Graph net = lightNet();
    const NodeId relu[] = {id(net, "relu")};
    QCOMPARE(order(applied(net, deleteNodes(net, withParameters(net, builtins.ops, relu)))),
             std::string("sigmoid sum"));
}

NERVURE_TEST(TstAttributeEdits)
#include "tst_attribute_edits.moc"
