// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/lightnet_context.h"

namespace nervure::conformance {

/// One record of extra/reference_outputs.json: what a document of the corpus gives in fixed
/// semantics, where LightNet itself has no code. Where several conventions are recorded, those of
/// fixed semantics count. Documents that are not in the folder are skipped.
void runLightNetReferenceCase(const LightNetContext &context, const std::string &name,
                              const nlohmann::json &record, FileReport &report);

/// The records of one operator in extra/tensorlight_*.json: what the library below LightNet computes
/// when it is called directly, beside the operator in fixed semantics. Operators that this has no
/// document for are skipped by name.
void runLightNetLibraryCase(const LightNetContext &context, const std::string &optype,
                            const nlohmann::json &records, FileReport &report);

} // namespace nervure::conformance
