// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/junit.h"
#include "app/cli/table.h"
#include "core/graph/difference/graph_match.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nervure::cli {

/// {nodes {before, after, made, added, removed, replaced, fused, absorbed, changed, renamed}, attributes, inputs,
///  values {shape, dtype, layout, found, lost}, changes [{change, node, index, op, from, reason, details
///  [{what, key, before, after}]}], changed_values [{node, index, output, what, before, after}],
///  results [{what, key, before, after}]}. `index` is the node's place in the file, of what is removed in
/// the one before.
[[nodiscard]] nlohmann::ordered_json differenceJson(const KnownGraph &before,
                                                    const KnownGraph &after,
                                                    const GraphDifference &difference);

/// [{node, why}]: stored values that could not be compared.
[[nodiscard]] nlohmann::ordered_json uncomparedJson(const KnownGraph &after,
                                                    const GraphDifference &difference);

/// "212 certain, 3 likely, 1 guessed; 2 without a counterpart".
[[nodiscard]] std::string matchText(const GraphMatch &match);

/// A row for each thing that differs. With `match`, how sure it is which nodes belong together.
[[nodiscard]] Table differenceTable(const KnownGraph &before, const KnownGraph &after,
                                    const GraphDifference &difference, const GraphMatch *match);

/// A case each for nodes, shapes, types, layouts and results, which says the first that differ.
[[nodiscard]] std::vector<JunitCase> differenceCases(const KnownGraph &before,
                                                     const KnownGraph &after,
                                                     const GraphDifference &difference);

} // namespace nervure::cli
