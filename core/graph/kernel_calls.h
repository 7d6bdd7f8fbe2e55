// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace nervure {

/// NNVM's operator that calls a compiled kernel: the nodes of runtime graphs.
inline constexpr std::string_view kernelCallOp = "tvm_op";

[[nodiscard]] bool isKernelCall(const Node &node);

/// Outputs of a node of a runtime graph: one, unless a call says otherwise in `num_outputs`. Numbers
/// that no kernel has count as one.
[[nodiscard]] std::uint32_t runtimeOutputs(const Node &node);

/// The name of the kernel that a node calls; null for all other nodes, and where it has none.
[[nodiscard]] const std::string *calledKernel(const Node &node);

} // namespace nervure
