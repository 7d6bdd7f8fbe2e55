// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/lightnet_context.h"

namespace nervure::conformance {

/// One record of cli.json: a call of `lightnet` beside `nervure-cli run --semantics exact`: whether
/// it succeeds, what it prints, which files it writes. `file` holds the files that calls start with.
/// Calls that have no counterpart (help, versions, targets, warning switches, abbreviated options)
/// are no checks.
void runLightNetProgramCase(const LightNetContext &context, const nlohmann::json &file,
                            const nlohmann::json &record, FileReport &report);

} // namespace nervure::conformance
