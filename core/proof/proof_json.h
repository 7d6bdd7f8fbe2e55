// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/bisection.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string_view>

namespace nervure {

inline constexpr std::string_view sameWord = "same";
inline constexpr std::string_view differentWord = "different";

/// {name, before, op, place, index, before_place, before_index, output, shape, dtype, absolute, relative, ulps,
///  tolerance, compared, differs, remark}: `place` numbers the node in the indexed graph, `index` its outputs.
[[nodiscard]] nlohmann::ordered_json comparedJson(const ComparedValue &value);
[[nodiscard]] ComparedValue comparedFrom(const nlohmann::ordered_json &json);

/// {node, nan, infinite} or null.
[[nodiscard]] nlohmann::ordered_json nonFiniteJson(const std::optional<NonFiniteSource> &source);
[[nodiscard]] std::optional<NonFiniteSource> nonFiniteFrom(const nlohmann::ordered_json &json);

/// {verdict, against "before" | "first", steps [{name, verdict, remark, compared, made_good, absolute, relative, ulps, non_finite,
///  values [value]}], found {step, pass, node, from, reason, value} or null}.
[[nodiscard]] nlohmann::ordered_json bisectionJson(const Bisection &bisection);
/// What bisectionJson() wrote; ids of nodes are not in it. Nothing where it is none.
[[nodiscard]] std::optional<Bisection> bisectionFrom(const nlohmann::ordered_json &json);

} // namespace nervure
