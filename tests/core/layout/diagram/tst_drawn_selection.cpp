// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/drawn_selection.h"

#include "core/builtins.h"
#include "tests/support/graph_families.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;

class TstDrawnSelection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPartKeepsItsNodesLinesAndPlaces()
    {
        const Builtins builtins = makeBuiltins();
        auto graph = nervure::tests::findGraphFamily("resnet")->make(builtins.ops, 60);
        QVERIFY(graph.ok());
        LayoutClient client{LayoutClientOptions()};
        const TableTextMeasure measure;
        const auto drawing = makeDrawing(makeDrawnGraph(*graph, builtins.ops), measure, client);
        QVERIFY(drawing.ok());
        std::vector<NodeId> nodes;
        for (std::size_t i = 10; i < 20; ++i) {
            nodes.push_back(drawing->graph.nodes[i].node);
        }
        const Drawing part = selectedPart(*drawing, nodes);
        QCOMPARE(part.graph.nodes.size(), nodes.size());
        QCOMPARE(part.layout.nodes.size(), nodes.size());
        QCOMPARE(part.boxes.size(), nodes.size());
        QCOMPARE(part.layout.edges.size(), part.graph.edges.size());
        const auto expected = std::count_if(
            drawing->graph.edges.begin(), drawing->graph.edges.end(), [](const DrawnEdge &edge) {
                return edge.from >= 10 && edge.from < 20 && edge.to >= 10 && edge.to < 20;
            });
        QCOMPARE(static_cast<std::ptrdiff_t>(part.graph.edges.size()), expected);
        const double dx = drawing->layout.nodes[10].center.x - part.layout.nodes[0].center.x;
        const double dy = drawing->layout.nodes[10].center.y - part.layout.nodes[0].center.y;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            QCOMPARE(part.graph.find(nodes[i]).value_or(99), static_cast<std::uint32_t>(i));
            const PlacedNode &placed = part.layout.nodes[i];
            QVERIFY(qAbs(drawing->layout.nodes[10 + i].center.x - placed.center.x - dx) < 1e-6);
            QVERIFY(qAbs(drawing->layout.nodes[10 + i].center.y - placed.center.y - dy) < 1e-6);
            QVERIFY(placed.left() >= -1e-6 && placed.right() <= part.layout.width + 1e-6);
            QVERIFY(placed.top() >= -1e-6 && placed.bottom() <= part.layout.height + 1e-6);
        }
        QVERIFY(part.layout.height < drawing->layout.height);
        QVERIFY(selectedPart(*drawing, {}).graph.nodes.empty());
    }
};

NERVURE_TEST(TstDrawnSelection)
#include "tst_drawn_selection.moc"
