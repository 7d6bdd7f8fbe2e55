// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/legend.h"

#include "core/layout/diagram/drawn_graph.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace nervure {

namespace {

/// From the title of a scale to the first row below it.
double heightOfScale(const PictureLegend::Scale &scale)
{
    const double rows = static_cast<double>(scale.remarks.size()) + (scale.missing.empty() ? 0 : 1);
    return (2 + rows) * legend::rowHeight + legend::barHeight + 4;
}

std::string wordsOf(OpCategory category)
{
    std::string words(categoryName(category));
    if (!words.empty() && words.front() >= 'a' && words.front() <= 'z') {
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    }
    return words;
}

} // namespace

double chipWidth(const PictureLegend::Row &row)
{
    return !row.color ? 0 : row.sign.empty() ? legend::chip : legend::signedChip;
}

double chipColumn(const PictureLegend &legend)
{
    double width = 0;
    for (const PictureLegend::Row &row : legend.rows) {
        width = std::max(width, chipWidth(row));
    }
    return width;
}

LegendSize legendSize(const PictureLegend &legend, const TextMeasure &measure)
{
    if (legend.isEmpty()) {
        return {};
    }
    double width = legend.scale ? legend::scaleWidth : 0;
    for (const PictureLegend::Row &row : legend.rows) {
        const double indent = row.color ? chipColumn(legend) + legend::chipGap : 0;
        width = std::max(
            width, std::min(measure.width(row.text, TextStyle::Name), legend::widestText) + indent);
    }
    return {std::ceil(width) + 2 * legend::padding,
            (legend.scale ? heightOfScale(*legend.scale) : 0)
                + static_cast<double>(legend.rows.size()) * legend::rowHeight + 2 * legend::padding
                - 4};
}

PictureLegend categoryLegend(const DrawnGraph &graph, bool isDark)
{
    std::set<OpCategory> categories;
    bool hasUnknown = false;
    for (const DrawnNode &node : graph.nodes) {
        hasUnknown = hasUnknown || !node.isKnown;
        if (node.isKnown) {
            categories.insert(node.category);
        }
    }
    PictureLegend result;
    for (const OpCategory category : categories) {
        result.rows.push_back({wordsOf(category), categoryColor(category, isDark)});
    }
    if (hasUnknown) {
        result.rows.push_back({"Unknown operator",
                               categoryColor(OpCategory::Other, isDark),
                               {},
                               PictureLegend::Chip::Hatched});
    }
    return result;
}

} // namespace nervure
