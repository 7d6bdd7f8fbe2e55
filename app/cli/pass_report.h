// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/pipeline.h"
#include "core/graph/difference/graph_difference.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace nervure::cli {

class Console;

/// All graph attributes by name; dtypes as NNVM's codes.
[[nodiscard]] nlohmann::ordered_json attrsJson(const Analyses &analyses);

/// {params, param_bytes, macs, activation_bytes, planned_bytes, peak_bytes}; null where an amount is not known.
[[nodiscard]] nlohmann::ordered_json totalsJson(const GraphTotals &totals);

/// [{name, ms, changed, part_of, …}] with the totals after each step, and the difference to the one before
/// (differenceJson(), of passDifferences()), of the first to `start`; part_of is null for passes that were asked for themselves.
[[nodiscard]] nlohmann::ordered_json stepsJson(const KnownGraph &start,
                                               const std::vector<PassResult> &steps,
                                               const std::vector<GraphDifference> &differences);

/// The graph attributes a result is written with: those of the file that no pass derives (all, if
/// it is a compiled graph), and with `keep` the computed ones in NNVM's form ([tag, value]).
[[nodiscard]] std::vector<GraphAttr> attrsAfter(const std::vector<GraphAttr> &before,
                                                const Analyses &analyses,
                                                const PassRegistry &passes, bool keep);

/// A table with one row a node entry and one column an entry attribute.
void printEntries(Console &console, const PassRun &run);

/// A table of the passes: their times, what they changed, and what the graph holds and costs after each.
void printSteps(Console &console, const std::vector<PassResult> &steps,
                const std::vector<GraphDifference> &differences);

} // namespace nervure::cli
