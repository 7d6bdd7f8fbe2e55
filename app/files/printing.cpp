// SPDX-License-Identifier: Apache-2.0
#include "app/files/printing.h"

#include "widgets/canvas/painting/page_breaks.h"
#include "widgets/canvas/painting/scene_painter.h"
#include "widgets/canvas/scene/canvas_scene.h"

#include <QPainter>
#include <QPrintPreviewDialog>
#include <QPrinter>

#include <algorithm>
#include <vector>

namespace nervure {

namespace {

constexpr double screenScale = 0.75; ///< points a pixel of 96 to the inch
constexpr int mostPages = 200;
constexpr double paperMargin = 16;

QRectF pictureOf(const CanvasScene &scene)
{
    return scene.bounds().adjusted(-paperMargin, -paperMargin, paperMargin, paperMargin);
}

} // namespace

double printScale(QSizeF picture, QSizeF page)
{
    const double scale = std::min({screenScale, page.width() / picture.width(),
                                   page.height() * mostPages / picture.height()});
    return scale > 0 ? scale : screenScale; // of a picture without an extent
}

void printScene(QPrinter &printer, const CanvasScene &scene, const CanvasMarks &marks)
{
    const QRectF picture = pictureOf(scene);
    const QRectF paper = printer.pageRect(QPrinter::Point);
    const double scale = printScale(picture.size(), paper.size());
    const QSizeF shown = paper.size() / scale;
    const std::vector<double> breaks = pageBreaks(scene, picture, shown.height(), Qt::Vertical);
    const double toDots = printer.resolution() / 72.0;
    QPainter painter(&printer);
    const CanvasHighlights none;
    for (std::size_t page = 1; page < breaks.size(); ++page) {
        if (page > 1 && !printer.newPage()) {
            return;
        }
        const QRectF area(picture.left(), breaks[page - 1], shown.width(),
                          breaks[page] - breaks[page - 1]);
        painter.save();
        painter.scale(toDots * scale, toDots * scale);
        // A narrow picture stands in the middle of the paper.
        painter.translate(std::max(0.0, (shown.width() - picture.width()) / 2), 0);
        painter.translate(-area.topLeft());
        painter.setClipRect(area);
        paintScene(painter, scene, area, {lightPalette(), marks, none, std::max(scale, 0.5)});
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
    const CanvasMarks ownMarks = marks;
    QObject::connect(&dialog, &QPrintPreviewDialog::paintRequested, &dialog,
                     [&own, &ownMarks](QPrinter *to) { printScene(*to, own, ownMarks); });
    dialog.exec();
}

} // namespace nervure
