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

/// What people know an operator's node by: its operator, or the kernel that it calls.
[[nodiscard]] const std::string &nodeTitle(const Node &node);

} // namespace nervure
