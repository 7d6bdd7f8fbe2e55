// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"
#include "core/layout/diagram/legend.h"
#include "widgets/canvas/overlays/overlay.h"

#include <vector>

namespace nervure {

class CanvasSurface;
struct CanvasMarks;
struct DrawnGraph;

/// Says what the colors mean: the categories that occur, the kinds that were asked for, or the scale
/// of amounts; and why there is nothing to color by. On a small canvas it is a button that opens it.
class Legend : public Overlay {
    Q_OBJECT

public:
    Legend(CanvasSurface &view, QWidget *parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize sizeOn(QSize canvas) override;
    [[nodiscard]] QSize foldedSize() const override;

    /// What the legend of a picture with these marks says.
    [[nodiscard]] static PictureLegend contentOf(const DrawnGraph &graph, const CanvasMarks &marks,
                                                 const Palette &palette);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    /// What operators occur.
    struct Kinds {
        explicit Kinds(const DrawnGraph &graph);
        Kinds() = default;

        std::vector<OpCategory> categories;
        bool hasUnknown = false;
        bool hasUnreached = false;
    };

    void takeScene();
    void takeMarks();
    void addMarks();
    [[nodiscard]] bool isFolded() const { return size() == foldedSize(); }
    void setOpen(bool isOpen);
    void paintFolded(QPainter &painter) const;
    [[nodiscard]] QString spokenText() const;
    [[nodiscard]] static QString categoryText(OpCategory category);
    [[nodiscard]] static QString changeText(ChangeMark change);
    [[nodiscard]] static PictureLegend contentOf(const Kinds &kinds, const CanvasMarks &marks,
                                                 const Palette &palette);
    static void addClasses(const CanvasMarks &marks, const Palette &palette,
                           PictureLegend &content);
    static void addCategories(const Kinds &kinds, bool isDark, PictureLegend &content);

    CanvasSurface &m_view;
    Kinds m_kinds;
    PictureLegend m_content;
    bool m_isOpen = false; ///< shown whole where it would be folded, while the pointer is on it
};

} // namespace nervure
