// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstdint>

namespace nervure {

/// The version of ONNX's operator set that the nodes of a graph are of; 0 where none says so.
[[nodiscard]] std::uint16_t opsetOf(const Graph &graph);

} // namespace nervure
