// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/tensorflow/tensorflow_params.h"
#include "core/passes/pass_spec.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace nervure {

/// What from_tensorflow is called with beside the graph.
struct TensorFlowArguments {
    std::string layout = "NHWC"; ///< "NCHW": transpositions around what has channels last
    std::map<std::string, std::vector<std::int64_t>> shapes; ///< of placeholders
    std::vector<std::string> outputs; ///< "name", "name:1"; none: the last node
};
/// The same from the options of the pass.
[[nodiscard]] Result<TensorFlowArguments> tensorFlowArguments(const PassContext &context);

/// Makes of a TensorFlow graph what nnvm.frontend.from_tensorflow of TVM 0.5 returns: names, order and faults, and
/// fails as that raises, with the exception's class as code. Lines of Python's warnings are warnings of the code
/// "UserWarning".
[[nodiscard]] Status importTensorFlowGraph(PassContext &context);
/// The same; gives the dictionary that it returns beside the graph.
[[nodiscard]] Result<std::vector<TensorFlowParam>> importTensorFlow(
    PassContext &context, const TensorFlowArguments &arguments);

/// The same without running the pass. Fails as from_tensorflow raises.
[[nodiscard]] Result<std::vector<TensorFlowParam>> tensorFlowParams(
    Graph graph, const OpRegistry &ops, const PassRegistry &passes,
    const TensorFlowArguments &arguments);

} // namespace nervure
