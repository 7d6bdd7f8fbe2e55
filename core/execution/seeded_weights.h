// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace nervure {

/// What a variable's values are for; decides the range they are drawn from.
enum class ValueRole : std::uint8_t {
    Data,     ///< an input: [-1, 1), whole numbers 0 to 9 for integer types
    Weight,   ///< ± sqrt(6 / fan-in): the variance of activations stays as it is through a relu
    Residual, ///< half of it, for what is added to something else: deep sums stay small
    Kernel,   ///< as Weight, of a framework that has the outputs last
    ResidualKernel,
    ChannelKernel, ///< of a convolution of each channel by itself: [sizes, channels, results of each]
    Bias,          ///< also beta, offsets and means: [-0.1, 0.1)
    Scale,         ///< also gamma: [0.9, 1.1)
    Variance,      ///< [0.5, 1.5)
};

/// What every variable is for, by node id (Data for other nodes): by the name of the operator input
/// it feeds first ("weight", "gamma", …), else by the ending of its own name.
[[nodiscard]] std::vector<ValueRole> valueRolesOf(const IndexedGraph &graph);

/// Values that depend on the name, the seed and the position alone, so that they are equal on every
/// machine and device. Integers in place of fractions for integer types. Fails as Tensor::zeros.
Result<Tensor> seededTensor(std::string_view name, ValueRole role, DType type, const Shape &shape,
                            std::uint64_t seed);

} // namespace nervure
