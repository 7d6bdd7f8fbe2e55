// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/passes/pass_manager.h"
#include "tests/conformance/report.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nervure::conformance {

// What the cases of NNVM's frontends have in common.

/// A graph as NNVM saves it, without its attributes.
[[nodiscard]] Result<nlohmann::json> savedByNnvm(const Builtins &builtins, const Graph &graph);

/// Learns shape and type of an input or a parameter.
void learnInput(const std::string &name, const nlohmann::json &record, InputFacts &facts);

/// The error of a run beside an exception: its class, and its text without the time, the place in NNVM's
/// source and the list of what an attribute could have been.
[[nodiscard]] Finding compareRefusal(const PassRun &run, const std::string &code,
                                     const std::string &message);

} // namespace nervure::conformance
