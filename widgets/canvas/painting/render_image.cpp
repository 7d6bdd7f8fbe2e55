// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/render_image.h"

#include "widgets/canvas/painting/legend_painter.h"
#include "widgets/canvas/painting/png_file.h"
#include "widgets/canvas/painting/scene_painter.h"
#include "widgets/style/colors.h"
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
constexpr double longestImageSide = 32000;
constexpr double mostImagePixels = 200e6;
/// PDF pages are at most 200 inches.
constexpr double longestPage = 14400;
/// A document of more could hardly be opened: the picture is drawn smaller instead.
constexpr int mostPages = 200;

/// All of that part of the page, its ground too.
void paintPart(QPainter &painter, const CanvasScene &scene, const QRectF &area,
               const CanvasMarks &marks, const RenderOptions &options, double scale)
{
    const Palette &palette = options.isDark ? darkPalette() : lightPalette();
    painter.scale(scale, scale);
    painter.translate(-area.topLeft());
    painter.fillRect(area, toQColor(palette.canvas));
    const CanvasHighlights none;
    paintPage(painter, scene, area, {palette, marks, none, std::max(scale, 0.3)}, options);
}

Diagnostic cannotWrite(const QString &path)
{
    return makeError("file-write", "cannot write the picture to '{}'", path.toStdString());
}

/// How a picture is cut into pages of a document.
struct PageCut {
    double scale = 1; ///< points of a picture pixel
    int columns = 1;
    int rows = 1;

    PageCut(const QSizeF &picture, double wantedScale) : scale(wantedScale)
    {
        const auto cut = [this](double length) {
            return std::max(1, static_cast<int>(std::ceil(length * scale / longestPage)));
        };
        while (static_cast<double>(columns = cut(picture.width())) * (rows = cut(picture.height()))
               > mostPages) {
            scale *= 0.9;
        }
    }
};

PageCut pageCut(const QRectF &picture, const RenderOptions &options)
{
    return {picture.size(), 0.75 * options.scale};
}

Status renderPdf(const CanvasScene &scene, const QString &path, const CanvasMarks &marks,
                 const RenderOptions &options, const JobControl &control)
{
    const QRectF picture = pageOf(scene, options);
    const PageCut cut = pageCut(picture, options);
    const QSizeF size(picture.width() / cut.columns, picture.height() / cut.rows);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return cannotWrite(path);
    }
    QPdfWriter writer(&file);
    writer.setResolution(72);
    writer.setPageMargins(QMarginsF());
    writer.setPageSize(QPageSize(size * cut.scale, QPageSize::Point, QString(),
                                 QPageSize::ExactMatch)); // not nearly that of a letter
    writer.setCreator(QStringLiteral("Nervure " NERVURE_VERSION));
    writer.setTitle(QFileInfo(path).completeBaseName());
    QPainter painter;
    if (!painter.begin(&writer)) {
        return cannotWrite(path);
    }
    for (int i = 0; i < cut.columns * cut.rows; ++i) {
        if (control.cancel.isCanceled()) {
            return makeError("cancelled", "the picture was stopped");
        }
        control.report(static_cast<double>(i) / (cut.columns * cut.rows), "painting");
        if (i > 0) {
            writer.newPage();
        }
        const QPointF corner(i % cut.columns * size.width(), i / cut.columns * size.height());
        painter.resetTransform();
        paintPart(painter, scene, {picture.topLeft() + corner, size}, marks, options, cut.scale);
    }
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

PdfPages pdfPages(const CanvasScene &scene, const RenderOptions &options)
{
    const QRectF picture = pageOf(scene, options);
    const PageCut cut = pageCut(picture, options);
    return {QSizeF(picture.width() / cut.columns, picture.height() / cut.rows) * cut.scale,
            cut.columns * cut.rows};
}

double fittingScale(const CanvasScene &scene, double wanted, double margin)
{
    const QRectF page = scene.bounds().adjusted(-margin, -margin, margin, margin);
    return std::min({wanted, longestImageSide / page.width(), longestImageSide / page.height(),
                     std::sqrt(mostImagePixels / (page.width() * page.height()))});
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
    paintPart(painter, scene, page, marks, options, scale);
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
        return renderPdf(scene, path, marks, options, control);
    }
    return writePngFile(scene, path, marks, options, control);
}

} // namespace nervure
