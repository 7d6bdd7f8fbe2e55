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
        const Provenance provenance{{{conv, {conv, norm}, reason}}};
        stage.difference = std::make_shared<const GraphDifference>(
            differenceOf({*stage.before}, {*stage.graph}, &provenance));
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
