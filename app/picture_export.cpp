// SPDX-License-Identifier: Apache-2.0
#include "app/picture_export.h"

#include "core/builtins.h"
#include "core/layout/drawn_selection.h"
#include "core/layout/svg_writer.h"
#include "core/support/file.h"
#include "widgets/canvas/canvas_scene.h"
#include "widgets/canvas/legend.h"
#include "widgets/canvas/render_image.h"
#include "widgets/style/qt_text_measure.h"

#include <QFileInfo>

#include <unordered_set>

namespace nervure {

namespace {

Result<std::string> dotText(const PictureSource &source, bool selectionOnly)
{
    Graph graph = *source.graph;
    if (selectionOnly) {
        const std::unordered_set<NodeId> kept(source.selection.begin(), source.selection.end());
        for (const NodeId id : source.graph->nodes()) {
            if (kept.count(id) == 0) {
                graph.remove(id);
            }
        }
    }
    Diagnostics diagnostics;
    return source.builtins.formats.find("dot")->write(
        graph, {source.builtins.ops, Semantics::Exact, {}}, diagnostics);
}

/// The colours of the window for SVG. Cards without an amount are hatched elsewhere; here they say
/// so with a dash.
std::optional<SvgCardLook> lookOf(const CanvasMarks &marks, const Palette &palette, NodeId node)
{
    const NodeMark *mark = marks.find(node);
    const bool hasHeat = mark && mark->heat;
    if (marks.scale && hasHeat) {
        const Rgb fill = cividis(*mark->heat);
        const Rgb ink = inkOn(fill);
        return SvgCardLook{fill, blend(fill, ink, 0.3), ink, mark->badge.toStdString()};
    }
    if (marks.scale) {
        return SvgCardLook{palette.canvas, palette.line, palette.text, "–"};
    }
    if (mark && mark->colourClass && *mark->colourClass < marks.classes.size()) {
        const ColourClass &kind = marks.classes[*mark->colourClass];
        return SvgCardLook{tintOf(kind, palette), kind.colour, palette.text,
                           kind.sign.toStdString()};
    }
    return std::nullopt;
}

PictureLegend legendOf(const Drawing &drawing, const CanvasMarks &marks,
                       const PictureChoice &choice)
{
    return choice.hasLegend ? Legend::contentOf(drawing.graph, marks,
                                                choice.isDark ? darkPalette() : lightPalette())
                            : PictureLegend();
}

std::string svgText(const Drawing &drawing, const CanvasMarks &marks, const PictureChoice &choice)
{
    const QtTextMeasure measure;
    const Palette &palette = choice.isDark ? darkPalette() : lightPalette();
    SvgOptions options;
    options.isDark = choice.isDark;
    options.legend = legendOf(drawing, marks, choice);
    options.lookOf = [&](NodeId node) { return lookOf(marks, palette, node); };
    return writeSvg(drawing, measure, options);
}

} // namespace

Status exportPicture(const PictureSource &source, const PictureChoice &choice, const QString &path,
                     const JobControl &control)
{
    const auto file = QFileInfo(path).filesystemAbsoluteFilePath();
    if (choice.format == QLatin1StringView("dot")) {
        const Result<std::string> text = dotText(source, choice.selectionOnly);
        return text ? writeFile(file, *text) : Status(text.error());
    }
    const std::shared_ptr<const Drawing> drawing =
        choice.selectionOnly
            ? std::make_shared<const Drawing>(selectedPart(*source.drawing, source.selection))
            : source.drawing;
    if (choice.format == QLatin1StringView("svg")) {
        return writeFile(file, svgText(*drawing, source.marks, choice));
    }
    RenderOptions options;
    options.isDark = choice.isDark;
    options.scale = choice.scale;
    options.format = choice.format;
    options.legend = legendOf(*drawing, source.marks, choice);
    return renderFile(CanvasScene(drawing), QFileInfo(path).absoluteFilePath(), source.marks,
                      options, control);
}

} // namespace nervure
