// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSizeF>

class QPrinter;
class QWidget;

namespace nervure {

class CanvasScene;
struct CanvasMarks;

/// How a picture is spread over pages.
struct PrintPages {
    double scale = 1; ///< points a picture pixel
    int columns = 1;
    int rows = 1;

    bool operator==(const PrintPages &) const = default;
};

/// One page wide and as many high as it takes, not larger than on the screen; smaller where that
/// would be more than 200 pages. Sizes in picture pixels and points.
[[nodiscard]] PrintPages pagesFor(QSizeF picture, QSizeF page);

/// Paints all pages, in light colors.
void printScene(QPrinter &printer, const CanvasScene &scene, const CanvasMarks &marks);

/// Shows the pages, from where they can be printed.
void showPrintPreview(QWidget *parent, const CanvasScene &scene, const CanvasMarks &marks);

} // namespace nervure
