// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <string>

namespace nervure::tests {

/// The model of a fittingNetwork() (tests/support/graph_families.h) as ONNX has it: the same operators, names
/// and edges, its convolutions by channels, float32 parameters of the shapes that fit an input of 1×72×56×56, all
/// zero.
[[nodiscard]] std::string onnxTwinOf(const Graph &fitting);

} // namespace nervure::tests
