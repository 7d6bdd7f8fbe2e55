// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"
#include "core/support/result.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace nervure::tests {

/// A kind of network as people open them, of any size: for benchmarks and tests of drawing. What
/// they compute is beside the point, how they are wired is not.
struct GraphFamily {
    std::string_view name;
    /// About `operators` operators, parameters not counted; never fewer than one block.
    Result<Graph> (*make)(const OpRegistry &ops, std::size_t operators);
    bool isRegular = true; ///< made of blocks that repeat
};

/// resnet, densenet (concatenations chained), densenet-full (each takes all earlier maps of its
/// block), inception, lstm (three layers unrolled), lstm-sequence (cut into steps
/// by one operator, joined by another), lstm-both (the same in both directions), transformer, transformer-mask (one attention
/// mask read by every layer), random.
[[nodiscard]] std::span<const GraphFamily> graphFamilies();

/// The same graph three times: skips (operators that are known), skips-unknown (all of one kind that is not)
/// and skips-strangers (a thousand kinds).
[[nodiscard]] std::span<const GraphFamily> graphsOfUnknowns();

/// A residual network whose shapes fit together, for 1×64×H×W values of its input "data".
[[nodiscard]] Result<Graph> fittingNetwork(const OpRegistry &ops, std::size_t operators);

/// The family of that name, or null.
[[nodiscard]] const GraphFamily *findGraphFamily(std::string_view name);

} // namespace nervure::tests
