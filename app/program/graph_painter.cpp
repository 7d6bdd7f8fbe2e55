// SPDX-License-Identifier: Apache-2.0
#include "app/program/graph_painter.h"

#include "core/layout/diagram/drawing.h"
#include "core/layout/diagram/legend.h"
#include "widgets/canvas/painting/render_image.h"
#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/style/qt_text_measure.h"

#include <QGuiApplication>

#include <memory>

namespace nervure {

namespace {

constexpr double pixelsPerUnit = 2;

Status paintGraph(DrawnGraph graph, LayoutClient &layout, const cli::PictureFile &picture)
{
    const QtTextMeasure measure;
    const PictureLegend legend =
        picture.hasLegend ? categoryLegend(graph, picture.isDark) : PictureLegend();
    ASSIGN_OR_RETURN(Drawing drawing,
                     makeDrawing(std::move(graph), measure, layout, {}, picture.direction));
    const CanvasScene scene(std::make_shared<const Drawing>(std::move(drawing)));
    RenderOptions options;
    options.isDark = picture.isDark;
    options.legend = legend;
    const bool isImage = picture.format != "pdf";
    options.scale =
        picture.scale.value_or(isImage ? fittingScale(scene, pixelsPerUnit) : pixelsPerUnit);
    options.format = QString::fromStdString(picture.format);
    return renderFile(scene, QString::fromStdString(picture.file.string()), {}, options);
}

} // namespace

Status paintGraphHeadless(DrawnGraph graph, LayoutClient &layout, const cli::PictureFile &picture)
{
    std::unique_ptr<QGuiApplication> application;
    static int argumentCount = 1;
    static char programName[] = "nervure";
    static char *arguments[] = {programName, nullptr};
    if (!QCoreApplication::instance()) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        application = std::make_unique<QGuiApplication>(argumentCount, arguments);
    }
    return paintGraph(std::move(graph), layout, picture);
}

} // namespace nervure
