// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nervure::conformance {

/// Compares each stage of each optimization level, as Compile runs it, with the oracle's `opt_level`;
/// what was made for another target than opencl (`3_llvm`) is skipped.
void runNnvmCompileCase(const NnvmContext &context, const Graph &graph,
                        const nlohmann::json &oracle, FileReport &report);

} // namespace nervure::conformance
