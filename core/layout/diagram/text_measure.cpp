// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/text_measure.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace nervure {

namespace {

/// Advances of ASCII 32 to 126 in thousandths of an em, of a wide-running sans-serif face, so that
/// text set in narrower ones fits.
constexpr std::array<std::uint16_t, 95> asciiAdvance{
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};

constexpr double monospacedAdvance = 0.602;
constexpr double wideAdvance = 1.0;
constexpr double otherAdvance = 0.64;
/// A semibold cut runs about this much wider.
constexpr double semiboldFactor = 1.07;

/// The code point at `at`, which moves on; broken bytes count as one character each.
char32_t nextCodePoint(std::string_view text, std::size_t &at)
{
    const auto byte = static_cast<unsigned char>(text[at++]);
    const int more = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0;
    if (more == 0 || at + static_cast<std::size_t>(more) > text.size()) {
        return byte;
    }
    char32_t code = byte & (0x3FU >> more);
    for (int i = 0; i < more; ++i) {
        const auto next = static_cast<unsigned char>(text[at + static_cast<std::size_t>(i)]);
        if ((next & 0xC0U) != 0x80U) {
            return byte;
        }
        code = (code << 6U) | (next & 0x3FU);
    }
    at += static_cast<std::size_t>(more);
    return code;
}

bool isWide(char32_t c)
{
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF)
           || (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF)
           || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60)
           || (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF)
           || (c >= 0x20000 && c <= 0x3FFFD);
}

bool hasNoWidth(char32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x0300 && c <= 0x036F)
           || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || c == 0xFEFF;
}

double advance(char32_t c, bool isMonospaced)
{
    if (hasNoWidth(c)) {
        return 0;
    }
    if (isWide(c)) {
        return wideAdvance;
    }
    if (isMonospaced) {
        return monospacedAdvance;
    }
    switch (c) {
    case U'×':
    case U'→': return 0.838;
    case U'…': return 1.0;
    default: break;
    }
    return c >= 32 && c < 127 ? asciiAdvance[c - 32] / 1000.0 : otherAdvance;
}

} // namespace

TextFace textFace(TextStyle style)
{
    switch (style) {
    case TextStyle::Title: return {13, false, 600};
    case TextStyle::Name: return {11, false, 400};
    case TextStyle::Detail: return {11, true, 400};
    case TextStyle::Label: return {11, true, 400};
    case TextStyle::Badge: return {11, true, 400};
    }
    return {};
}

double TableTextMeasure::width(std::string_view text, TextStyle style) const
{
    const TextFace face = textFace(style);
    double ems = 0;
    for (std::size_t at = 0; at < text.size();) {
        ems += advance(nextCodePoint(text, at), face.isMonospaced);
    }
    const bool isHeavy = face.weight >= 600 && !face.isMonospaced;
    return ems * face.pixels * (isHeavy ? semiboldFactor : 1.0);
}

std::string elideMiddle(std::string_view text, TextStyle style, double limit,
                        const TextMeasure &measure)
{
    // Beyond a few hundred bytes the middle cannot be seen, whatever the limit is.
    constexpr std::size_t half = 200;
    std::string clean;
    if (text.size() > 3 * half) {
        clean.append(text.substr(0, half)).append(text.substr(text.size() - half));
    } else {
        clean = text;
    }
    std::replace_if(
        clean.begin(), clean.end(),
        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
    if (clean.size() == text.size() && measure.width(clean, style) <= limit) {
        return clean;
    }
    std::vector<std::size_t> starts;
    for (std::size_t at = 0; at < clean.size();) {
        starts.push_back(at);
        nextCodePoint(clean, at);
    }
    starts.push_back(clean.size());
    const std::size_t count = starts.size() - 1;
    // Names of one model begin alike and differ at their ends.
    const std::size_t share = style == TextStyle::Name || style == TextStyle::Label ? 3 : 2;
    const auto shortened = [&](std::size_t keep) {
        const std::size_t front = (keep + 1) / share;
        return clean.substr(0, starts[front]) + "…" + clean.substr(starts[count - (keep - front)]);
    };
    std::size_t low = 0;
    std::size_t high = count;
    while (low < high) {
        const std::size_t keep = (low + high + 1) / 2;
        if (measure.width(shortened(keep), style) <= limit) {
            low = keep;
        } else {
            high = keep - 1;
        }
    }
    return shortened(low);
}

} // namespace nervure
