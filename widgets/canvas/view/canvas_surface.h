// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/painting/frame_cache.h"
#include "widgets/canvas/painting/scene_painter.h"
#include "widgets/canvas/scene/canvas_marks.h"
#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/canvas/scene/view_transform.h"
#include "widgets/canvas/view/picked_nodes.h"
#include "widgets/canvas/view/picture_fade.h"
#include "widgets/canvas/view/picture_morph.h"
#include "widgets/canvas/view/spoken_text.h"

#include <QAbstractScrollArea>
#include <QStringList>
#include <QVariantAnimation>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace nervure {

/// A drawing on the screen: which part of it is seen, what is selected and lit, and how one drawing
/// becomes the next. Paints only what is seen. It listens to no mouse and no key: that is what tools
/// do, and overlays float on it. Knows nothing of documents; ids are the graph's, boxes and edges
/// are indices of the scene.
class CanvasSurface : public QAbstractScrollArea {
    Q_OBJECT

public:
    /// What stands in the next drawing for a node of the present one; invalid: nothing.
    using Heirs = std::function<NodeId(NodeId)>;
    /// Shows a drawing (null: nothing). Of an earlier one the selected node, or its heir,
    /// keeps its place on the screen; where none is, most of those that are seen do. The selection keeps what is still there.
    void setScene(std::shared_ptr<const CanvasScene> scene, const Heirs &heirs = {});
    /// What is seen now, for morphFrom().
    [[nodiscard]] SeenPicture seen() const
    {
        return {m_scene, m_marks, m_highlights, m_transform, currentBox()};
    }
    /// Shows in a moment how that picture became the one that is shown; any key, click or move ends it.
    void morphFrom(const SeenPicture &before, const PictureWays &ways);
    [[nodiscard]] PictureMorph &morph() { return m_morph; }
    /// Makes the scene here, which takes a while for large drawings.
    void setDrawing(std::shared_ptr<const Drawing> drawing);
    /// The next drawing is a different model: it is shown from its start.
    void forgetPlace() { m_keepsPlace = false; }
    /// Null while nothing is shown.
    [[nodiscard]] const CanvasScene *scene() const { return m_scene.get(); }

    /// How to learn what nodes are called that are folded into a card.
    void setNames(NodeNames names) { m_names = std::move(names); }
    [[nodiscard]] const NodeNames &names() const { return m_names; }

    void setMarks(CanvasMarks marks);
    [[nodiscard]] const CanvasMarks &marks() const { return m_marks; }
    /// Puts a ring around these.
    void setFound(std::vector<NodeId> nodes)
    {
        m_picked.setFound(std::move(nodes));
        followPicked();
        Q_EMIT foundChanged();
    }
    [[nodiscard]] const std::vector<NodeId> &foundNodes() const { return m_picked.found(); }
    /// Says what is wrong with a box, in sentences; asked for when somebody points at it.
    using FindingWords = std::function<QStringList(std::uint32_t box)>;
    void setFindingWords(FindingWords words) { m_findingWords = std::move(words); }
    [[nodiscard]] QStringList findingWords(std::uint32_t box) const
    {
        return m_findingWords ? m_findingWords(box) : QStringList();
    }
    /// Puts flags with these few letters on nodes.
    void setFlags(PickedNodes::Flags flags)
    {
        m_picked.setFlags(std::move(flags));
        followPicked();
    }
    /// What is picked out of the picture now.
    [[nodiscard]] const CanvasHighlights &highlights() const { return m_highlights; }

    [[nodiscard]] const std::vector<NodeId> &selectedNodes() const { return m_selection; }
    /// Does not emit `selectionChanged`.
    void setSelectedNodes(std::vector<NodeId> nodes);
    /// The line whose value is selected: of a bundle one of those that it stands for; else null.
    [[nodiscard]] const DrawnEdge *selectedLine() const;
    /// The value whose line is selected.
    [[nodiscard]] std::optional<Entry> selectedValue() const;
    /// The line of the selected value.
    [[nodiscard]] std::optional<std::uint32_t> selectedEdge() const { return m_selectedEdge; }
    /// Beside the nodes that are selected; emits nothing.
    void setSelectedEdge(std::optional<std::uint32_t> edge)
    {
        m_selectedEdge = edge;
        m_selectedNumber = 0;
        refreshHighlights();
    }
    /// By the user: `box` is where the last of the nodes was pointed at, `edge` a line beside them,
    /// `line` which of those it stands for.
    void select(std::vector<NodeId> nodes, std::optional<std::uint32_t> box = std::nullopt,
                std::optional<std::uint32_t> edge = std::nullopt, std::size_t line = 0);
    /// The same with a box that was clicked or walked to: its node, beside `nodes`; of an output the
    /// line to it, that is, its value.
    void selectBox(std::uint32_t box, std::vector<NodeId> nodes = {});
    /// Which of the lines that selectedEdge() stands for is selected.
    [[nodiscard]] std::size_t selectedNumber() const { return m_selectedNumber; }
    /// The box that keys act on: of the selected node, or within a subgraph that it holds, where that
    /// was clicked or walked to; of an output, where the line to it is selected.
    [[nodiscard]] std::optional<std::uint32_t> currentBox() const;
    /// The node of a body that currentBox() shows; nothing where it is one of the graph itself, or a card.
    [[nodiscard]] std::optional<InnerNode> selectedInner() const;
    /// The innermost group around currentBox() (DrawnGraph::groups), or -1.
    [[nodiscard]] int selectedGroup() const;
    /// What a double click or Enter does to the box.
    void activate(std::uint32_t box);
    /// Asks for the group (DrawnGraph::groups) to be folded or unfolded; -1: for nothing.
    void toggleGroup(int group);

