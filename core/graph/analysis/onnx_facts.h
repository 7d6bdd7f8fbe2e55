// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/onnx_inference.h"

namespace nervure {

/// Tensors of more dimensions occur in no model; their shapes stay unknown.
inline constexpr std::size_t mostDimensions = 64;

/// The facts that name a dimension: numbers by name.
[[nodiscard]] DimensionNumbers dimensionFacts(const Graph &graph, const OnnxFacts &facts);
/// What the file says of a variable.
[[nodiscard]] ValueType declaredType(const Node &variable);
/// What file and facts say of a variable of the model.
[[nodiscard]] ValueType variableType(const Node &variable, const OnnxFacts &facts,
                                     const DimensionNumbers &numbers);
/// A warning for each fact about nothing in the graph.
void warnOfUnusedFacts(const IndexedGraph &graph, const OnnxFacts &facts,
                       const DimensionNumbers &numbers, Diagnostics &warnings);

} // namespace nervure
