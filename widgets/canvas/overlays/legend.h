// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"
#include "core/layout/diagram/legend.h"

#include <QWidget>

#include <vector>

namespace nervure {

class CanvasSurface;
struct CanvasMarks;
struct DrawnGraph;

/// Says what the colors mean: the categories that occur, the kinds that were asked for, or the scale
/// of amounts; and why there is nothing to color by.
class Legend : public QWidget {
    Q_OBJECT

public:
    Legend(CanvasSurface &view, QWidget *parent);

    [[nodiscard]] QSize sizeHint() const override;

    /// What the legend of a picture with these marks says.
    [[nodiscard]] static PictureLegend contentOf(const DrawnGraph &graph, const CanvasMarks &marks,
                                                 const Palette &palette);

Q_SIGNALS:
    void resized();

protected:
    void paintEvent(QPaintEvent *event) override;

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
};

} // namespace nervure
