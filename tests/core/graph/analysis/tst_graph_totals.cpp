// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/graph_totals.h"
#include "core/graph/op/op_builder.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstGraphTotals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knownShapesAddUp();
    void anUnknownShapeLeavesNothing();
    void anUnknownOperatorMayCostAnything();
    void whatIsTooLargeIsNothingUntilItIsSmaller();
};

namespace {

OpRegistry makeOps()
{
    OpRegistry ops;
    OpSpec spec = OpBuilder<>(Dialect::Nnvm, "scale").inputs({"data", "gamma"}).build();
    spec.macs = [](const RuleContext &, std::span<const Shape>, std::span<const Shape> out) {
        return elementCount(out[0]);
    };
    ops.add(spec);
    return ops;
}

struct Model {
    Graph graph;
    NodeId gamma;
};

Node named(const std::string &name)
{
    Node node;
    node.name = name;
    return node;
}

Model makeModel(const std::string &op)
{
    Model model;
    const NodeId data = model.graph.add(named("data"));
    model.gamma = model.graph.add(named("gamma"));
    Node node = named("y");
    node.op = op;
    node.inputs = {{data}, {model.gamma}};
    model.graph.setHeads({{model.graph.add(node)}});
    return model;
}

GraphTotals totalsOf(const Model &model, const Shapes &shapes)
{
    const OpRegistry ops = makeOps();
    Diagnostics diagnostics;
    const auto index = IndexedGraph::build(model.graph, ops, diagnostics);
    Analyses analyses;
    analyses.set(keys::shape, shapes, *index.value());
    analyses.set(keys::dtype, DTypes(shapes.size(), DType::Float32), *index.value());
    return graphTotals(*index.value(), analyses, {model.gamma}, Semantics::Exact);
}

} // namespace

void TstGraphTotals::knownShapesAddUp()
{
    const GraphTotals totals = totalsOf(makeModel("scale"), {{2, 3}, {3}, {2, 3}});
    QCOMPARE(totals.parameters.value_or(-1), 3);
    QCOMPARE(totals.parameterBytes.value_or(-1), 12);
    QCOMPARE(totals.macs.value_or(-1), 6);
}

void TstGraphTotals::anUnknownShapeLeavesNothing()
{
    const GraphTotals totals = totalsOf(makeModel("scale"), {{2, 3}, {unknownSize}, {2, 3}});
    QVERIFY(!totals.parameters);
    QVERIFY(!totals.parameterBytes);
    QVERIFY(!totals.macs);
}

void TstGraphTotals::anUnknownOperatorMayCostAnything()
{
    const GraphTotals totals = totalsOf(makeModel("mystery"), {{2, 3}, {3}, {2, 3}});
    QCOMPARE(totals.parameters.value_or(-1), 3);
    QVERIFY(!totals.macs);
}

void TstGraphTotals::whatIsTooLargeIsNothingUntilItIsSmaller()
{
    constexpr std::int64_t large = std::int64_t{1} << 40;
    const Model model = makeModel("scale");
    const OpRegistry ops = makeOps();
    Diagnostics diagnostics;
    const auto index = IndexedGraph::build(model.graph, ops, diagnostics).value();
    const auto known = [&index](std::int64_t size) {
        Analyses analyses;
        analyses.set(keys::shape, Shapes{{2, 3}, {size, 1 << 20}, {2, 3}}, *index);
        analyses.set(keys::dtype, DTypes(3, DType::Float32), *index);
        return analyses;
    };
    const std::unordered_set<NodeId> parameters{model.gamma};
    RunningTotals totals(
        *index, known(large), [&](NodeId id) { return parameters.count(id) != 0; },
        Semantics::Exact);
    QCOMPARE(totals.totals().parameters.value_or(-1), large << 20);
    QCOMPARE(totals.totals().parameterBytes.value_or(-1), large << 22);
    const std::uint32_t all[]{0, 1, 2};
    totals.update(*index, known(large << 2), Semantics::Exact, all);
    QCOMPARE(totals.totals().parameters.value_or(-1), large << 22);
    QVERIFY(!totals.totals().parameterBytes);
    totals.update(*index, known(3), Semantics::Exact, all);
    QCOMPARE(totals.totals().parameters.value_or(-1), std::int64_t{3} << 20);
    QCOMPARE(totals.totals().parameterBytes.value_or(-1), std::int64_t{3} << 22);
    QCOMPARE(totals.totals().macs.value_or(-1), 6);
}

NERVURE_TEST(TstGraphTotals)
#include "tst_graph_totals.moc"
