// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/lightnet_context.h"

namespace nervure::conformance {

/// One record of cli.json: a call of `lightnet` beside `nervure-cli run --semantics exact`: whether
/// it succeeds, what it prints, which files it writes. `file` holds the files that calls start with.
/// Long options stand for short ones, switches of messages for nothing. Calls that have no
/// counterpart (help, versions, a source too many) are no checks.
void runLightNetProgramCase(const nlohmann::json &file, const nlohmann::json &record,
                            FileReport &report);

} // namespace nervure::conformance
