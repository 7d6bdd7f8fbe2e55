// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/legend.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"
#include "widgets/canvas/painting/scene_painter.h"
#include "widgets/canvas/scene/canvas_marks.h"
#include "widgets/canvas/scene/canvas_scene.h"

#include <QImage>
#include <QString>

namespace nervure {

struct RenderOptions {
    bool isDark = false;
    double scale = 1;
    double margin = 24;
    QString format{};       ///< of a file: "png" or "pdf"; empty: what its name ends in, else png
    PictureLegend legend{}; ///< below the picture; empty: none
};

/// What is painted, in picture pixels: the scene and its legend, with margins.
[[nodiscard]] QRectF pageOf(const CanvasScene &scene, const RenderOptions &options);

/// Paints the part of the page that lies in `area`, but for its ground.
void paintPage(QPainter &painter, const CanvasScene &scene, const QRectF &area,
               const CanvasLook &look, const RenderOptions &options);

/// The whole picture as an image, scaled down where it would be larger than an image can be. Null
/// for an empty scene.
[[nodiscard]] QImage renderImage(const CanvasScene &scene, const CanvasMarks &marks = {},
                                 const RenderOptions &options = {});

/// The pages of the picture as a PDF document: one, unless that would be longer than pages can be.
struct PdfPages {
    QSizeF size; ///< of each, in points
    int count = 1;
};
[[nodiscard]] PdfPages pdfPages(const CanvasScene &scene, const RenderOptions &options);

/// Writes the whole picture to a file: PNG is an image of exactly that scale (png_file.h), PDF
/// vectors with text, on one page as long as a page can be (200 inches), else on several.
Status renderFile(const CanvasScene &scene, const QString &path, const CanvasMarks &marks = {},
                  const RenderOptions &options = {}, const JobControl &control = {});

/// The largest scale, not above `wanted`, of which an image can be (some 200 million pixels).
[[nodiscard]] double fittingScale(const CanvasScene &scene, double wanted, double margin = 24);

} // namespace nervure
