// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"
#include "widgets/canvas/scene/canvas_marks.h"
#include "widgets/dialogs/export_dialog.h"

#include <QString>

#include <memory>
#include <vector>

namespace nervure {

class CanvasScene;
struct Drawing;

/// What a picture is written from: snapshots, for any thread.
struct PictureSource {
    std::shared_ptr<const Drawing> drawing;
    CanvasMarks marks;
    std::vector<NodeId> selection;
};

/// How large exportPicture() makes the picture of that scene, which is all of it or its selected part.
[[nodiscard]] PictureExtent extentOf(const CanvasScene &scene, const CanvasMarks &marks,
                                     const PictureChoice &choice);

/// The file for a name that was given with a choice: a name that ends in another format than the one
/// chosen changes the choice, one that ends in none gets the ending of the one chosen.
[[nodiscard]] QString pictureFile(const QString &path, PictureChoice &choice);

/// Writes the picture, or the selected part of it where everything stands, in its coloring.
[[nodiscard]] Status exportPicture(const PictureSource &source, const PictureChoice &choice,
                                   const QString &path, const JobControl &control = {});

} // namespace nervure
