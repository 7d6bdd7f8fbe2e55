// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/nnvm/nnvm_text.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstNnvmIr : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nodesArePrintedWithInputsAttributesAndDependencies();
    void manyInputsStandOnLinesOfTheirOwn();
    void aCycleIsAnError();
    void whatIsUnknownIsPrintedAsNnvmDoesInExactAlone();
};

namespace {

class Model {
public:
    NodeId add(std::string op, std::string name, std::vector<Entry> inputs, AttrDict attrs = {})
    {
        Node node;
        node.op = std::move(op);
        node.name = std::move(name);
        node.inputs = std::move(inputs);
        node.attrs = std::move(attrs);
        const NodeId id = graph.add(std::move(node));
        graph.setHeads({{id}});
        return id;
    }

    [[nodiscard]] Result<std::string> text() const
    {
        Diagnostics diagnostics;
        return builtins.formats.find("nnvm-ir")->write(graph, {builtins.ops, Semantics::Exact, {}},
                                                       diagnostics);
    }

    Graph graph;
    Builtins builtins = makeBuiltins();
};

} // namespace

void TstNnvmIr::nodesArePrintedWithInputsAttributesAndDependencies()
{
    Model model;
    const NodeId x = model.add("null", "x", {});
    const NodeId d = model.add("dropout", "d", {{x}}, {{"rate", "0.3"}});
    const NodeId s = model.add("softmax", "s", {{d, 1}}, {{"b", "2"}, {"axis", "1"}});
    model.graph.edit(s).controlDeps = {x, d};
    model.graph.setHeads({{s}, {d}, {x}});
    model.graph.setAttrs({{"b", "int", "1"}, {"a", "int", "1"}});
    QCOMPARE(model.text().value(), std::string("Graph(%x) {\n"
                                               "  %1 = dropout(%x, rate='0.3')\n"
                                               "  %2 = softmax(%1.1, axis='1', b='2'), "
                                               "control_deps=[%x, %1]\n"
                                               "  ret %2, %1.0, %x\n"
                                               "}\ngraph_attr_keys = [b, a]\n"));
}

void TstNnvmIr::manyInputsStandOnLinesOfTheirOwn()
{
    Model model;
    std::vector<Entry> inputs;
    for (const char *name : {"a", "b", "c", "d"}) {
        inputs.push_back({model.add("null", name, {})});
    }
    model.add("mystery", "m", inputs);
    QCOMPARE(model.text().value(), std::string("Graph(%a,\n      %b,\n      %c,\n      %d) {\n"
                                               "  %4 = mystery(%a, %b, %c, %d)\n"
                                               "  ret %4\n}"));
}

void TstNnvmIr::aCycleIsAnError()
{
    Model model;
    const NodeId a = model.add("relu", "a", {});
    const NodeId b = model.add("relu", "b", {{a}});
    model.graph.edit(a).inputs = {{b}};
    NERVURE_VERIFY_ERROR(model.text(), "graph-cycle", "depends on its own output");
}

void TstNnvmIr::whatIsUnknownIsPrintedAsNnvmDoesInExactAlone()
{
    Model model;
    std::vector<Entry> heads;
    for (const char *name : {"rank", "size", "scalar", "empty"}) {
        heads.push_back({model.add("null", name, {})});
    }
    model.graph.setHeads(heads);
    Diagnostics diagnostics;
    const auto index = IndexedGraph::build(model.graph, model.builtins.ops, diagnostics).value();
    Analyses analyses;
    analyses.set(keys::shape, Shapes{{}, {unknownSize, 3}, Shape::scalar(), {0, 3}}, *index);
    const auto linesOf = [&](Semantics semantics) {
        return nnvmIrText(*index, {&analyses, {"shape"}, {}, {}, semantics}, diagnostics).value();
    };
    const std::string exact = linesOf(Semantics::Exact);
    QVERIFY(exact.find("%rank, shape=[]") != exact.npos);
    QVERIFY(exact.find("%size, shape=[0,3]") != exact.npos);
    const std::string fixed = linesOf(Semantics::Fixed);
    QVERIFY(fixed.find("%rank, shape=?") != fixed.npos);
    QVERIFY(fixed.find("%size, shape=[?,3]") != fixed.npos);
    QVERIFY(fixed.find("%scalar, shape=[]") != fixed.npos);
    QVERIFY(fixed.find("%empty, shape=[0,3]") != fixed.npos);
}

NERVURE_TEST(TstNnvmIr)
#include "tst_nnvm_ir.moc"
