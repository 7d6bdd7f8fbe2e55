// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/palette.h"
#include "core/layout/diagram/text_measure.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

struct DrawnGraph;

/// What the colors of a picture mean, ready to be drawn: a scale of amounts, or rows.
struct PictureLegend {
    /// How a row shows its color: as a card does, or as the mark that it explains.
    enum class Chip : std::uint8_t { Box, Hatched, Disc, Frame, DashedFrame };

    /// Without a color it is text alone.
    struct Row {
        std::string text;
        std::optional<Rgb> color{};
        std::string sign{}; ///< goes with the color
        Chip chip = Chip::Box;
    };
    struct Scale {
        std::string title;
        std::string low;
        std::string high;
        std::vector<std::string> remarks{}; ///< "logarithmic"
        std::string missing{};              ///< what is hatched; empty: nothing is
        bool isDiverging = false;           ///< of differences: scaleColor()
    };

    std::vector<Row> rows{};
    std::optional<Scale> scale{}; ///< above the rows

    [[nodiscard]] bool isEmpty() const { return rows.empty() && !scale; }
};

/// Sizes of legends, in picture pixels.
namespace legend {
inline constexpr double padding = 10;
inline constexpr double rowHeight = 18;
inline constexpr double chip = 10;
inline constexpr double signedChip = 16; ///< one that holds a sign
inline constexpr double chipGap = 8;
inline constexpr double scaleWidth = 180;
inline constexpr double barHeight = 10;
inline constexpr double widestText = 260;
inline constexpr double gap = 24; ///< between the picture and its legend
/// From the top of a row to the baseline of its text.
inline constexpr double baseline = 13;
} // namespace legend

struct LegendSize {
    double width = 0;
    double height = 0;
};

/// How wide a chip is, and the column of a legend's chips, after which all its texts begin.
[[nodiscard]] double chipWidth(const PictureLegend::Row &row);
[[nodiscard]] double chipColumn(const PictureLegend &legend);

/// With its padding; nothing for an empty one.
[[nodiscard]] LegendSize legendSize(const PictureLegend &legend, const TextMeasure &measure);

/// The categories that occur in a picture, in English.
[[nodiscard]] PictureLegend categoryLegend(const DrawnGraph &graph, bool isDark);

} // namespace nervure
