// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "tests/conformance/frontend_context.h"

#include <nlohmann/json.hpp>

namespace nervure::conformance {

/// Shapes and types of a Darknet network, in fixed semantics.
[[nodiscard]] PassRun inferredDarknet(const FrontendContext &context, const Graph &graph);

/// The network's arrays by its variables' names: of the weights file, or by the oracles' formula.
[[nodiscard]] Result<TensorMap> darknetArrays(const FrontendContext &context,
                                              const nlohmann::json &oracle, const Graph &graph,
                                              Semantics semantics);

} // namespace nervure::conformance
