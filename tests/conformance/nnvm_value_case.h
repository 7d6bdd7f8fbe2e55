// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure::conformance {

/// Computes a graph of the corpus on recorded inputs, with the operators' references or on the
/// context's device, and compares with the recorded outputs. Elements that differ since a decision
/// before them lies within tolerance of the tie are excused.
void runNnvmValueCase(const NnvmContext &context, const Graph &graph, const nlohmann::json &numeric,
                      FileReport &report);

} // namespace nervure::conformance
