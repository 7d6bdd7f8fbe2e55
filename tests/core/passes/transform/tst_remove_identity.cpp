// SPDX-License-Identifier: Apache-2.0
#include "tests/core/execution/toy_ops.h"
#include "tests/core/passes/single_pass.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

OpRegistry copyOperators()
{
    OpRegistry ops = toyOps();
    ops.add(
        OpBuilder<>(Dialect::Nnvm, "dropout").acceptsAnyKey().outputs({"output", "mask"}).build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "copy").acceptsAnyKey().build());
    return ops;
}

} // namespace

class TstRemoveIdentity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chainsDisappear();
    void aUsedMaskKeepsTheDropout();
    void copiesStayWhereVariablesChange();
};

void TstRemoveIdentity::chainsDisappear()
{
    SinglePass pass(copyOperators());
    const NodeId x = pass.add("null", "x", {});
    const NodeId a = pass.add("scale", "a", {x});
    const NodeId drop = pass.add("dropout", "drop", {a});
    const NodeId copy = pass.add("copy", "copy", {drop});
    const NodeId b = pass.add("negate", "b", {copy});
    pass.setHeads({b, copy});
    QVERIFY(pass.run("RemoveIdentity").ok());
    QCOMPARE(pass.graph.node(b).inputs[0], (Entry{a, 0, 0}));
    QCOMPARE(pass.graph.heads()[1], (Entry{a, 0, 0}));
    QVERIFY(!pass.graph.contains(drop));
    QVERIFY(!pass.graph.contains(copy));
    QCOMPARE(pass.provenance.origins.size(), std::size_t{1});
    QCOMPARE(pass.provenance.origins[0].node, a);
    QCOMPARE(pass.provenance.origins[0].from, (std::vector<NodeId>{a, drop, copy}));
}

void TstRemoveIdentity::aUsedMaskKeepsTheDropout()
{
    SinglePass pass(copyOperators());
    const NodeId drop = pass.add("dropout", "drop", {pass.add("null", "x", {})});
    pass.graph.setHeads({{drop, 0, 0}, {drop, 1, 0}});
    QVERIFY(pass.run("RemoveIdentity").ok());
    QVERIFY(pass.graph.contains(drop));
}

void TstRemoveIdentity::copiesStayWhereVariablesChange()
{
    SinglePass pass(copyOperators());
    const NodeId w = pass.add("null", "w", {});
    const NodeId old = pass.add("copy", "old", {w});
    const NodeId next = pass.add("_assign", "next", {w, pass.add("scale", "twice", {w})});
    pass.setHeads({old, next});
    QVERIFY(pass.run("RemoveIdentity").ok());
    QVERIFY(pass.graph.contains(old));
}

NERVURE_TEST(TstRemoveIdentity)
#include "tst_remove_identity.moc"
