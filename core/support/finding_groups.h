// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nervure {

/// Findings of one cause: what is wrong in the same way with several nodes.
struct FindingGroup {
    std::size_t first = 0; ///< which of the findings came first
    std::size_t count = 0;
};

/// What findings of one cause have in common: their severity, code and message, but for the name of the
/// node that each is about.
[[nodiscard]] std::string causeOf(const Diagnostic &finding);

/// The findings by their cause, in the order of the first of each.
[[nodiscard]] std::vector<FindingGroup> groupFindings(const Diagnostics &findings);

/// The message of a finding that stands for `count` of its cause: "…; 12 times, first here".
[[nodiscard]] std::string countedMessage(const Diagnostic &finding, std::size_t count);

} // namespace nervure
