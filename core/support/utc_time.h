// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace nervure {

/// The present time as "2026-11-22T01:02:03Z".
[[nodiscard]] std::string utcTimeText();

/// Seconds from a time of that form to the present, negative for one to come; nothing for another text.
[[nodiscard]] std::optional<std::int64_t> secondsSince(const std::string &time);

} // namespace nervure
