// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A run of lines that two texts have alike, or that only one of them has.
struct LineRun {
    enum class Kind { Same, Removed, Added };

    Kind kind = Kind::Same;
    std::size_t oldLine = 0; ///< the first line's number in the old text, from 0
    std::size_t newLine = 0;
    std::size_t count = 0;

    bool operator==(const LineRun &) const = default;
};

/// What turns one text into the other, line by line: as few lines as can be found with bounded work.
[[nodiscard]] std::vector<LineRun> lineDifference(std::string_view before, std::string_view after);

/// The difference as people and `patch` read it (unified, three lines around every change), or
/// nothing for equal texts. Line ends stay as they are; `beforeName` and `afterName` head it.
[[nodiscard]] std::string unifiedDifference(std::string_view before, std::string_view after,
                                            std::string_view beforeName,
                                            std::string_view afterName);

} // namespace nervure
