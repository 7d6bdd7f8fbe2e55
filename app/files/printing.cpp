// SPDX-License-Identifier: Apache-2.0
#include "app/files/printing.h"

#include "widgets/canvas/painting/scene_painter.h"
#include "widgets/canvas/scene/canvas_scene.h"

#include <QPainter>
#include <QPrintPreviewDialog>
#include <QPrinter>

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

constexpr double screenScale = 0.75; ///< points a pixel of 96 to the inch
constexpr int mostPages = 200;
constexpr double paperMargin = 16;

QRectF pictureOf(const CanvasScene &scene)
{
    return scene.bounds().adjusted(-paperMargin, -paperMargin, paperMargin, paperMargin);
}

int pagesAcross(double length, double page)
{
    // A hair over a page is no second page.
    return std::max(1, static_cast<int>(std::ceil(length / page - 1e-6)));
}

} // namespace

PrintPages pagesFor(QSizeF picture, QSizeF page)
{
    PrintPages pages;
    pages.scale = std::min(screenScale, page.width() / picture.width());
    if (pagesAcross(picture.height() * pages.scale, page.height()) > mostPages) {
        pages.scale = page.height() * mostPages / picture.height();
    }
    pages.columns = pagesAcross(picture.width() * pages.scale, page.width());
    pages.rows = pagesAcross(picture.height() * pages.scale, page.height());
    return pages;
}

void printScene(QPrinter &printer, const CanvasScene &scene, const CanvasMarks &marks)
{
    const QRectF picture = pictureOf(scene);
    const QRectF paper = printer.pageRect(QPrinter::Point);
    const PrintPages pages = pagesFor(picture.size(), paper.size());
    const QSizeF shown = paper.size() / pages.scale;
    const double toDots = printer.resolution() / 72.0;
    QPainter painter(&printer);
    const CanvasHighlights none;
    for (int page = 0; page < pages.columns * pages.rows; ++page) {
        if (page > 0 && !printer.newPage()) {
            return;
        }
        const QRectF area(picture.left() + page % pages.columns * shown.width(),
                          picture.top() + page / pages.columns * shown.height(), shown.width(),
                          shown.height());
        painter.save();
        painter.scale(toDots * pages.scale, toDots * pages.scale);
        // A narrow picture stands in the middle of the paper.
        painter.translate(std::max(0.0, (shown.width() - picture.width()) / 2), 0);
        painter.translate(-area.topLeft());
        painter.setClipRect(area);
        paintScene(painter, scene, area, {lightPalette(), marks, none, std::max(pages.scale, 0.5)});
        painter.restore();
    }
}

void showPrintPreview(QWidget *parent, const CanvasScene &scene, const CanvasMarks &marks)
{
    QPrinter printer(QPrinter::HighResolution);
    QPrintPreviewDialog dialog(&printer, parent);
    dialog.setObjectName(QStringLiteral("print-preview"));
    // What is shown may be laid out anew meanwhile: the preview keeps its own.
    const CanvasScene own(scene.shared());
    QObject::connect(&dialog, &QPrintPreviewDialog::paintRequested, &dialog,
                     [&](QPrinter *to) { printScene(*to, own, marks); });
    dialog.exec();
}

} // namespace nervure
