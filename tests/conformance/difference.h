// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace nervure::conformance {

/// The first place where two JSON values differ, as "at /path: found X, expected Y"; nothing when
/// they are equal.
[[nodiscard]] std::string firstDifference(const nlohmann::json &found,
                                          const nlohmann::json &expected);

/// The same for texts: the first line that differs.
[[nodiscard]] std::string firstTextDifference(const std::string &found,
                                              const std::string &expected);

/// The same for sets: what one has and the other has not.
[[nodiscard]] std::string firstSetDifference(std::vector<std::string> found,
                                             std::vector<std::string> expected);

/// At most 160 bytes of the value's text.
[[nodiscard]] std::string shortened(const nlohmann::json &value);

/// A recorded number, which may be a truth value or a text: "nan", "inf", "-inf". Throws on anything else.
[[nodiscard]] double numberOf(const nlohmann::json &value);

} // namespace nervure::conformance
