// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/text_measure.h"

#include <QFontMetricsF>

#include <array>

namespace nervure {

/// Text widths by Qt's metrics of the fonts that paint it. Make it on the UI thread; one thread at
/// a time may use it, any thread.
class QtTextMeasure final : public TextMeasure {
public:
    QtTextMeasure();

    [[nodiscard]] double width(std::string_view text, TextStyle style) const override;

private:
    /// A face with the advances of the characters that names and shapes are made of, so that
    /// measuring a large graph does not shape every text.
    struct Face {
        explicit Face(TextStyle style);

        QFontMetricsF metrics;
        std::array<double, 128> ascii{};
        double times = 0;    ///< ×
        double arrow = 0;    ///< →
        double ellipsis = 0; ///< …
    };

    std::array<Face, 5> m_faces;
};

} // namespace nervure
