// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/graph/indexed/indexed_graph.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace nervure::conformance {

/// A graph with everything that is known of its entries.
struct SizedGraph {
    std::shared_ptr<const IndexedGraph> index;
    Shapes shapes; ///< by entry id
    DTypes types;  ///< by entry id
};

/// The values of all entries of a graph, by entry id.
using EntryValues = std::vector<Tensor>;

/// Computes the outputs of a node from its inputs with the operator's reference. Inputs that the
/// operator mutates are changed in place.
[[nodiscard]] Status computeNode(const SizedGraph &graph, std::uint32_t node, EntryValues &values);

/// Called after a node was computed; may change its outputs.
using NodeHook = std::function<Status(std::uint32_t node, EntryValues &values)>;

/// Computes every node in order. `variables` are by name and must fit; a hook sees each operator.
[[nodiscard]] Result<EntryValues> evaluate(const SizedGraph &graph, const TensorMap &variables,
                                           const NodeHook &hook = {});

/// How far the value of an entry may be from what it should be.
struct Tolerance {
    double absolute = 0;
    double relative = 0;

    /// Whether the numbers agree: NaN and infinities must be the same.
    [[nodiscard]] bool holds(double found, double expected) const;
    [[nodiscard]] double around(double value) const;
};

/// What a value of that type may differ by; none but floats may.
[[nodiscard]] Tolerance toleranceOf(DType type);

/// The tolerance of each entry: that of the least exact type it was computed from, wider behind long
/// reductions; integers that no float led to are exact.
[[nodiscard]] std::vector<Tolerance> tolerancesOf(const SizedGraph &graph);

/// The values again, but every decision that lies within tolerance (an argmax, a rounding, a
/// comparison, a cast to an integer) falls to the other side. Where the result differs from
/// evaluate()'s, neither can be called wrong.
[[nodiscard]] Result<EntryValues> evaluateOtherSides(const SizedGraph &graph,
                                                     const TensorMap &variables,
                                                     std::span<const Tolerance> tolerances);

} // namespace nervure::conformance
