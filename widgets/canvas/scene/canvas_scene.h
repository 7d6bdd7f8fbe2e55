// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/stubs.h"
#include "widgets/canvas/scene/spatial_grid.h"

#include <QPainterPath>
#include <QRectF>
#include <QString>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace nervure {

/// The texts of a node as Qt paints them.
struct NodeTexts {
    QString title;
    QString name;
    QString detail;
};

/// The frame around an open group.
struct GroupFrame {
    std::uint32_t group = 0; ///< DrawnGraph::groups
    QRectF rect;
    QRectF label; ///< where its name stands; a click there folds it
    QString text;
};

/// A tag at the end of stubs as Qt paints it.
struct SceneTag {
    StubTag tag;
    QRectF rect;
    QString text;
};

/// A drawing made ready for a view: where things are, found by place and by neighborhood. Made
/// once per layout, linear in the drawing; nothing in it changes afterwards.
class CanvasScene {
public:
    explicit CanvasScene(std::shared_ptr<const Drawing> drawing);

    [[nodiscard]] const Drawing &drawing() const { return *m_drawing; }
    [[nodiscard]] const std::shared_ptr<const Drawing> &shared() const { return m_drawing; }
    [[nodiscard]] const DrawnGraph &graph() const { return m_drawing->graph; }
    [[nodiscard]] std::uint32_t nodeCount() const
    {
        return static_cast<std::uint32_t>(m_drawing->graph.nodes.size());
    }
    [[nodiscard]] QRectF bounds() const { return m_bounds; }
    /// Whether it is several times longer than wide, or wider than long, as a chain of nodes.
    [[nodiscard]] bool isSlender() const;

    [[nodiscard]] QRectF nodeRect(std::uint32_t node) const;
    [[nodiscard]] NodeTexts texts(std::uint32_t node) const;
    [[nodiscard]] const QRectF &edgeRect(std::uint32_t edge) const { return m_edgeRects[edge]; }
    [[nodiscard]] QPainterPath edgePath(std::uint32_t edge) const;
    /// Whether the line is left out but for its ends, see tags().
    [[nodiscard]] bool isStub(std::uint32_t edge) const
    {
        return m_drawing->layout.edges[edge].isStub;
    }
    /// What the value's pill says.
    [[nodiscard]] QString edgeLabel(std::uint32_t edge) const;
    /// Of the pill; empty when it is not shown.
    [[nodiscard]] QRectF labelRect(std::uint32_t edge) const;
    /// At the ends of stubs.
    [[nodiscard]] const std::vector<SceneTag> &tags() const { return m_tags; }

    /// What touches the area, in the order of the drawing.
    [[nodiscard]] std::vector<std::uint32_t> nodesIn(const QRectF &area) const;
    [[nodiscard]] std::vector<std::uint32_t> edgesIn(const QRectF &area) const;
    [[nodiscard]] std::vector<std::uint32_t> tagsIn(const QRectF &area) const;
    /// Calls `visit(index)` for what may touch the area, in no order: for many at once.
    template <typename Visit>
    void visitNodes(const QRectF &area, const Visit &visit) const
    {
        m_nodeGrid.query(area, visit);
    }
    template <typename Visit>
    void visitEdges(const QRectF &area, const Visit &visit) const
    {
        m_edgeGrid.query(area, visit);
    }
    [[nodiscard]] std::optional<std::uint32_t> nodeAt(QPointF at) const;
    /// The line nearest to the point, not farther than `reach`.
    [[nodiscard]] std::optional<std::uint32_t> edgeAt(QPointF at, double reach) const;

    [[nodiscard]] std::optional<std::uint32_t> tagAt(QPointF at) const;

    /// Of open groups, outer ones first.
    [[nodiscard]] const std::vector<GroupFrame> &frames() const { return m_frames; }
    /// The open group whose name stands there.
    [[nodiscard]] std::optional<std::uint32_t> groupNameAt(QPointF at) const;
    /// The innermost open subgraph there.
    [[nodiscard]] std::optional<std::uint32_t> subgraphAt(QPointF at) const;

    /// Lines by their ends.
    [[nodiscard]] std::span<const std::uint32_t> inEdges(std::uint32_t node) const
    {
        return m_inEdges.of(node);
    }
    [[nodiscard]] std::span<const std::uint32_t> outEdges(std::uint32_t node) const
    {
        return m_outEdges.of(node);
    }
    /// What a line of the picture stands for: itself, or the lines of a bundle.
    [[nodiscard]] std::span<const DrawnEdge> linesOf(std::uint32_t edge) const
    {
        return graph().linesOf(graph().edges[edge]);
    }
    /// All lines of the values that these lines of one source carry.
    [[nodiscard]] std::vector<std::uint32_t> wayOf(std::span<const DrawnEdge> lines) const;

private:
    /// Lines by one of their ends, all in one list.
    struct EdgesByNode {
        EdgesByNode(const DrawnGraph &graph, std::uint32_t DrawnEdge::*end);
        [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t node) const
        {
            return std::span(edges).subspan(starts[node], starts[node + 1] - starts[node]);
        }

        std::vector<std::uint32_t> starts;
        std::vector<std::uint32_t> edges;
    };

    void makeFrames();
    void makeTags();

    std::shared_ptr<const Drawing> m_drawing;
    QRectF m_bounds;
    std::vector<QRectF> m_edgeRects;
    std::vector<float> m_labelWidths;
    EdgesByNode m_inEdges;
    EdgesByNode m_outEdges;
    std::vector<GroupFrame> m_frames;
    std::vector<SceneTag> m_tags;
    SpatialGrid m_nodeGrid;
    SpatialGrid m_edgeGrid;
    SpatialGrid m_tagGrid;
};

} // namespace nervure
