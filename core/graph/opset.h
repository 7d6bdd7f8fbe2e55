// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// The version of ONNX's operator set that the nodes of a graph are of; 0 where none says so.
[[nodiscard]] std::uint16_t opsetOf(const Graph &graph);

/// What new ONNX models are of, which every runtime since 2022 reads: the operator set, and the version of the
/// file format that came with it.
inline constexpr std::uint16_t newOnnxOpset = 17;
inline constexpr int newOnnxIrVersion = 8;
/// The attributes of a graph that say so.
[[nodiscard]] std::vector<GraphAttr> newOnnxAttrs();

} // namespace nervure