    /// Lights what the pointer is on: a box, a line or a tag. Whether it is something else than before.
    bool setHovered(std::optional<std::uint32_t> node, std::optional<std::uint32_t> edge,
                    std::optional<std::uint32_t> tag = std::nullopt);
    [[nodiscard]] std::optional<std::uint32_t> hoveredEdge() const { return m_hoveredEdge; }

    /// Brings a node (or the card it is folded into) to the middle, at a scale its text can be read.
    void centerOn(NodeId node);
    void centerOnBox(std::uint32_t box);
    /// Selects the box and brings it to the middle.
    void jumpTo(std::uint32_t box);
    /// Moves no more than it takes.
    void bringIntoSight(std::uint32_t box);
    /// Shows all of the picture. Of one so long that all of it would be a thread, as much as is seen at
    /// its width; all of it when asked again.
    void fit();
    void zoomIn() { setZoom(zoom() * 1.1, middle()); }
    void zoomOut() { setZoom(zoom() * 0.9, middle()); }
    void actualSize() { setZoom(1, middle()); }
    [[nodiscard]] double zoom() const { return m_transform.scale(); }
    /// The point under `anchor` (viewport coordinates) stays where it is.
    void setZoom(double scale, QPointF anchor);
    /// Jumps take no time (reduced motion, tests).
    void setAnimated(bool isAnimated) { m_isAnimated = isAnimated; }
    [[nodiscard]] bool isAnimated() const { return m_isAnimated; }

    [[nodiscard]] const ViewTransform &transform() const { return m_transform; }
    void setTransform(const ViewTransform &transform);
    /// The part of the picture that is seen.
    [[nodiscard]] QRectF visibleArea() const;
    /// A node's place in viewport coordinates; empty when it is not drawn.
    [[nodiscard]] QRectF nodeRectInView(NodeId node) const;

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
    void foundChanged();

protected:
    /// What is free around a picture that fits, in pixels.
    static constexpr double viewMargin = 24;

    explicit CanvasSurface(QWidget *parent);

    /// Goes there, in a moment that shows the way.
    void moveTo(const ViewTransform &target);

    /// What shows all of the drawing, of which there is one.
    [[nodiscard]] virtual ViewTransform fitted() const = 0;

    /// What stays free above a picture that is shown from its start.
    [[nodiscard]] virtual double topMargin() const { return viewMargin; }

    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    [[nodiscard]] QPointF middle() const { return QRectF(viewport()->rect()).center(); }
    void showFromStart();
    [[nodiscard]] bool isStill() const;
    void refreshHighlights();
    void followPicked()
    {
        m_picked.follow(m_scene ? &m_scene->graph() : nullptr);
        refreshHighlights();
    }
    /// The picture has changed, not only its place.
    void repaintAll();
    void paintPart(QPainter &painter, const QRect &rect) const;

    std::shared_ptr<const CanvasScene> m_scene;
    NodeNames m_names;
    CanvasMarks m_marks;
    CanvasHighlights m_highlights;
    ViewTransform m_transform;
    FrameCache m_frame;
    PickedNodes m_picked;
    FindingWords m_findingWords;
    std::vector<NodeId> m_selection;
    std::optional<std::uint32_t> m_insideBox; ///< currentBox() in a subgraph of the selected node
    std::optional<std::uint32_t> m_selectedEdge;
    std::size_t m_selectedNumber = 0;
    std::optional<std::uint32_t> m_hoveredEdge;
    std::optional<std::uint32_t> m_hoveredTag;
    bool m_isAnimated = true;
    bool m_keepsPlace = false;
    QVariantAnimation m_motion;
    PictureFade m_fade;
    PictureMorph m_morph;
};

} // namespace nervure
