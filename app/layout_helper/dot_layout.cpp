// SPDX-License-Identifier: Apache-2.0
#include "app/layout_helper/dot_layout.h"

#include "core/support/text.h"

#include <graphviz/gvc.h>

#include <string>
#include <vector>

namespace nervure {

namespace {

constexpr double pointsPerInch = 72;

struct CloseGraph {
    void operator()(Agraph_t *graph) const { agclose(graph); }
};
using GraphPtr = std::unique_ptr<Agraph_t, CloseGraph>;

/// The library takes texts as char * but does not change them.
char *text(const std::string &value)
{
    return const_cast<char *>(value.c_str());
}
char *text(const char *value)
{
    return const_cast<char *>(value);
}

std::string inches(double pixels)
{
    return formatNumber(pixels / pointsPerInch);
}

/// The request as a graph of the library, index by index.
struct DotGraph {
    GraphPtr graph;
    std::vector<Agnode_t *> nodes;
    std::vector<Agedge_t *> edges;
};

DotGraph makeGraph(const LayoutRequest &request)
{
    DotGraph dot;
    dot.graph.reset(agopen(text("g"), Agdirected, nullptr));
    Agraph_t *graph = dot.graph.get();
    agattr(graph, AGRAPH, text("nodesep"), text(inches(request.nodeGap)));
    agattr(graph, AGRAPH, text("ranksep"), text(inches(request.rankGap)));
    agattr(graph, AGRAPH, text("newrank"), text("true"));
    agattr(graph, AGRAPH, text("splines"), text("spline"));
    agattr(graph, AGNODE, text("shape"), text("box"));
    agattr(graph, AGNODE, text("fixedsize"), text("true"));
    agattr(graph, AGNODE, text("label"), text(""));
    Agsym_t *width = agattr(graph, AGNODE, text("width"), text("1"));
    Agsym_t *height = agattr(graph, AGNODE, text("height"), text("1"));
    agattr(graph, AGEDGE, text("arrowhead"), text("none"));
    Agsym_t *style = agattr(graph, AGEDGE, text("style"), text("solid"));
    Agsym_t *weight = agattr(graph, AGEDGE, text("weight"), text("1"));
    Agsym_t *ordering = agattr(graph, AGNODE, text("ordering"), text(""));
    for (std::size_t i = 0; i < request.nodes.size(); ++i) {
        Agnode_t *node = agnode(graph, text(std::to_string(i)), 1);
        agxset(node, width, text(inches(request.nodes[i].width)));
        agxset(node, height, text(inches(request.nodes[i].height)));
        dot.nodes.push_back(node);
    }
    for (const LayoutEdge &line : request.edges) {
        Agedge_t *edge = agedge(graph, dot.nodes[line.from], dot.nodes[line.to], nullptr, 1);
        if (line.isHidden) {
            agxset(edge, style, text("invis"));
        }
        if (line.isStraight || line.isHidden) {
            agxset(edge, weight, text(line.isStraight ? "100" : "0"));
        }
        if (line.isInOrder) {
            agxset(dot.nodes[line.to], ordering, text("in"));
        }
        dot.edges.push_back(edge);
    }
    return dot;
}

/// Keeps `count` boxes from `first` on in one rank.
void keepInRow(const DotGraph &dot, const char *name, std::size_t first, std::size_t count)
{
    if (count < 2) {
        return;
    }
    Agraph_t *row = agsubg(dot.graph.get(), text(name), 1);
    agattr(dot.graph.get(), AGRAPH, text("rank"), text(""));
    agset(row, text("rank"), text("same"));
    for (std::size_t i = 0; i < count; ++i) {
        agsubnode(row, dot.nodes[first + i], 1);
    }
}

LayoutResult readPositions(const LayoutRequest &request, const DotGraph &dot)
{
    // The library's y axis points up.
    const double top = GD_bb(dot.graph.get()).UR.y;
    LayoutResult result;
    for (std::size_t i = 0; i < dot.nodes.size(); ++i) {
        const pointf at = ND_coord(dot.nodes[i]);
        result.nodes.push_back(
            {{at.x, top - at.y}, request.nodes[i].width, request.nodes[i].height});
    }
    for (std::size_t i = 0; i < dot.edges.size(); ++i) {
        PlacedEdge line;
        const splines *route = ED_spl(dot.edges[i]);
        if (!request.edges[i].isHidden && route && route->size > 0) {
            const bezier &curve = route->list[0];
            for (std::size_t k = 0; k < static_cast<std::size_t>(curve.size); ++k) {
                line.points.push_back({curve.list[k].x, top - curve.list[k].y});
            }
        }
        result.edges.push_back(std::move(line));
    }
    return result;
}

} // namespace

struct DotLayout::Context {
    GVC_t *gvc = gvContext();

    Context() { agseterr(AGERR); }
    Context(const Context &) = delete;
    Context &operator=(const Context &) = delete;
    ~Context() { gvFreeContext(gvc); }
};

DotLayout::DotLayout() : m_context(std::make_unique<Context>()) {}
DotLayout::~DotLayout() = default;

Result<LayoutResult> DotLayout::run(const LayoutRequest &request)
{
    if (request.nodes.empty()) {
        return LayoutResult{};
    }
    const DotGraph dot = makeGraph(request);
    keepInRow(dot, "top", 0, request.topRow);
    keepInRow(dot, "bottom", request.nodes.size() - request.bottomRow, request.bottomRow);
    if (gvLayout(m_context->gvc, dot.graph.get(), "dot") != 0) {
        return makeError("layout-dot", "Graphviz could not lay out the graph");
    }
    LayoutResult result = readPositions(request, dot);
    gvFreeLayout(m_context->gvc, dot.graph.get());
    return result;
}

} // namespace nervure
