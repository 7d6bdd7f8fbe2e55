// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"
#include "widgets/canvas/canvas_marks.h"
#include "widgets/dialogs/export_dialog.h"

#include <QString>

#include <memory>
#include <vector>

namespace nervure {

struct Drawing;

/// What a picture is written from: snapshots, for any thread.
struct PictureSource {
    std::shared_ptr<const Drawing> drawing;
    CanvasMarks marks;
    std::vector<NodeId> selection;
};

/// Writes the picture, or the selected part of it where everything stands, in its colouring.
[[nodiscard]] Status exportPicture(const PictureSource &source, const PictureChoice &choice,
                                   const QString &path, const JobControl &control = {});

} // namespace nervure
