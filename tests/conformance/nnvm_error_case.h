// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_inference.h"
#include "tests/conformance/report.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nervure::conformance {

/// Runs one faulty or odd input through its stages and compares where it fails. What NNVM refuses
/// on load and this program opens counts as found when a diagnostic says so (DESIGN: unknown keys,
/// unknown operators, escapes). Where NNVM's process ends, any diagnostic up to there counts.
void runNnvmErrorCase(const NnvmContext &context, const nlohmann::json &errorCase, Report &report);

} // namespace nervure::conformance
