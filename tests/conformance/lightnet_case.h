// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/lightnet_context.h"

namespace nervure::conformance {

/// Compares one document with what LightNet did with it: parse, round trip, shape, order, plan,
/// offsets, totals, emitted IR, values, stdout.
void runLightNetCase(const LightNetContext &context, const std::string &text,
                     const nlohmann::json &oracle, FileReport &report);

/// One record of errors.json: where LightNet refuses or dies there must be an error, at the operator
/// that it names; where it accepts there must be none, and what it prints is compared.
void runLightNetErrorCase(const LightNetContext &context, const nlohmann::json &record,
                          FileReport &report);

} // namespace nervure::conformance
