// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure::conformance {

/// One record of gradients.json: the graph that Gradient makes of a model of the corpus, the names
/// of its outputs and the shapes inferred on it, or that there is none. The number behind ones_like
/// counts as long as NNVM's process lives and is a label.
void runNnvmGradientCase(const NnvmContext &context, const nlohmann::json &record,
                         FileReport &report);

} // namespace nervure::conformance
