// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/render_image.h"

#include "core/support/version.h"
#include "widgets/canvas/painting/legend_painter.h"
#include "widgets/canvas/painting/page_breaks.h"
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
#include <vector>

namespace nervure {

namespace {

/// What QPainter can address, and a bound on memory (4 bytes a pixel).
constexpr double longestImageSide = 32000;
constexpr double mostImagePixels = 200e6;
/// PDF pages are at most 200 inches.
constexpr double longestPage = 14400;
/// A document of more could hardly be opened: the picture is drawn smaller instead.
constexpr int mostPages = 200;
/// Nobody sees anything in a picture that is drawn smaller.
constexpr double leastScale = 1e-6;

QColor groundOf(const RenderOptions &options)
{
    return toQColor((options.isDark ? darkPalette() : lightPalette()).canvas);
}

/// All of that part of the page, its ground too.
void paintPart(QPainter &painter, const CanvasScene &scene, const QRectF &area,
               const CanvasMarks &marks, const RenderOptions &options, double scale)
{
    const Palette &palette = options.isDark ? darkPalette() : lightPalette();
    painter.scale(scale, scale);
    painter.translate(-area.topLeft());
    painter.fillRect(area, groundOf(options));
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
    std::vector<double> columns;
    std::vector<double> rows; ///< pageBreaks() each

    PageCut(const CanvasScene &scene, const QRectF &picture, double wantedScale)
        : scale(wantedScale)
    {
        do {
            columns = pageBreaks(scene, picture, longestPage / scale, Qt::Horizontal);
            rows = pageBreaks(scene, picture, longestPage / scale, Qt::Vertical);
        } while (count() > mostPages && (scale *= 0.9) > leastScale);
    }

    [[nodiscard]] int count() const
    {
        return static_cast<int>((columns.size() - 1) * (rows.size() - 1));
    }
    /// All pages are as large as the largest.
    [[nodiscard]] QSizeF size() const { return {longestOf(columns), longestOf(rows)}; }
    [[nodiscard]] QRectF part(int page) const
    {
        const auto column = static_cast<std::size_t>(page) % (columns.size() - 1);
        const auto row = static_cast<std::size_t>(page) / (columns.size() - 1);
        return {QPointF(columns[column], rows[row]), QPointF(columns[column + 1], rows[row + 1])};
    }

private:
    static double longestOf(const std::vector<double> &breaks)
    {
        double longest = 0;
        for (std::size_t i = 1; i < breaks.size(); ++i) {
            longest = std::max(longest, breaks[i] - breaks[i - 1]);
        }
        return longest;
    }
};

PageCut pageCut(const CanvasScene &scene, const QRectF &picture, const RenderOptions &options)
{
    return {scene, picture, 0.75 * options.scale};
}

Status renderPdf(const CanvasScene &scene, const QString &path, const CanvasMarks &marks,
                 const RenderOptions &options, const JobControl &control)
{
    const QRectF picture = pageOf(scene, options);
    const PageCut cut = pageCut(scene, picture, options);
    const QRectF page(QPointF(), cut.size());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return cannotWrite(path);
    }
    QPdfWriter writer(&file);
    writer.setResolution(72);
    writer.setPageMargins(QMarginsF());
    writer.setPageSize(QPageSize(page.size() * cut.scale, QPageSize::Point, QString(),
                                 QPageSize::ExactMatch)); // not nearly that of a letter
    writer.setCreator(QStringLiteral("Nervure %1").arg(QLatin1String(programVersion())));
    writer.setTitle(QFileInfo(path).completeBaseName());
    QPainter painter;
    if (!painter.begin(&writer)) {
        return cannotWrite(path);
    }
    for (int i = 0; i < cut.count(); ++i) {
        if (control.cancel.isCanceled()) {
            return makeError("cancelled", "the picture was stopped");
        }
        control.report(static_cast<double>(i) / cut.count(), "painting");
        if (i > 0) {
            writer.newPage();
        }
        const QRectF part = cut.part(i);
        painter.resetTransform();
        painter.setClipping(false);
        painter.fillRect(QRectF(QPointF(), page.size() * cut.scale), groundOf(options));
        painter.setClipRect(QRectF(QPointF(), part.size() * cut.scale));
        paintPart(painter, scene, part, marks, options, cut.scale);
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
    const PageCut cut = pageCut(scene, picture, options);
    return {cut.size() * cut.scale, cut.count()};
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
    image.fill(groundOf(options));
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
