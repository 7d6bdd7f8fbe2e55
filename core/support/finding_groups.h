// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nervure {

/// Findings of one cause: what is wrong in the same way with several nodes.
struct FindingGroup {
    std::vector<std::size_t> members; ///< which of the findings, in their order; never empty
    std::size_t count = 0;            ///< Diagnostic::count() of them all

    [[nodiscard]] std::size_t first() const { return members.front(); }
};

/// What findings of one cause have in common: their severity, code and message, but for the name of the
/// node that each is about.
[[nodiscard]] std::string causeOf(const Diagnostic &finding);

/// What the message says of all nodes of one cause: without the name of the one that it is about.
[[nodiscard]] std::string commonMessage(const Diagnostic &finding);

/// The findings by their cause, in the order of the first of each.
[[nodiscard]] std::vector<FindingGroup> groupFindings(const Diagnostics &findings);

/// The message of a finding that stands for `count` of its cause: "…; 12 times, first here".
[[nodiscard]] std::string countedMessage(const Diagnostic &finding, std::size_t count);

} // namespace nervure
