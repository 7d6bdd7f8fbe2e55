// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/heat_map.h"

#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"

using namespace nervure;
using nervure::tests::PanelFixture;

class TstHeatMap : public QObject {
    Q_OBJECT

private:
    /// conv0 and relu0 as one layer of 2 ms, fc0 of 8 ms.
    static ProfileReport profile()
    {
        ProfileReport result;
        LayerProfile conv;
        conv.node.name = "conv0";
        conv.nodes = {{{}, "conv0"}, {{}, "relu0"}};
        conv.ms.median = 2;
        LayerProfile dense;
        dense.node.name = "fc0";
        dense.nodes = {{{}, "fc0"}};
        dense.ms.median = 8;
        result.data.layers = {conv, dense};
        return result;
    }
    static void give(GraphDocument &document, const ProfileReport &profile)
    {
        document.setProfile(std::make_shared<const ProfileReport>(profile), document.revision());
    }

private Q_SLOTS:
    void withoutAProfileNothingIsColored()
    {
        PanelFixture window;
        window.openNet();
        CanvasMarks marks;
        addTimeMarks(marks, window.document);
        QVERIFY(marks.nodes.empty());
        QVERIFY(!marks.scale);
    }

    void aFusedTimeIsToldOnce()
    {
        PanelFixture window;
        window.openNet();
        give(window.document, profile());
        CanvasMarks marks;
        addTimeMarks(marks, window.document);
        const NodeMark *root = marks.find(window.node("conv0"));
        QVERIFY(root && root->heat);
        QCOMPARE(*root->heat, 0.25);
        QCOMPARE(QString(root->badge).replace(QChar(0x00a0), u' '), QStringLiteral("20.0 %"));
        const NodeMark *fused = marks.find(window.node("relu0"));
        QVERIFY(fused && !fused->heat);
        QCOMPARE(fused->badge, QStringLiteral("in conv0"));
        QCOMPARE(fused->owner, QStringLiteral("conv0"));
        QCOMPARE(*marks.find(window.node("fc0"))->heat, 1.0);
        // flatten0 was not measured, which is not the same as no time.
        const NodeMark *view = marks.find(window.node("flatten0"));
        QVERIFY(!view || !view->heat);
        QVERIFY(marks.scale && marks.scale->hasMissing);
        QCOMPARE(marks.scale->high.replace(QChar(0x00a0), u' '), QStringLiteral("8.00 ms"));
    }

    void nodesOfOneNameHaveTheirOwnColors()
    {
        PanelFixture window;
        Graph graph;
        for (const char *op : {"relu", "tanh"}) {
            Node node;
            node.op = op;
            node.name = "same";
            graph.add(std::move(node));
        }
        const std::vector<NodeId> nodes(graph.nodes().begin(), graph.nodes().end());
        window.document.setContent({std::move(graph), {}, "nnvm", {}, {}});
        ProfileReport twins;
        for (const double ms : {2.0, 8.0}) {
            LayerProfile layer;
            layer.id = static_cast<std::uint32_t>(twins.data.layers.size());
            layer.node = {nodes[layer.id], "same"};
            layer.nodes = {layer.node};
            layer.ms.median = ms;
            twins.data.layers.push_back(std::move(layer));
        }
        give(window.document, twins);
        CanvasMarks marks;
        addTimeMarks(marks, window.document);
        QCOMPARE(*marks.find(nodes[0])->heat, 0.25);
        QCOMPARE(*marks.find(nodes[1])->heat, 1.0);
    }

    void whatWasFoldedSaysWhereItIs()
    {
        PanelFixture window;
        window.openNet();
        ProfileReport folding = profile();
        folding.data.folded = {{{{}, "flatten0"}, "fc0", 1}};
        give(window.document, folding);
        CanvasMarks marks;
        addTimeMarks(marks, window.document);
        QCOMPARE(marks.find(window.node("flatten0"))->badge, QStringLiteral("in fc0"));
        QVERIFY(marks.scale && !marks.scale->hasMissing);
    }

    void amountsAreThoseThatQueriesCount()
    {
        PanelFixture window;
        window.openNet();
        CanvasMarks marks;
        addAmountMarks(marks, window.document, NodeColoring::Bytes);
        QVERIFY(!marks.scale);
        QVERIFY(!marks.hint.isEmpty());
        window.giveFacts();
        addAmountMarks(marks, window.document, NodeColoring::Bytes);
        QCOMPARE(*marks.find(window.node("conv0"))->heat, 1.0);
        QCOMPARE(*marks.find(window.node("fc0"))->heat, 10.0 / 512);
        QVERIFY(!marks.find(window.node("data")));
        QVERIFY(marks.scale && !marks.scale->hasMissing);
        for (const NodeColoring amount : {NodeColoring::Parameters, NodeColoring::Macs}) {
            CanvasMarks counted;
            addAmountMarks(counted, window.document, amount);
            QCOMPARE(counted.scale->title, coloringName(amount));
            QCOMPARE(*counted.find(window.node("relu0"))->heat, 0.0); // none is not missing
            QVERIFY(*counted.find(window.node("conv0"))->heat > 0.0);
        }
        CanvasMarks weights;
        addAmountMarks(weights, window.document, NodeColoring::Parameters);
        QVERIFY(weights.find(window.node("conv0_weight")));
    }
};

NERVURE_GUI_TEST(TstHeatMap)
#include "tst_heat_map.moc"
