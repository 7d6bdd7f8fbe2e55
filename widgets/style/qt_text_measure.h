// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/text_measure.h"

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
    std::array<QFontMetricsF, 5> m_metrics;
};

} // namespace nervure
