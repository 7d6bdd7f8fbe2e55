// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace nervure {

/// "11,689,512": digits in groups of three.
[[nodiscard]] std::string groupedText(std::int64_t value);

/// "3.1 MB" (10^6): two significant digits at least, the unit chosen by size; "512 B".
[[nodiscard]] std::string bytesText(std::int64_t bytes);

/// "1.82 G", "234 M", "12.5 k", "7": three significant digits of a count.
[[nodiscard]] std::string countText(std::int64_t count);

/// "1.24 ms", "812 µs", "2.07 s": three significant digits, the unit chosen by size.
[[nodiscard]] std::string durationText(double milliseconds);

/// Three significant digits in plain notation: "1.24", "12.4", "124", "1240", "0.00123".
[[nodiscard]] std::string threeDigits(double value);

} // namespace nervure
