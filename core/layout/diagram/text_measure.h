// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace nervure {

/// The kinds of text in the picture.
enum class TextStyle { Title, Name, Detail, Label, Badge };

/// How a kind of text is set: size in picture pixels, face and weight (CSS numbers).
struct TextFace {
    double pixels = 0;
    bool isMonospaced = false;
    int weight = 400;
};
[[nodiscard]] TextFace textFace(TextStyle style);

/// How wide text is: Qt's metrics in the window, a table in nervure-cli.
class TextMeasure {
public:
    virtual ~TextMeasure() = default;
    /// Advance width of UTF-8 text in picture pixels.
    [[nodiscard]] virtual double width(std::string_view text, TextStyle style) const = 0;
};

/// Widths from an embedded table of advances: those of common sans-serif and monospaced faces,
/// one em for wide East Asian characters, none for combining marks. Safe for any bytes.
class TableTextMeasure final : public TextMeasure {
public:
    [[nodiscard]] double width(std::string_view text, TextStyle style) const override;
};

/// `text` shortened in the middle with an ellipsis so that it is at most `limit` wide; never cuts
/// inside a UTF-8 sequence. Of names more is left of their ends than of their beginnings. Control characters become spaces.
[[nodiscard]] std::string elideMiddle(std::string_view text, TextStyle style, double limit,
                                      const TextMeasure &measure);

} // namespace nervure
