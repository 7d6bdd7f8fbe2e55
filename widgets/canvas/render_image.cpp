// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/render_image.h"

#include "widgets/canvas/legend_painter.h"
#include "widgets/canvas/png_file.h"
#include "widgets/canvas/scene_painter.h"
#include "widgets/style/colours.h"
#include "widgets/style/qt_text_measure.h"

#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

/// What QPainter can address, and a bound on memory (4 bytes a pixel).
constexpr double longestSide = 32000;
constexpr double mostPixels = 200e6;
/// PDF pages are at most 200 inches.
constexpr double longestPage = 14400;

/// All of the page, its ground too.
void paintAll(QPainter &painter, const CanvasScene &scene, const CanvasMarks &marks,
              const RenderOptions &options, double scale)
{
    const Palette &palette = options.isDark ? darkPalette() : lightPalette();
    const QRectF page = pageOf(scene, options);
    painter.scale(scale, scale);
    painter.translate(-page.topLeft());
    painter.fillRect(page, toQColor(palette.canvas));
    const CanvasHighlights none;
    paintPage(painter, scene, page, {palette, marks, none, std::max(scale, 0.3)}, options);
}

Diagnostic cannotWrite(const QString &path)
{
    return makeError("file-write", "cannot write the picture to '" + path.toStdString() + "'");
}

Status renderPdf(const CanvasScene &scene, const QString &path, const CanvasMarks &marks,
                 const RenderOptions &options)
{
    const QRectF page = pageOf(scene, options);
    const double points = 0.75 * options.scale;
    const double scale = std::min(points, longestPage / std::max(page.width(), page.height()));
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return cannotWrite(path);
    }
    QPdfWriter writer(&file);
    writer.setResolution(72);
    writer.setPageMargins(QMarginsF());
    writer.setPageSize(QPageSize(page.size() * scale, QPageSize::Point));
    writer.setCreator(QStringLiteral("Nervure " NERVURE_VERSION));
    QPainter painter;
    if (!painter.begin(&writer)) {
        return cannotWrite(path);
    }
    paintAll(painter, scene, marks, options, scale);
    return painter.end() && file.commit() ? Status() : cannotWrite(path);
}

} // namespace

QRectF pageOf(const CanvasScene &scene, const RenderOptions &options)
{
    QRectF page = scene.bounds();
    if (!options.legend.isEmpty()) {
        const LegendSize size = legendSize(options.legend, QtTextMeasure());
        page.setWidth(std::max(page.width(), size.width));
        page.setHeight(page.height() + legend::gap + size.height);
    }
    return page.adjusted(-options.margin, -options.margin, options.margin, options.margin);
}

void paintPage(QPainter &painter, const CanvasScene &scene, const QRectF &area,
               const CanvasLook &look, const RenderOptions &options)
{
    paintScene(painter, scene, area, look);
    const QPointF corner = scene.bounds().bottomLeft() + QPointF(0, legend::gap);
    if (!options.legend.isEmpty() && area.bottom() > corner.y()) {
        paintLegend(painter, options.legend, corner, look.palette);
    }
}

double fittingScale(const CanvasScene &scene, double wanted, double margin)
{
    const QRectF page = scene.bounds().adjusted(-margin, -margin, margin, margin);
    return std::min({wanted, longestSide / page.width(), longestSide / page.height(),
                     std::sqrt(mostPixels / (page.width() * page.height()))});
}

QImage renderImage(const CanvasScene &scene, const CanvasMarks &marks, const RenderOptions &options)
{
    if (scene.nodeCount() == 0) {
        return {};
    }
    const QRectF page = pageOf(scene, options);
    const double scale = fittingScale(scene, options.scale, options.margin);
    const QSize size(std::max(1, static_cast<int>(std::ceil(page.width() * scale))),
                     std::max(1, static_cast<int>(std::ceil(page.height() * scale))));
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) {
        return {};
    }
    image.fill(toQColor((options.isDark ? darkPalette() : lightPalette()).canvas));
    QPainter painter(&image);
    paintAll(painter, scene, marks, options, scale);
    return image;
}

Status renderFile(const CanvasScene &scene, const QString &path, const CanvasMarks &marks,
                  const RenderOptions &options, const JobControl &control)
{
    if (scene.nodeCount() == 0) {
        return makeError("render-empty", "there is nothing to draw");
    }
    const QString format = options.format.isEmpty() ? QFileInfo(path).suffix() : options.format;
    if (format.compare(QLatin1String("pdf"), Qt::CaseInsensitive) == 0) {
        return renderPdf(scene, path, marks, options);
    }
    return writePngFile(scene, path, marks, options, control);
}

} // namespace nervure
