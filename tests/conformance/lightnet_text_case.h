// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/lightnet_context.h"

namespace nervure::conformance {

/// One record of extra/emitted_text.json: the exact text of a compiled document.
void runLightNetTextCase(const LightNetContext &context, const nlohmann::json &record,
                         FileReport &report);

/// One record of il2json.json: a text in the .net language and the document it stands for, or its
/// refusal. Records that hold nothing but a name are skipped.
void runLightNetNetCase(const nlohmann::json &record, FileReport &report);

} // namespace nervure::conformance
