// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_difference.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nervure {

/// A line of a graph's text, and the node that it is about; of the last line none.
struct NodeLine {
    std::string text;
    NodeId node{};
};

/// The graph as text, a line a node in its order, with what is known of its outputs; then its results.
/// Values are called by the nodes that make them, so that a line says the same whatever else there is:
///
///     conv0 = conv2d(data, conv0_weight, channels=64, strides=(2,2))  # 1×64×112×112 float32
///     return softmax
[[nodiscard]] std::vector<NodeLine> graphLines(const KnownGraph &known);

/// A line of what two texts differ in.
struct ComparedLine {
    enum class Kind : std::uint8_t { Same, Removed, Added, Gap };

    Kind kind = Kind::Same;
    NodeLine line;           ///< of the graph after; of a removed line the one before
    std::size_t skipped = 0; ///< of a gap: lines that are the same
};

/// What turns one text into the other, each change with three lines around it. Empty where they are equal.
[[nodiscard]] std::vector<ComparedLine> compareLines(const std::vector<NodeLine> &before,
                                                     const std::vector<NodeLine> &after);

} // namespace nervure
