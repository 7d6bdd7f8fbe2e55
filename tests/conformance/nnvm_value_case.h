// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_inference.h"
#include "tests/conformance/report.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nervure::conformance {

/// Computes a graph of the corpus with the operators' references, on recorded inputs, and compares
/// with the recorded outputs: integers exactly, floats within 1e-4 absolute or 1e-3 relative.
void runNnvmValueCase(const NnvmContext &context, const std::string &name, const std::string &text,
                      const nlohmann::json &numeric, Report &report);

} // namespace nervure::conformance
