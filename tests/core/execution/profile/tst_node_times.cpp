// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/node_times.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstNodeTimes : public QObject {
    Q_OBJECT

private:
    NodeId add(const char *name)
    {
        Node node;
        node.name = name;
        return m_graph.add(std::move(node));
    }

    Graph m_graph;
    NodeId m_conv;
    NodeId m_norm;
    NodeId m_relu;
    NodeId m_dense;
    NodeId m_other;

private Q_SLOTS:
    void initTestCase()
    {
        m_conv = add("conv0");
        m_norm = add("bn0");
        m_relu = add("relu0");
        m_dense = add("fc0");
        m_other = add("dropout0");
    }

    void aFusedTimeIsToldOnce()
    {
        const std::vector<LayerTime> layers{{"conv0", {"conv0", "relu0"}, 8}, {"fc0", {"fc0"}, 2}};
        const std::vector<FoldedNode> folded{{"bn0", "conv0"}, {"dropout0", ""}};
        const NodeTimes times = timesOfNodes(layers, folded, m_graph);
        double sum = 0;
        for (const auto &[node, ms] : times.ms) {
            sum += ms;
        }
        QCOMPARE(sum, 10.0);
        QCOMPARE(times.ms.at(m_conv), 8.0);
        QCOMPARE(times.owners.at(m_relu), m_conv);
        QCOMPARE(times.owners.at(m_norm), m_conv);
        QCOMPARE(times.owners.count(m_conv), std::size_t{0});
        // Nothing is left of it, and nothing ran in its place.
        QCOMPARE(times.ms.count(m_other) + times.owners.count(m_other), std::size_t{0});
    }

    void severalLayersOfOneNodeAddUp()
    {
        const std::vector<LayerTime> layers{{"conv0", {"conv0"}, 1}, {"conv0", {"conv0"}, 2}};
        QCOMPARE(timesOfNodes(layers, {}, m_graph).ms.at(m_conv), 3.0);
    }

    void aRootThatIsHeldByAnotherKeepsItsOwnTime()
    {
        const std::vector<LayerTime> layers{{"fc0", {"fc0", "relu0"}, 2}, {"relu0", {"relu0"}, 1}};
        const NodeTimes times = timesOfNodes(layers, {}, m_graph);
        QCOMPARE(times.ms.at(m_relu), 1.0);
        QVERIFY(times.owners.empty());
    }

    void aLayerOfAnUnknownRootBelongsToItsFirstNode()
    {
        const std::vector<LayerTime> layers{{"made_by_a_pass", {"gone", "conv0", "relu0"}, 4},
                                            {"all_gone", {"gone"}, 7}};
        const std::vector<FoldedNode> folded{{"bn0", "made_by_a_pass"}};
        const NodeTimes times = timesOfNodes(layers, folded, m_graph);
        QCOMPARE(times.ms.size(), std::size_t{1});
        QCOMPARE(times.ms.at(m_conv), 4.0);
        QCOMPARE(times.owners.at(m_relu), m_conv);
        QCOMPARE(times.owners.at(m_norm), m_conv);
    }
};

NERVURE_TEST(TstNodeTimes)
#include "tst_node_times.moc"
