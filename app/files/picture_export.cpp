// SPDX-License-Identifier: Apache-2.0
#include "app/files/picture_export.h"

#include "core/layout/diagram/drawn_selection.h"
#include "core/layout/export/dot_writer.h"
#include "core/layout/export/svg_writer.h"
#include "core/support/file.h"
#include "widgets/canvas/overlays/legend.h"
#include "widgets/canvas/painting/png_file.h"
#include "widgets/canvas/painting/render_image.h"
#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/style/qt_text_measure.h"

#include <QFileInfo>

namespace nervure {

namespace {

/// The colors of the window for pictures that are text. Cards without an amount are hatched elsewhere; here they say
/// so with a dash.
std::optional<CardLook> lookOf(const CanvasMarks &marks, const Palette &palette, NodeId node)
{
    const NodeMark *mark = marks.find(node);
    const bool hasHeat = mark && mark->heat;
    if (marks.scale && hasHeat) {
        const Rgb fill = scaleColor(*mark->heat, marks.scale->isDiverging);
        const Rgb ink = inkOn(fill);
        return CardLook{fill, blend(fill, ink, 0.3), ink, mark->badge.toStdString()};
    }
    if (marks.scale) {
        const bool isHeld = mark && !mark->owner.isEmpty();
        return CardLook{palette.canvas, palette.line, palette.text,
                        isHeld ? mark->badge.toStdString() : "–"};
    }
    if (mark && mark->colorClass && *mark->colorClass < marks.classes.size()) {
        const ColorClass &kind = marks.classes[*mark->colorClass];
        return CardLook{tintOf(kind, palette), kind.color, palette.text, kind.sign.toStdString()};
    }
    return std::nullopt;
}

/// The marks stay where they are while it is asked.
CardLooks looksOf(const CanvasMarks &marks, const PictureChoice &choice)
{
    const Palette &palette = choice.isDark ? darkPalette() : lightPalette();
    return [&marks, &palette](NodeId node) { return lookOf(marks, palette, node); };
}

PictureLegend legendOf(const Drawing &drawing, const CanvasMarks &marks,
                       const PictureChoice &choice)
{
    return choice.hasLegend ? Legend::contentOf(drawing.graph, marks,
                                                choice.isDark ? darkPalette() : lightPalette())
                            : PictureLegend();
}

SvgOptions svgOptions(const Drawing &drawing, const CanvasMarks &marks, const PictureChoice &choice)
{
    SvgOptions options;
    options.isDark = choice.isDark;
    options.legend = legendOf(drawing, marks, choice);
    options.lookOf = looksOf(marks, choice);
    return options;
}

RenderOptions renderOptions(const Drawing &drawing, const CanvasMarks &marks,
                            const PictureChoice &choice)
{
    RenderOptions options;
    options.isDark = choice.isDark;
    options.scale = choice.scale;
    options.format = choice.format;
    options.legend = legendOf(drawing, marks, choice);
    return options;
}

} // namespace

PictureExtent extentOf(const CanvasScene &scene, const CanvasMarks &marks,
                       const PictureChoice &choice)
{
    if (choice.format == QLatin1StringView("svg")) {
        const SvgSize size =
            svgSize(scene.drawing(), QtTextMeasure(), svgOptions(scene.drawing(), marks, choice));
        return {{size.width, size.height}};
    }
    const RenderOptions options = renderOptions(scene.drawing(), marks, choice);
    if (choice.format == QLatin1StringView("pdf")) {
        const PdfPages pages = pdfPages(scene, options);
        return {pages.size, pages.count};
    }
    return {pictureSize(scene, options)};
}

QString pictureFile(const QString &path, PictureChoice &choice)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    for (const char *format : {"svg", "png", "pdf", "dot"}) {
        if (ending == QLatin1StringView(format)) {
            choice.format = ending;
            return path;
        }
    }
    return path + u'.' + choice.format;
}

Status exportPicture(const PictureSource &source, const PictureChoice &choice, const QString &path,
                     const JobControl &control)
{
    const auto file = QFileInfo(path).filesystemAbsoluteFilePath();
    const std::shared_ptr<const Drawing> drawing =
        choice.selectionOnly
            ? std::make_shared<const Drawing>(selectedPart(*source.drawing, source.selection))
            : source.drawing;
    if (choice.format == QLatin1StringView("svg")) {
        return writeFile(
            file, writeSvg(*drawing, QtTextMeasure(), svgOptions(*drawing, source.marks, choice)));
    }
    if (choice.format == QLatin1StringView("dot")) {
        return writeFile(file, writeDot(drawing->graph, {choice.isDark, drawing->direction,
                                                         looksOf(source.marks, choice)}));
    }
    return renderFile(CanvasScene(drawing), QFileInfo(path).absoluteFilePath(), source.marks,
                      renderOptions(*drawing, source.marks, choice), control);
}

} // namespace nervure
