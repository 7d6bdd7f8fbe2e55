// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/cancellation.h"
#include "widgets/canvas/painting/render_image.h"

namespace nervure {

/// How many pixels a picture of that scale has; wider than any screen is usual.
[[nodiscard]] QSizeF pictureSize(const CanvasScene &scene, const RenderOptions &options);

/// Paints the picture tile by tile into a PNG, so that its size does not matter for memory: at most
/// some 50 MB. Fails when it would be longer or larger than viewers can take, with code "cancelled"
/// when it was stopped, and when the file cannot be written (then there is none).
[[nodiscard]] Status writePngFile(const CanvasScene &scene, const QString &path,
                                  const CanvasMarks &marks, const RenderOptions &options,
                                  const JobControl &control = {});

} // namespace nervure
