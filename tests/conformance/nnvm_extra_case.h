// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure::conformance {

/// One record of extra_passes.json: passes applied to a graph (or a text) with graph attributes,
/// and the graph, the attributes or the error that came of it.
void runNnvmExtraCase(const NnvmContext &context, const nlohmann::json &record, FileReport &report);

} // namespace nervure::conformance
