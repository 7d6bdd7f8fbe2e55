// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_type.h"

#include <QString>

#include <cstdint>
#include <string_view>

namespace nervure {

/// Core's UTF-8 text as Qt has it. Bytes that are no UTF-8 become replacement characters.
[[nodiscard]] inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// The unit of a column of times, so that its numbers can be compared at a glance.
enum class TimeUnit { Microseconds, Milliseconds, Seconds };

/// The unit in which the largest time of a column (in ms) reads best.
[[nodiscard]] TimeUnit timeUnitFor(double largestMs);

/// "1.24 ms": three significant digits. Times are milliseconds. NaN gives a dash.
[[nodiscard]] QString formatTime(double ms, TimeUnit unit);
[[nodiscard]] QString formatTime(double ms);

/// "3.1 MB" (10^6); bytes below 1000 exactly: "640 B". Negative gives a dash.
[[nodiscard]] QString formatBytes(std::int64_t bytes);
/// "3,145,728 bytes", for tooltips.
[[nodiscard]] QString formatBytesExactly(std::int64_t bytes);

/// Grouped by the reader's locale: "11,689,512".
[[nodiscard]] QString formatCount(std::int64_t count);
/// "1.81 G", "11.7 M"; below 1000 exact. Three significant digits.
[[nodiscard]] QString formatAmount(double amount);

/// A share of 1 as "12.3 %".
[[nodiscard]] QString formatShare(double share);

/// "1×64×56×56", "scalar", "?" (core's label).
[[nodiscard]] QString formatShape(const Shape &shape);

/// Lines that are too long to read, broken between words: for tool tips, which break none themselves.
[[nodiscard]] QString inShortLines(const QString &text);

/// Reads what a person types for a shape: "1,3,224,224", "1x3x224x224", "1×3×224×224", with or
/// without brackets. Nothing if it is something else or has a dimension that is not positive.
[[nodiscard]] std::optional<Shape> parseShape(const QString &text);

} // namespace nervure
