// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/stubs.h"
#include "core/layout/engine/place_stubs.h"

#include "core/layout/export/svg_writer.h"
#include "tests/core/layout/layouts.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// From one box, split1, stubs to each of `count` others.
Drawing longLines(std::uint32_t count)
{
    Drawing drawing;
    drawing.graph.nodes.resize(1 + count);
    drawing.boxes.resize(1 + count);
    drawing.graph.nodes[0].name = "split1";
    drawing.layout.nodes.push_back({{60, 32}, 120, 64});
    LayoutRequest request = boxes(1 + count, {});
    for (std::uint32_t i = 1; i <= count; ++i) {
        drawing.graph.nodes[i].name = "reader" + std::to_string(i);
        drawing.layout.nodes.push_back({{60, 300.0 * i}, 120, 64});
        request.edges.push_back({0, i});
        drawing.graph.edges.emplace_back();
        drawing.graph.edges.back().to = i;
    }
    drawing.layout.edges.resize(count);
    placeStubs(request, StubbedEdges(count, true), drawing.layout);
    return drawing;
}

} // namespace

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

    void aStubHasATagAtEitherEnd()
    {
        Drawing drawing = longLines(1);
        drawing.graph.edges[0].value.index = 17;
        const std::vector<StubTag> tags = stubTags(drawing, TableTextMeasure());
        QCOMPARE(tags.size(), std::size_t(2));
        const StubTag &above = tags[0].isAtSource ? tags[1] : tags[0];
        const StubTag &below = tags[0].isAtSource ? tags[0] : tags[1];
        QCOMPARE(above.text, std::string("split1:17"));
        QCOMPARE(above.farEnds, std::vector<std::uint32_t>{0});
        QCOMPARE(above.at, drawing.layout.edges[0].points.front());
        QCOMPARE(below.text, std::string("→ reader1"));
        QCOMPARE(below.farEnds, std::vector<std::uint32_t>{1});
        QCOMPARE(below.foot, (Point{below.at.x, drawing.layout.nodes[0].bottom()}));
        QVERIFY(below.at.y - stub::tagHeight / 2 > below.foot.y);
    }

    void oneTagAtTheSourceStandsForAllItsStubs()
    {
        const std::vector<StubTag> tags = stubTags(longLines(31), TableTextMeasure());
        QCOMPARE(tags.size(), std::size_t(32));
        const auto below = std::find_if(tags.begin(), tags.end(),
                                        [](const StubTag &tag) { return tag.isAtSource; });
        QCOMPARE(below->text, std::string("→ ×31"));
        QCOMPARE(below->edges.size(), std::size_t(31));
        QCOMPARE(below->farEnds.back(), 31U);
    }

    void stubsWithoutRoomShareOneTag()
    {
        Drawing drawing = longLines(1);
        for (int i = 0; i < 3; ++i) {
            drawing.graph.edges.push_back(drawing.graph.edges[0]);
            drawing.graph.nodes.push_back(drawing.graph.nodes[0]);
            drawing.graph.edges.back().from = static_cast<std::uint32_t>(i + 2);
            drawing.layout.nodes.push_back(drawing.layout.nodes[0]);
            drawing.layout.edges.push_back(drawing.layout.edges[0]);
        }
        const std::vector<StubTag> tags = stubTags(drawing, TableTextMeasure());
        QCOMPARE(tags.front().text, std::string("×4"));
        QCOMPARE(tags.front().farEnds, (std::vector<std::uint32_t>{0, 2, 3, 4}));
    }

    void toTheRightTheTagStandsCloseBelow()
    {
        Drawing drawing = longLines(2);
        drawing.direction = LayoutDirection::Right;
        const auto tags = stubTags(drawing, TableTextMeasure());
        const auto below = std::find_if(tags.begin(), tags.end(),
                                        [](const StubTag &tag) { return tag.isAtSource; });
        const PlacedNode &box = drawing.layout.nodes[0];
        QCOMPARE(below->foot, (Point{below->at.x, box.bottom()}));
        QVERIFY(below->at.x < box.right());
        QVERIFY(below->at.y - stub::tagHeight / 2 > box.bottom());
        QVERIFY(below->at.y + stub::tagHeight / 2 < box.bottom() + LayoutRequest().nodeGap);
    }

    void svgHasTheTagsWithTheFullNamesAsTheirTitles()
    {
        Drawing drawing = longLines(2);
        drawing.graph.nodes[0].title = "attention_mask_of_all_layers"; // a variable: it has no more
        drawing.graph.nodes[0].name.clear();
        const std::string svg = writeSvg(drawing, TableTextMeasure());
        QVERIFY(svg.find("<title>attention_mask_of_all_layers</title><rect") != std::string::npos);
        QVERIFY(svg.find("attention_mask_of_all_layers</text>") == std::string::npos);
        QVERIFY(svg.find("<title>reader1\nreader2</title><path") != std::string::npos);
    }

    void aTagIsCutToFit()
    {
        Drawing drawing = longLines(1);
        drawing.graph.nodes[0].name = "attention_mask_of_all_layers";
        const TableTextMeasure measure;
        for (const StubTag &tag : stubTags(drawing, measure)) {
            QVERIFY(tag.isAtSource || tag.text.find("…") != std::string::npos);
            QVERIFY(measure.width(tag.text, TextStyle::Label)
                    <= stub::widestTag - 2 * stub::padding);
        }
    }
};

NERVURE_TEST(TstStubs)
#include "tst_stubs.moc"
