// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSizeF>

class QPrinter;
class QWidget;

namespace nervure {

class CanvasScene;
struct CanvasMarks;

/// Points a picture pixel: one page wide and as many high as it takes, not larger than on the screen;
/// smaller where that would be more than some 200 pages. Sizes in picture pixels and points.
[[nodiscard]] double printScale(QSizeF picture, QSizeF page);

/// Paints all pages, in light colors; they end between cards.
void printScene(QPrinter &printer, const CanvasScene &scene, const CanvasMarks &marks);

/// Shows the pages, from where they can be printed.
void showPrintPreview(QWidget *parent, const CanvasScene &scene, const CanvasMarks &marks);

} // namespace nervure
