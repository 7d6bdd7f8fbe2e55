// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op_registry.h"

#include <set>
#include <string>
#include <string_view>
#include <unordered_set>

namespace nervure {

/// Parameter or input? The variables of the graph that are parameters (weights), for every part of
/// the program: those named in `loaded` (a parameter file); those that feed only operator inputs
/// which their OpSpec marks as parameters; for operators without an OpSpec and calls of compiled
/// kernels, those that are never their input 0 and end in `_weight`, `_bias`, `_gamma`, `_beta`,
/// `_moving_mean`, `_moving_var` or `_parameters`. All other variables are inputs.
[[nodiscard]] std::unordered_set<NodeId> findParameters(
    const Graph &graph, const OpRegistry &ops,
    const std::set<std::string, std::less<>> &loaded = {});

/// The end of a name by which a parameter is known ("_weight"), or nothing.
[[nodiscard]] std::string_view parameterSuffix(std::string_view name);

} // namespace nervure
