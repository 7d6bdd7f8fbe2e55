// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <QString>

namespace nervure {

class CanvasScene;
struct CanvasMarks;

/// Writes the whole picture as SVG, PNG or PDF, as the file's suffix says. SVG carries the graph
/// alone, the others its colouring too.
Status exportPicture(const CanvasScene &scene, const CanvasMarks &marks, bool isDark,
                     const QString &path);

} // namespace nervure
