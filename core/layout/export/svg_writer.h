// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/card_look.h"
#include "core/layout/diagram/drawing.h"
#include "core/layout/diagram/legend.h"
#include "core/support/file.h"

#include <string>

namespace nervure {

struct SvgOptions {
    bool isDark = false;
    double margin = 24;
    CardLooks lookOf{};
    PictureLegend legend{}; ///< below the picture; empty: none
};

/// Of an SVG document, in picture pixels: the picture, its legend and the margins.
struct SvgSize {
    double width = 0;
    double height = 0;
};
[[nodiscard]] SvgSize svgSize(const Drawing &drawing, const TextMeasure &measure,
                              const SvgOptions &options = {});

/// The picture as an SVG document with real text; the length of each line of text is fixed to what
/// was measured, so that it fits its card in any font.
[[nodiscard]] std::string writeSvg(const Drawing &drawing, const TextMeasure &measure,
                                   const SvgOptions &options = {});
/// The same, piece by piece: the text of a large picture takes as much memory as its graph.
void writeSvg(const Drawing &drawing, const TextMeasure &measure, const SvgOptions &options,
              const ByteSink &sink);

} // namespace nervure
