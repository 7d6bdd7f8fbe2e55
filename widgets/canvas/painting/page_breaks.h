// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>

#include <vector>

namespace nervure {

class CanvasScene;

/// Where a picture is cut into pages, along one of its sides: from the first edge to the last, in
/// picture pixels. No part is longer than `longest`. Cuts go between cards; where cards stand side
/// by side so that there is no such way, through as few as can be in the second half of a page. A picture or a
/// page without a finite extent, and one of more pages than a document can have, is one part.
[[nodiscard]] std::vector<double> pageBreaks(const CanvasScene &scene, const QRectF &picture,
                                             double longest, Qt::Orientation along);

} // namespace nervure
