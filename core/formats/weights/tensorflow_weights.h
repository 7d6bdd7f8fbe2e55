// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/onnx_weights.h"

#include <string_view>

namespace nervure {

/// The constants of a TensorFlow graph by the names of their nodes, those of functions by the nodes that call these
/// and the attributes that name them ("if/then_branch/w", "twice/w").
Result<FoundWeights> tensorFlowWeights(std::string_view graph);

} // namespace nervure
