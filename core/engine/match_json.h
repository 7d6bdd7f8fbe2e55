// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_match.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure {

/// {certain, likely, guess, double_names, matches [{before, after, by, certainty}], only_before [{node, alike}],
///  only_after [{node, alike}]}.
[[nodiscard]] nlohmann::ordered_json matchJson(const KnownGraph &before, const KnownGraph &after,
                                               const GraphMatch &match);

} // namespace nervure
