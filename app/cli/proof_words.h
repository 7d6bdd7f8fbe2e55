// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/value_comparison.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace nervure::cli {

inline constexpr std::string_view sameWord = "same";
inline constexpr std::string_view differentWord = "different";

/// An error with three digits.
[[nodiscard]] std::string errorText(double value);
/// {absolute, relative, ulps}.
[[nodiscard]] nlohmann::ordered_json errorJson(const TensorError &error);
/// See modelsJson().
[[nodiscard]] nlohmann::ordered_json comparedJson(const ComparedValue &value);
/// How far a value is from the other, expected how far at most; why it was not compared.
[[nodiscard]] std::string errorWords(const ComparedValue &value);

/// {node, nan, infinite} or null.
[[nodiscard]] nlohmann::ordered_json nonFiniteJson(const std::optional<NonFiniteSource> &source);
/// "'exp0' of numbers: 3 NaN".
[[nodiscard]] std::string nonFiniteText(const NonFiniteSource &source);

} // namespace nervure::cli
