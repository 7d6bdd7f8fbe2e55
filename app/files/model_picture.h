// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/cancellation.h"

#include <QImage>
#include <QString>

namespace nervure {

class Graph;
struct Builtins;

/// Which model to draw small, and how large.
struct PictureRequest {
    QString path;
    QSize size; ///< in device-independent pixels
    double pixelRatio = 1;
};

/// A small picture of a model for cards: its nodes as blocks in their categories' colors, flowing
/// from left to right, on a transparent ground that suits light and dark. For any thread. Null when
/// the file cannot be read, nothing is in it or the work was stopped.
[[nodiscard]] QImage drawModelPicture(const Builtins &builtins, const PictureRequest &request,
                                      const JobControl &control);

/// The same for a graph at hand; the request's path does not count.
[[nodiscard]] QImage drawGraphPicture(const Builtins &builtins, const Graph &model,
                                      const PictureRequest &request, const JobControl &control);

} // namespace nervure
