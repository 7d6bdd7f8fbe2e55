// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <string_view>
#include <vector>

namespace nervure {

/// A line of a difference as it is shown.
struct DifferenceLine {
    enum class Kind { Same, Removed, Added, Place };

    Kind kind = Kind::Same;
    QString text; ///< with the sign in front; long lines are cut around what differs
};

/// What turns one text into the other, for people: unified, cut where it is too much to read.
struct TextChange {
    std::vector<DifferenceLine> lines;
    std::size_t added = 0;   ///< lines, all of them
    std::size_t removed = 0; ///< likewise
    bool isCut = false;      ///< there is more than `lines` shows
};

/// Compares two texts, for any thread: a few hundred milliseconds for many megabytes.
[[nodiscard]] TextChange textChange(std::string_view before, std::string_view after);

} // namespace nervure
