// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure::conformance {

/// Compares the runtime graph of each recorded build with what Compile makes of the model.
/// `oracle` says the shapes and types of the inputs, `builds` is the content of NAME.tvm.json.
void runNnvmBuildCase(const NnvmContext &context, const Graph &graph, const nlohmann::json &oracle,
                      const nlohmann::json &builds, FileReport &report);

} // namespace nervure::conformance
