// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "tests/conformance/device_run.h"
#include "tests/conformance/report.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace nervure::conformance {

/// The number from 0 to 1 that the oracles' formula has at that position of what is called so.
[[nodiscard]] double formulaFraction(std::string_view name, std::uint32_t position);

/// The values of inputs: {"x": {"shape", "dtype", "data"}}, or "formula" in place of data (the
/// formula is in mxnet/README.md, "Weights of zoo_*").
[[nodiscard]] Status addInputs(const nlohmann::json &inputs, TensorMap &values);

/// Values by the formula for every variable that has none yet, in the shapes that inference found.
[[nodiscard]] Status addFormulaWeights(const PassRun &run, TensorMap &values);

/// A file of parameters without a model beside the arrays that MXNet reads from it.
[[nodiscard]] Finding compareArrays(const std::filesystem::path &folder,
                                    const nlohmann::json &oracle);

/// Results beside what was recorded: within `tolerance` of the largest of each.
[[nodiscard]] Finding compareResults(const NamedTensors &results, const nlohmann::json &expected,
                                     double tolerance = 1e-4);

} // namespace nervure::conformance
