// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nervure::tests {

/// How a new `nervure_opening` opened a model. Negative: it did not say.
struct Opening {
    double ms = 0;           ///< from the start of the program to the painted picture
    double gap = 0;          ///< the longest round of its event loop, in ms
    double busy = 0;         ///< processor time of its thread in that round, in ms
    double mib = 0;          ///< peak memory, pages of mapped files that were looked at among it
    double anonymousMib = 0; ///< memory of no file, when all is quiet
};

/// Opens the file in a program without cache and settings, whose home folder is to be `home`. Nothing where it
/// does not open within a minute.
[[nodiscard]] std::optional<Opening> openOnce(const std::string &program, const std::string &file,
                                              const std::string &home, bool isFolded);

/// The median of one figure; -1 of none.
[[nodiscard]] double medianOf(std::vector<Opening> openings, double Opening::*figure);

} // namespace nervure::tests
