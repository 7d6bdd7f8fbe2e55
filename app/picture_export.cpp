// SPDX-License-Identifier: Apache-2.0
#include "app/picture_export.h"

#include "core/layout/svg_writer.h"
#include "core/support/file.h"
#include "widgets/canvas/render_image.h"
#include "widgets/style/qt_text_measure.h"

#include <QFileInfo>

namespace nervure {

namespace {
constexpr double pixelsPerUnit = 2;
} // namespace

Status exportPicture(const CanvasScene &scene, const CanvasMarks &marks, bool isDark,
                     const QString &path)
{
    const QFileInfo file(path);
    if (file.suffix().compare(QLatin1StringView("svg"), Qt::CaseInsensitive) == 0) {
        const QtTextMeasure measure;
        return writeFile(file.filesystemAbsoluteFilePath(),
                         writeSvg(scene.drawing(), measure, {.isDark = isDark}));
    }
    return renderFile(scene, file.absoluteFilePath(), marks,
                      {.isDark = isDark, .scale = pixelsPerUnit});
}

} // namespace nervure
