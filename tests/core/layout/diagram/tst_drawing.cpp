// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/drawing.h"

#include "tests/core/layout/pictures.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstDrawing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyShapeHasItsPillInBothDirections();

private:
    /// A chain with a shape on every line.
    static DrawnGraph chain()
    {
        Graph graph;
        NodeId last = graph.add(nodeOf("null", "data"));
        for (const char *name : {"conv0", "relu0", "pool0", "conv1"}) {
            last = graph.add(nodeOf("op", name, {last}));
        }
        graph.setHeads({Entry{last}});
        DrawnGraph drawn = makeDrawnGraph(graph, OpRegistry());
        for (DrawnEdge &edge : drawn.edges) {
            edge.label = "1×64×112×112";
        }
        return drawn;
    }
};

void TstDrawing::everyShapeHasItsPillInBothDirections()
{
    const TableTextMeasure measure;
    for (const LayoutDirection direction : {LayoutDirection::Down, LayoutDirection::Right}) {
        LayoutClient client(LayoutClientOptions{});
        const auto drawing = makeDrawing(chain(), measure, client, {}, direction);
        QVERIFY(drawing.ok());
        QCOMPARE(drawing->layout.edges.size(), std::size_t(4));
        const double width = measure.width("1×64×112×112", TextStyle::Label);
        for (std::size_t i = 0; i < 4; ++i) {
            const PlacedEdge &line = drawing->layout.edges[i];
            QVERIFY(line.label.has_value());
            for (const PlacedNode &node : drawing->layout.nodes) {
                const bool isBeside = line.label->x + width / 2 < node.left()
                                      || line.label->x - width / 2 > node.right()
                                      || line.label->y + 8 < node.top()
                                      || line.label->y - 8 > node.bottom();
                QVERIFY(isBeside);
            }
        }
    }
}

NERVURE_TEST(TstDrawing)
#include "tst_drawing.moc"
