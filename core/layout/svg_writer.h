// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/drawing.h"
#include "core/layout/legend.h"
#include "core/layout/palette.h"
#include "core/support/file.h"

#include <functional>
#include <optional>
#include <string>

namespace nervure {

/// How a card is coloured beyond its category.
struct SvgCardLook {
    Rgb fill;
    Rgb border;
    Rgb ink;
    std::string badge; ///< at the right of the first line; may be empty
};

struct SvgOptions {
    bool isDark = false;
    double margin = 24;
    /// The look of a node's card; empty or nothing: the usual one.
    std::function<std::optional<SvgCardLook>(NodeId)> lookOf{};
    PictureLegend legend{}; ///< below the picture; empty: none
};

/// The picture as an SVG document with real text; the length of each line of text is fixed to what
/// was measured, so that it fits its card in any font.
[[nodiscard]] std::string writeSvg(const Drawing &drawing, const TextMeasure &measure,
                                   const SvgOptions &options = {});
/// The same, piece by piece: the text of a large picture takes as much memory as its graph.
void writeSvg(const Drawing &drawing, const TextMeasure &measure, const SvgOptions &options,
              const ByteSink &sink);

} // namespace nervure
