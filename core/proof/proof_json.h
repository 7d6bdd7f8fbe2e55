// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/bisection.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string_view>

namespace nervure {

/// {name, before, op, place, index, before_place, before_index, output, boundary, shape, dtype, absolute, relative, ulps,
///  tolerance, compared, differs, remark}: `place` numbers the node in the indexed graph, `index` its outputs.
[[nodiscard]] nlohmann::ordered_json comparedJson(const ComparedValue &value);
[[nodiscard]] ComparedValue comparedFrom(const nlohmann::ordered_json &json);

/// {node, nan, infinite} or null.
[[nodiscard]] nlohmann::ordered_json nonFiniteJson(const std::optional<NonFiniteSource> &source);
[[nodiscard]] std::optional<NonFiniteSource> nonFiniteFrom(const nlohmann::ordered_json &json);

/// {verdict: proofWord(), complete, compared_steps, asked_steps, against "before" | "first", assumed [text], invented
///  [name], steps [{name, verdict, remark, compared, made_good, absolute, relative, ulps, non_finite, unreadable,
///  assumed, seeds, seed, across [step], values [value]}], found {step (from 1), pass, node, from, reason, value} or
///  null}.
[[nodiscard]] nlohmann::ordered_json bisectionJson(const Bisection &bisection);
/// What bisectionJson() wrote; ids of nodes are not in it. Nothing where it is none.
[[nodiscard]] std::optional<Bisection> bisectionFrom(const nlohmann::ordered_json &json);

} // namespace nervure
