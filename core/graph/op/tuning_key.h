// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace nervure {

/// A key of a choice: the family, a trace of its source (what was measured on other code says
/// nothing of this), and the sizes that decide.
[[nodiscard]] std::string tuningKey(std::string_view family, std::string_view source,
                                    std::span<const std::int64_t> sizes);

} // namespace nervure
