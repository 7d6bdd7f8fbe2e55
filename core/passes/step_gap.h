// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace nervure {

/// What a pass that found no error left open all the same: values without a shape, a type or a place in
/// memory. Where there is a gap, a sum over all values is a part of the whole.
struct StepGap {
    enum class Kind : std::uint8_t { OfShapes, OfTypes, OfStorage };
    /// Why the first value is not known.
    enum class Cause : std::uint8_t {
        Input,           ///< it is a variable that nobody has given one
        UnknownOperator, ///< it is made by an operator that has no rules
        Inference,       ///< its operator's rule could not tell
    };

    Kind kind = Kind::OfShapes;
    std::int64_t missing = 0; ///< values; at least 1
    std::int64_t all = 0;     ///< values that the pass is about: not variables, where storage is
    Cause cause = Cause::Inference;
    NodeId node;      ///< that makes the first of them, in the order of the graph
    std::string name; ///< of that node
    std::string op;   ///< its operator

    bool operator==(const StepGap &) const = default;
};

/// The gap of a pass that provides these attributes, in what `analyses` say over the snapshot. Nothing
/// where it provides none of shape, dtype and storage_id, or all values have theirs.
[[nodiscard]] std::optional<StepGap> findGap(std::span<const std::string> provides,
                                             const IndexedGraph &index, const Analyses &analyses);

/// "12 of 30 shapes are unknown: nothing tells that of input 'data'".
[[nodiscard]] std::string gapText(const StepGap &gap);

} // namespace nervure
