// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/evaluation.h"
#include "tests/conformance/lightnet_context.h"
#include "tests/conformance/lightnet_oracle.h"

namespace nervure::conformance {

/// Compares the values behind every operator and at the end ("values") and what is printed
/// ("stdout"). Floats agree bit by bit, but for what a function of the mathematical library led to.
void runLightNetValueCase(const LightNetJob &job, const LightNetOracle &oracle, FileReport &report);

/// The first element that is farther from the recorded one than that, if any.
[[nodiscard]] std::string compareWithin(const std::string &name, const Tensor &found,
                                        const nlohmann::json &recorded, const Tolerance &tolerance);

} // namespace nervure::conformance
