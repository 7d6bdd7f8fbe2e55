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

    /// A layer of nodes that are known by name alone.
    static void addLayer(ProfileData &profile, const char *root,
                         std::initializer_list<const char *> nodes, double ms)
    {
        LayerProfile layer;
        layer.node.name = root;
        for (const char *node : nodes) {
            layer.nodes.push_back({{}, node});
        }
        layer.ms.median = ms;
        profile.layers.push_back(std::move(layer));
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
        ProfileData profile;
        addLayer(profile, "conv0", {"conv0", "relu0"}, 8);
        addLayer(profile, "fc0", {"fc0"}, 2);
        profile.folded = {{{{}, "bn0"}, "conv0", 0}, {{{}, "dropout0"}, ""}};
        const NodeTimes times = timesOfNodes(profile, m_graph);
        double sum = 0;
        for (const auto &[node, ms] : times.ms) {
            sum += ms;
        }
        QCOMPARE(sum, 10.0);
        QCOMPARE(times.ms.at(m_conv), 8.0);
        QCOMPARE(times.owners.at(m_relu), m_conv);
        QCOMPARE(times.owners.at(m_norm), m_conv);
        QCOMPARE(times.owners.count(m_conv), std::size_t{0});
        QCOMPARE(times.roots, (std::vector<NodeId>{m_conv, m_dense}));
        // Nothing is left of it, and nothing ran in its place.
        QCOMPARE(times.ms.count(m_other) + times.owners.count(m_other), std::size_t{0});
    }

    void nodesOfOneNameHaveTheirOwnTimes()
    {
        Graph graph = m_graph;
        Node twin;
        twin.name = "conv0";
        const NodeId second = graph.add(std::move(twin));
        ProfileData profile;
        addLayer(profile, "conv0", {"conv0"}, 1);
        addLayer(profile, "conv0", {"conv0", "relu0"}, 4);
        profile.folded = {{{m_norm, "bn0"}, "conv0", 1}};
        profile.layers[0].node.id = m_conv;
        profile.layers[0].nodes[0].id = m_conv;
        profile.layers[1].node.id = second;
        profile.layers[1].nodes[0].id = second;
        const NodeTimes times = timesOfNodes(profile, graph);
        QCOMPARE(times.ms.at(m_conv), 1.0);
        QCOMPARE(times.ms.at(second), 4.0);
        QCOMPARE(times.owners.at(m_relu), second);
        QCOMPARE(times.owners.at(m_norm), second);
        QCOMPARE(times.roots, (std::vector<NodeId>{m_conv, second}));
    }

    void anIdOfAnotherNodeIsNotBelieved()
    {
        ProfileData profile;
        addLayer(profile, "conv0", {"conv0"}, 1);
        profile.layers[0].node.id = m_dense;
        QCOMPARE(timesOfNodes(profile, m_graph).ms.at(m_conv), 1.0);
    }

    void severalLayersOfOneNodeAddUp()
    {
        ProfileData profile;
        addLayer(profile, "conv0", {"conv0"}, 1);
        addLayer(profile, "conv0", {"conv0"}, 2);
        QCOMPARE(timesOfNodes(profile, m_graph).ms.at(m_conv), 3.0);
    }

    void aRootThatIsHeldByAnotherKeepsItsOwnTime()
    {
        ProfileData profile;
        addLayer(profile, "fc0", {"fc0", "relu0"}, 2);
        addLayer(profile, "relu0", {"relu0"}, 1);
        const NodeTimes times = timesOfNodes(profile, m_graph);
        QCOMPARE(times.ms.at(m_relu), 1.0);
        QVERIFY(times.owners.empty());
    }

    void aLayerOfAnUnknownRootBelongsToItsFirstNode()
    {
        ProfileData profile;
        addLayer(profile, "made_by_a_pass", {"gone", "conv0", "relu0"}, 4);
        addLayer(profile, "all_gone", {"gone"}, 7);
        profile.folded = {{{{}, "bn0"}, "made_by_a_pass", 0}};
        const NodeTimes times = timesOfNodes(profile, m_graph);
        QCOMPARE(times.ms.size(), std::size_t{1});
        QCOMPARE(times.ms.at(m_conv), 4.0);
        QCOMPARE(times.owners.at(m_relu), m_conv);
        QCOMPARE(times.owners.at(m_norm), m_conv);
    }
};

NERVURE_TEST(TstNodeTimes)
#include "tst_node_times.moc"
