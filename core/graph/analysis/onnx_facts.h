// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/onnx_inference.h"

namespace nervure {

/// Tensors of more dimensions occur in no model; their shapes stay unknown.
inline constexpr std::size_t mostDimensions = 64;

/// The facts that name a dimension: numbers by name.
[[nodiscard]] DimensionNumbers dimensionFacts(const Graph &graph, const OnnxFacts &facts);
/// Takes away what nobody can mean: exporters write -1 for sizes that they do not know.
void dropNonsense(std::optional<Dimensions> &shape);
/// What the file says of a variable.
[[nodiscard]] ValueType declaredType(const Node &variable);
/// What file and facts say of a variable of the model.
[[nodiscard]] ValueType variableType(const Node &variable, const OnnxFacts &facts,
                                     const DimensionNumbers &numbers);
/// How much of the types that the file declares for operators' values holds beside the facts.
struct DeclaredUse {
    enum class Extent : std::uint8_t { Nothing, ElementTypes, All };
    Extent extent = Extent::Nothing;
    DimensionNumbers numbers; ///< of named dimensions, also by what was given in their place

    /// What is declared of an output as far as it holds.
    [[nodiscard]] ValueType of(const Node &node, std::size_t output) const;
};
[[nodiscard]] DeclaredUse declaredUse(const Graph &graph, const OnnxFacts &facts,
                                      const DimensionNumbers &numbers);

/// A warning for each fact about nothing in the graph.
void warnOfUnusedFacts(const IndexedGraph &graph, const OnnxFacts &facts,
                       const DimensionNumbers &numbers, Diagnostics &warnings);

} // namespace nervure
