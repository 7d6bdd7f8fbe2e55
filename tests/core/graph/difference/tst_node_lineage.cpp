// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/node_lineage.h"

#include "core/graph/difference/counterparts.h"
#include "core/graph/difference/graph_difference.h"
#include "tests/core/graph/difference/small_graph.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// Nodes forwards and backwards through graphs that passes made one of the other.
class TstNodeLineage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        SmallGraph small;
        m_conv = small.add("conv2d", "conv");
        m_norm = small.add("batch_norm", "bn");
        m_drop = small.add("dropout", "drop");
        auto opened = std::make_shared<const Graph>(small.graph);
        // The norm becomes two nodes; the dropout is lost.
        Graph simple = small.graph;
        simple.remove(m_norm);
        simple.remove(m_drop);
        Node node;
        node.op = "broadcast_mul";
        node.name = "bn_mul";
        m_mul = simple.add(node);
        node.op = "broadcast_add";
        node.name = "bn_add";
        m_add = simple.add(node);
        auto first = std::make_shared<const Provenance>(
            Provenance{{{m_add, {m_norm}, ""}, {m_mul, {m_norm}, ""}}});
        // The convolution takes the product in, and stays what it is.
        Graph folded = simple;
        folded.remove(m_mul);
        folded.edit(m_conv).attrs.set("use_bias", "True");
        auto second =
            std::make_shared<const Provenance>(Provenance{{{m_conv, {m_mul, m_conv}, "folded"}}});
        m_lineage = std::make_shared<const NodeLineage>(
            std::vector<LineageStage>{{opened},
                                      {std::make_shared<const Graph>(simple), first},
                                      {std::make_shared<const Graph>(folded), second},
                                      {std::make_shared<const Graph>(folded)}});
    }

    void whatBecomesOfOneIsFoundForwards()
    {
        QCOMPARE(follow(m_conv, 0, 3), std::vector{m_conv});
        QCOMPARE(follow(m_norm, 0, 1), (std::vector{m_mul, m_add})); // the last one stands for it
        QCOMPARE(follow(m_norm, 0, 2), (std::vector{m_conv, m_add}));
        QVERIFY(follow(m_drop, 0, 1).empty());
        QVERIFY(follow(m_drop, 0, 3).empty());
    }

    void whatOneCameFromIsFoundBackwards()
    {
        QCOMPARE(follow(m_add, 3, 0), std::vector{m_norm});
        QCOMPARE(follow(m_conv, 2, 1), (std::vector{m_mul, m_conv})); // it still is the convolution
        QCOMPARE(follow(m_conv, 3, 0), (std::vector{m_norm, m_conv}));
        QVERIFY(follow(m_mul, 2, 2) == std::vector{m_mul}); // no step: what was given
    }

    void anotherLineageOfTheSameGraphMeetsItAtItsStart()
    {
        const auto other = std::make_shared<const NodeLineage>(
            std::vector<LineageStage>{{std::make_shared<const Graph>(m_lineage->graph(0))}});
        QCOMPARE(nervure::follow(std::vector{m_add}, {m_lineage, 3}, {other, 0}),
                 std::vector{m_norm});
        QCOMPARE(nervure::follow(std::vector{m_norm}, {nullptr, 0}, {m_lineage, 1}),
                 (std::vector{m_mul, m_add}));
    }

    void severalStepsAreToldAsOne()
    {
        const Provenance all = m_lineage->between(0, 3);
        const GraphDifference one =
            differenceOf({m_lineage->graph(0)}, {m_lineage->graph(3)}, &all);
        QCOMPARE(changeAt(one.nodes, m_conv).mark, ChangeMark::Fused);
        QCOMPARE(changeAt(one.nodes, m_conv).from, (std::vector{m_norm, m_conv}));
        QCOMPARE(changeAt(one.nodes, m_conv).details.size(), std::size_t{1});
        QCOMPARE(changeAt(one.nodes, m_add).from, std::vector{m_norm});
        QCOMPARE(changeAt(one.nodes, m_drop).mark, ChangeMark::Removed);
        QCOMPARE(one.absorbed, (std::vector{AbsorbedNode{m_norm, m_add}}));
    }

    void backwardsANodeIsWhatItBecame()
    {
        const Provenance all = m_lineage->between(2, 0);
        const GraphDifference one =
            differenceOf({m_lineage->graph(2)}, {m_lineage->graph(0)}, &all);
        QCOMPARE(changeAt(one.nodes, m_norm).from, (std::vector{m_conv, m_add}));
        QCOMPARE(changeAt(one.nodes, m_drop).mark, ChangeMark::Added);
        QCOMPARE(changeAt(one.nodes, m_conv).mark, ChangeMark::Changed);
        QVERIFY(m_lineage->between(2, 3).origins.empty());
    }

    void allNodesOfTwoStagesAreMatchedAtOnce()
    {
        for (std::size_t first = 0; first < 4; ++first) {
            for (std::size_t second = 0; second < 4; ++second) {
                const Counterparts all(*m_lineage, first, second);
                for (const NodeId node : m_lineage->graph(first).nodes()) {
                    QCOMPARE(all.inSecond({&node, 1}), follow(node, first, second));
                }
                for (const NodeId node : m_lineage->graph(second).nodes()) {
                    QCOMPARE(all.inFirst({&node, 1}), follow(node, second, first));
                }
            }
        }
        QVERIFY(Counterparts().inSecond(std::vector{m_conv}).empty());
        QVERIFY(Counterparts().inFirst(std::vector{m_conv}).empty());
    }

private:
    [[nodiscard]] std::vector<NodeId> follow(NodeId node, std::size_t from, std::size_t to) const
    {
        return m_lineage->follow({&node, 1}, from, to);
    }

    std::shared_ptr<const NodeLineage> m_lineage;
    NodeId m_conv, m_norm, m_drop, m_mul, m_add;
};

NERVURE_TEST(TstNodeLineage)
#include "tst_node_lineage.moc"
