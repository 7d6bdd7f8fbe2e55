// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/painting/frame_cache.h"
#include "widgets/canvas/painting/scene_painter.h"
#include "widgets/canvas/scene/canvas_marks.h"
#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/canvas/scene/view_transform.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QPoint>

#include <memory>
#include <optional>
#include <vector>

class QGestureEvent;
class QHelpEvent;
class QVariantAnimation;

namespace nervure {

class Breadcrumb;
class BusyOverlay;
class Legend;
class Minimap;
class ZoomControl;

/// The canvas: shows a drawing and lets people move in it and pick nodes and values. Knows nothing
/// of documents; ids are the graph's. Paints only what is seen.
class GraphView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit GraphView(QWidget *parent = nullptr);
    ~GraphView() override;

    /// Shows a drawing (null: nothing). Of an earlier one the selected node, else the one nearest
    /// to the middle, keeps its place on the screen; the selection keeps what is still there.
    void setScene(std::shared_ptr<const CanvasScene> scene);
    /// Makes the scene here, which takes a while for large drawings.
    void setDrawing(std::shared_ptr<const Drawing> drawing);
    /// The next drawing is a different model: it is shown from its start.
    void forgetPlace() { m_keepsPlace = false; }
    /// Null while nothing is shown.
    [[nodiscard]] const CanvasScene *scene() const { return m_scene.get(); }

    void setMarks(CanvasMarks marks);
    [[nodiscard]] const CanvasMarks &marks() const { return m_marks; }

    [[nodiscard]] const std::vector<NodeId> &selectedNodes() const { return m_selection; }
    /// Does not emit `selectionChanged`.
    void setSelectedNodes(std::vector<NodeId> nodes);
    /// The value whose line is selected.
    [[nodiscard]] std::optional<Entry> selectedValue() const;

    /// The box that keys act on: of the selected node, or within a subgraph that it holds, where that
    /// was clicked or walked to.
    [[nodiscard]] std::optional<std::uint32_t> currentBox() const;
    /// Brings a node (or the card it is folded into) to the middle, at a scale its text can be read.
    void centreOn(NodeId node);
    void fit();
    void zoomIn();
    void zoomOut();
    void actualSize();
    [[nodiscard]] double zoom() const { return m_transform.scale(); }
    /// The point under `anchor` (viewport coordinates) stays where it is.
    void setZoom(double scale, QPointF anchor);

    /// Whether the plain wheel zooms and Ctrl or Shift with the wheel scrolls; else reversed.
    [[nodiscard]] bool wheelZooms() const { return m_wheelZooms; }
    void setWheelZooms(bool zooms);
    /// Jumps take no time (reduced motion, tests).
    void setAnimated(bool isAnimated) { m_isAnimated = isAnimated; }

    /// Covers the canvas with "text", progress (negative: unknown) and Cancel; empty text: not.
    void setBusy(const QString &text, double fraction = -1);

    [[nodiscard]] const ViewTransform &transform() const { return m_transform; }
    void setTransform(const ViewTransform &transform);
    /// The part of the picture that is seen.
    [[nodiscard]] QRectF visibleArea() const;
    /// A node's place in viewport coordinates; empty when it is not drawn.
    [[nodiscard]] QRectF nodeRectInView(NodeId node) const;
    /// The innermost group around currentBox() (DrawnGraph::groups), or -1.
    [[nodiscard]] int selectedGroup() const;
    /// What is said of a node: "conv2d conv0, 1×64×112×112".
    [[nodiscard]] QString spokenName(std::uint32_t node) const;
    /// The line of the selected value.
    [[nodiscard]] std::optional<std::uint32_t> selectedEdge() const { return m_selectedEdge; }

Q_SIGNALS:
    /// By the user, here.
    void selectionChanged();
    /// Double click or Enter on a node.
    void nodeActivated(nervure::NodeId node);
    /// The same on a node of a subgraph.
    void subgraphActivated(const std::shared_ptr<const nervure::Graph> &subgraph);
    /// The group of that key is to be folded if it is open, else unfolded.
    void groupToggled(const QString &key);
    /// Another selection is shown, whoever chose it.
    void selectionShown();
    void transformChanged();
    void drawingChanged();
    void marksChanged();
    void wheelZoomsChanged(bool zooms);
    void cancelRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    enum class Direction { Up, Down, Left, Right };

    void showFromStart();
    [[nodiscard]] ViewTransform fitted() const;
    [[nodiscard]] bool isCovered(const ViewTransform &target) const;
    void activate(std::uint32_t node);
    void toggleGroup(int group);
    bool toggleSubgraphs(std::uint32_t holder, bool unfolds);
    bool groupKey(const QKeyEvent &event);
    [[nodiscard]] bool isStill() const;
    void fadeFrom(const QImage &before);
    void paintFade(QPainter &painter) const;
    /// Where a line goes to, on a click at one of its ends.
    bool jumpAlong(std::uint32_t edge, QPointF at, bool anywhere);
    void jumpTo(std::uint32_t node);
    std::optional<std::uint32_t> anchorNode() const;
    void placeOverlays();
    void moveTo(const ViewTransform &target);
    void refreshHighlights();
    /// The picture has changed, not only its place.
    void repaintAll();
    void paintPart(QPainter &painter, const QRect &rect) const;
    void click(QPoint at, Qt::KeyboardModifiers modifiers);
    void hover(QPoint at);
    void clearHover();
    bool zoomKey(const QKeyEvent &event);
    bool walkKey(const QKeyEvent &event);
    bool valueKey(const QKeyEvent &event);
    void walkValues(int step);
    void walk(Direction direction, bool extends);
    std::optional<std::uint32_t> neighbour(std::uint32_t node, Direction direction) const;
    std::optional<std::uint32_t> beside(std::uint32_t node, bool right) const;
    void bringIntoSight(std::uint32_t node);
    void centreOnBox(std::uint32_t box);
    void changeSelection(std::vector<NodeId> nodes,
                         std::optional<std::uint32_t> box = std::nullopt);
    void showToolTip(const QHelpEvent &event);
    bool pinch(const QGestureEvent &event);

    std::shared_ptr<const CanvasScene> m_scene;
    CanvasMarks m_marks;
    CanvasHighlights m_highlights;
    ViewTransform m_transform;
    FrameCache m_frame;
    std::vector<NodeId> m_selection;
    std::optional<std::uint32_t> m_insideBox; ///< currentBox() in a subgraph of the selected node
    std::optional<std::uint32_t> m_selectedEdge;
    std::optional<std::uint32_t> m_hoveredEdge;
    std::optional<std::uint32_t> m_valuesOf; ///< the box whose values the keyboard walks
    std::optional<QPoint> m_press;           ///< where a button went down
    QPoint m_lastPan;
    bool m_isPanning = false;
    bool m_wheelZooms = false;
    bool m_isAnimated = true;
    bool m_keepsPlace = false;
    QVariantAnimation *m_motion;
    QVariantAnimation *m_fade;
    QImage m_before; ///< the frame that fades out
    Breadcrumb *m_breadcrumb;
    Minimap *m_minimap;
    ZoomControl *m_zoomControl;
    Legend *m_legend;
    BusyOverlay *m_busy;
};

} // namespace nervure
