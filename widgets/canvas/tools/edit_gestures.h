// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <QObject>
#include <QPoint>
#include <QPointF>

#include <optional>
#include <vector>

class QDragMoveEvent;
class QDropEvent;
class QMouseEvent;

namespace nervure {

class GestureOverlay;
class CanvasSurface;

/// A line of the picture as the graph has it.
struct CanvasEdge {
    Entry value;
    NodeId reader;         ///< invalid: it leads to an output of the graph
    std::size_t input = 0; ///< or the number of that output
    bool isControl = false;
};

/// What stands at a place of the canvas: a node, else a line, else nothing.
struct CanvasPoint {
    NodeId node; ///< also where a subgraph that it holds is unfolded
    /// The number of an output of the graph, on its pill; `edge` is the line to it then.
    std::optional<std::uint32_t> output = {};
    std::optional<CanvasEdge> edge;
    QPoint global;         ///< of the screen, for menus
    bool isInside = false; ///< in an unfolded subgraph: nothing can be pulled out or dropped there
    /// All lines of a bundle that stands there; `edge` is then the selected one of them, if any is.
    std::vector<CanvasEdge> bundle = {};

    [[nodiscard]] bool isEmpty() const { return !node.isValid() && !edge && bundle.empty(); }
};

/// Where the end of a line was let go.
struct EdgeDrop {
    enum class End { New, Source, Target };

    End end = End::New;             ///< a new line from a value, or an end of a line that is there
    Entry value;                    ///< what the line carries
    std::optional<CanvasEdge> edge; ///< the line whose end was moved; nothing for a new one
    CanvasPoint place;
};

/// Editing with the mouse on a CanvasSurface: pulling lines out of nodes, moving the ends of lines,
/// dropping operators, asking for a menu. It watches the view from outside, draws what is in hand
/// above it, and tells what is wanted; it changes nothing itself.
class EditGestures : public QObject {
    Q_OBJECT

public:
    /// The view owns this.
    explicit EditGestures(CanvasSurface &view);

    /// Off: nothing can be pulled or dropped (a pass's copy is shown).
    void setEnabled(bool isEnabled);
    [[nodiscard]] bool isDragging() const { return m_drag.has_value(); }
    [[nodiscard]] CanvasPoint placeAt(QPoint inViewport) const;
    /// In viewport coordinates: where a new line is pulled out of a node; where the ends of a line
    /// are held. Nothing while the node or line is not drawn, or too small to aim at.
    [[nodiscard]] std::optional<QPointF> outputHandle(NodeId node) const;
    [[nodiscard]] std::optional<QPointF> endHandle(const CanvasEdge &edge, EdgeDrop::End end) const;

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void edgeDropped(const nervure::EdgeDrop &drop);
    void operatorDropped(const QString &op, const nervure::CanvasPoint &place);
    /// By the right button or the menu key; for the key the place is the selection's.
    void menuRequested(const nervure::CanvasPoint &place);
    /// A double click beside everything: something may be added here.
    void additionRequested(const nervure::CanvasPoint &place);

private:
    struct Drag {
        EdgeDrop::End end = EdgeDrop::End::New;
        Entry value;
        std::optional<CanvasEdge> edge;
        QPointF start;
        QPoint press;
        bool isMoving = false;
    };

    [[nodiscard]] static NodeId targetOf(const CanvasPoint &place);
    [[nodiscard]] std::optional<Drag> grabAt(QPoint at) const;
    [[nodiscard]] std::optional<std::uint32_t> edgeIndex(const CanvasEdge &edge) const;
    bool press(const QMouseEvent &event);
    bool move(const QMouseEvent &event);
    bool release(const QMouseEvent &event);
    bool dragOver(QDragMoveEvent &event);
    bool drop(QDropEvent &event);
    void showHandles(QPoint at);
    void cancel();

    CanvasSurface &m_view;
    const QObject *m_viewport; ///< to compare with: a view that goes sends events, too
    GestureOverlay *m_overlay;
    std::optional<Drag> m_drag;
    NodeId m_handleNode; ///< whose handle is shown: it stays while the pointer goes to it
    std::optional<CanvasEdge> m_handleEdge;
    bool m_isEnabled = true;
    bool m_letsThrough = false; ///< the view gets the click that turned out to be no drag
};

} // namespace nervure
