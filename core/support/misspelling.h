// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nervure {

/// The candidate that `text` is misspelt from beyond doubt: the only one that differs by two letters in
/// the other order, or by one letter that is missing or too much, not the first. Another letter, another
/// digit or another case may make another word, as in axes and axis, conv1d and conv2d.
[[nodiscard]] std::optional<std::string> misspeltFrom(std::string_view text,
                                                      std::span<const std::string> candidates);

} // namespace nervure
