// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure::conformance {

/// Runs one faulty or odd input through its stages. Where NNVM refuses or its process ends, at
/// least one error must be given by the stage at which it does (a mention for what this program
/// reads anyway), at the node that the record or NNVM's message names. Where NNVM accepts, there
/// must be no error, the same results, and a warning for what expectedWarnings() finds.
void runNnvmErrorCase(const NnvmContext &context, const nlohmann::json &errorCase,
                      FileReport &report);

} // namespace nervure::conformance
