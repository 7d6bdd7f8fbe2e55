// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/canvas/scene/pass_picture.h"

#include <QTest>

using namespace nervure;

class TstPassPicture : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatVanishedStaysInThePictureBelowWhatItRead()
    {
        Graph before;
        const auto add = [&before](const char *op, const char *name, Entries inputs) {
            Node node;
            node.op = op;
            node.name = name;
            node.inputs = std::move(inputs);
            return before.add(std::move(node));
        };
        const NodeId data = add("null", "data", {});
        const NodeId weight = add("null", "weight", {});
        const NodeId conv = add("conv2d", "conv", {{data}, {weight}});
        const NodeId norm = add("batch_norm", "norm", {{conv}});
        const NodeId lost = add("relu", "lost", {{norm}});
        const NodeId leaf = add("relu", "leaf", {{lost}});
        ModelStage stage;
        stage.before = std::make_shared<const Graph>(before);
        Graph after = before;
        for (const NodeId node : {weight, norm, lost, leaf}) {
            after.remove(node);
        }
        stage.graph = std::make_shared<const Graph>(after);
        const std::string reason = "folded";
        stage.provenance =
            std::make_shared<const Provenance>(Provenance{{{conv, {conv, norm}, reason}}});
        stage.difference = std::make_shared<const GraphDifference>(
            differenceOf({*stage.before}, {*stage.graph}, stage.provenance.get()));
        const PassPicture picture = pictureOf(stage);
        QCOMPARE(picture.graph->nodeCount(), std::size_t{4});
        const auto placeOfLost = picture.graph->findByName("lost");
        const auto placeOfLeaf = picture.graph->findByName("leaf");
        QVERIFY(placeOfLost && placeOfLeaf);
        QVERIFY(!stage.before->contains(*placeOfLost));
        QCOMPARE(picture.graph->node(*placeOfLost).inputs.front().node, conv);
        QCOMPARE(picture.graph->node(*placeOfLeaf).inputs.front().node, *placeOfLost);
        QCOMPARE(picture.marks.at(*placeOfLost), ChangeMark::Removed);
        QCOMPARE(picture.marks.at(conv), ChangeMark::Fused);
        QVERIFY(!picture.graph->findByName("weight"));
    }

    /// Of two files, whose nodes stand in another order: an id of the one means nothing in the other.
    void edgesOfOtherFilesGoByMatches()
    {
        const auto graphOf = [](std::initializer_list<std::pair<const char *, const char *>> chain,
                                bool isReversed) {
            std::vector<Node> nodes;
            for (const auto &[name, reads] : chain) {
                Node node;
                node.op = *reads ? "relu" : "null";
                node.name = name;
                nodes.push_back(std::move(node));
            }
            if (isReversed) {
                std::reverse(nodes.begin(), nodes.end());
            }
            Graph graph;
            for (Node &node : nodes) {
                graph.add(std::move(node));
            }
            for (const auto &[name, reads] : chain) {
                if (*reads) {
                    graph.edit(*graph.findByName(name))
                        .inputs.push_back({*graph.findByName(reads), 0, 0});
                }
            }
            return graph;
        };
        ModelStage stage;
        stage.before = std::make_shared<const Graph>(
            graphOf({{"x", ""}, {"a", "x"}, {"b", "a"}, {"lost", "b"}, {"c", "lost"}}, false));
        stage.graph = std::make_shared<const Graph>(
            graphOf({{"x", ""}, {"a", "x"}, {"b", "a"}, {"c", "b"}}, true));
        Provenance provenance;
        provenance.hasSharedIds = false;
        for (const char *name : {"x", "a", "b", "c"}) {
            const NodeId was = *stage.before->findByName(name);
            provenance.origins.push_back({*stage.graph->findByName(name), {was}, {}, was});
        }
        stage.provenance = std::make_shared<const Provenance>(provenance);
        stage.difference = std::make_shared<const GraphDifference>(
            differenceOf({*stage.before}, {*stage.graph}, &provenance));
        const PassPicture picture = pictureOf(stage);
        const auto lost = picture.graph->findByName("lost");
        QVERIFY(lost.has_value());
        const Entries &inputs = picture.graph->node(*lost).inputs;
        QCOMPARE(inputs.size(), std::size_t{1});
        QCOMPARE(picture.graph->node(inputs.front().node).name, std::string("b"));
    }

    void hundredsThatVanishedAreNotDrawn()
    {
        Graph before;
        Node node;
        node.op = "relu";
        const NodeId kept = before.add(node);
        for (int i = 0; i < 400; ++i) {
            before.add(node);
        }
        ModelStage stage;
        Graph after = before;
        const std::vector<NodeId> all(before.nodes().begin(), before.nodes().end());
        for (const NodeId id : all) {
            if (id != kept) {
                after.remove(id);
            }
        }
        stage.before = std::make_shared<const Graph>(before);
        stage.graph = std::make_shared<const Graph>(after);
        stage.difference = std::make_shared<const GraphDifference>(
            differenceOf({*stage.before}, {*stage.graph}, nullptr));
        QCOMPARE(stage.difference->counts.removed, std::size_t{400});
        QCOMPARE(pictureOf(stage).graph.get(), stage.graph.get());
    }

    void withoutLossesTheGraphItselfIsDrawn()
    {
        ModelStage stage;
        stage.before = std::make_shared<const Graph>();
        Graph after;
        const NodeId made = after.add(Node());
        stage.graph = std::make_shared<const Graph>(std::move(after));
        stage.difference = std::make_shared<const GraphDifference>(
            differenceOf({*stage.before}, {*stage.graph}, nullptr));
        const PassPicture picture = pictureOf(stage);
        QCOMPARE(picture.graph.get(), stage.graph.get());
        QCOMPARE(picture.marks.at(made), ChangeMark::Added);
    }
};

NERVURE_TEST(TstPassPicture)
#include "tst_pass_picture.moc"
