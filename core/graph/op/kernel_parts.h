// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op/op_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What a compiled kernel computes, as its name says.
struct KernelParts {
    std::vector<std::string> operators;      ///< in their order, as "conv2d", "add", "relu"
    OpCategory category = OpCategory::Other; ///< of the one that takes most of the time, as a rule
    bool isCut = false; ///< the name was too long for the compiler: more operators follow
};

/// Reads the name of a function that NNVM, TVM or our own compiler made of fused operators:
/// fuse_conv2d_relu_3, fused_nn_conv2d_add_nn_relu (TVM up to 0.7), tvmgen_default_fused_nn_dense_add_2
/// (from 0.8 on). The longest operator that is known wins; words of which none begins are an operator of
/// their own. No operators for names that are made otherwise.
[[nodiscard]] KernelParts kernelParts(std::string_view function);

/// "conv2d + add + relu"; the function's name where nothing can be read from it.
[[nodiscard]] std::string kernelTitle(std::string_view function);

/// What people know an operator's node by: its operator, or what the kernel computes that it calls.
[[nodiscard]] std::string nodeTitle(const Node &node);

/// The color of a node: its operator's, or that of the heaviest part of the kernel it calls. `spec` is that
/// of the node, null if there is none.
[[nodiscard]] OpCategory nodeCategory(const Node &node, const OpSpec *spec);

} // namespace nervure
