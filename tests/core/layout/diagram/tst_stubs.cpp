// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/stubs.h"
#include "core/layout/engine/place_stubs.h"

#include "core/layout/export/svg_writer.h"
#include "tests/core/layout/layouts.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstStubs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tagsStandSideBySideAboveTheRightHalf()
    {
        const LayoutRequest request = boxes(4, {{0, 3}, {1, 3}, {2, 3}});
        LayoutResult result;
        result.nodes = {
            {{0, 0}, 120, 64}, {{200, 0}, 120, 64}, {{400, 0}, 120, 64}, {{100, 300}, 340, 64}};
        result.edges.resize(3);
        placeStubs(request, {true, false, true}, result);
        QVERIFY(result.edges[0].isStub && !result.edges[1].isStub && result.edges[2].isStub);
        QVERIFY(result.edges[1].points.empty());
        const Point first = result.edges[0].points.front();
        const Point second = result.edges[2].points.front();
        QVERIFY(std::abs(first.x - second.x) >= stub::widestTag);
        for (const Point tag : {first, second}) {
            QVERIFY(tag.x > 100 && tag.x < 270);
            QVERIFY(tag.y + stub::tagHeight / 2 < 300 - 32);
        }
        QCOMPARE(result.edges[0].points.back(), (Point{first.x, 300 - 32}));
    }

    void whereThereIsNoRoomTagsShareAPlace()
    {
        const LayoutRequest request = boxes(2, {{0, 1}, {0, 1}, {0, 1}});
        LayoutResult result;
        result.nodes = {{{0, 0}, 120, 64}, {{0, 300}, 120, 64}};
        result.edges.resize(3);
        placeStubs(request, {true, true, true}, result);
        QCOMPARE(result.edges[0].points.front(), result.edges[2].points.front());
    }

    void svgHasTheTagWithTheFullNameAsItsTitle()
    {
        Drawing drawing;
        drawing.graph.nodes.resize(2);
        drawing.graph.nodes[0].title = "attention_mask_of_all_layers"; // a variable: it has no more
        drawing.graph.edges.resize(1);
        drawing.graph.edges[0].to = 1;
        drawing.boxes.resize(2);
        drawing.layout.nodes = {{{60, 32}, 120, 64}, {{60, 300}, 120, 64}};
        drawing.layout.edges.resize(1);
        placeStubs(boxes(2, {{0, 1}}), {true}, drawing.layout);
        const std::string svg = writeSvg(drawing, TableTextMeasure());
        QVERIFY(svg.find("<title>attention_mask_of_all_layers</title><rect") != std::string::npos);
        QVERIFY(svg.find("attention_mask_of_all_layers</text>") == std::string::npos);
    }

    void theTagNamesTheSource()
    {
        DrawnGraph graph;
        graph.nodes.resize(2);
        graph.nodes[0].title = "softmax";
        DrawnEdge edge;
        const TableTextMeasure measure;
        QCOMPARE(stubText(graph, edge, measure), std::string("softmax"));
        graph.nodes[0].name = "attention_mask_of_all_layers";
        const std::string text = stubText(graph, edge, measure);
        QVERIFY(text.find("…") != std::string::npos);
        QVERIFY(measure.width(text, TextStyle::Label) <= stub::widestTag - 2 * stub::padding);
    }
};

NERVURE_TEST(TstStubs)
#include "tst_stubs.moc"
