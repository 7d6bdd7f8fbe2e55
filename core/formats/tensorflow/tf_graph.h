// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"
#include "core/formats/tensorflow/tf_messages.h"

#include <string_view>

namespace nervure::tensorflow {

/// The graph of a GraphDef whose messages are views of `file`. Nodes have the ids of their places in it. A
/// Placeholder is a variable, a Const one whose values are in the file (onnx_variable::data); all else is an
/// operator. Inputs "^a" are control dependencies. Functions are the bodies of the nodes that name them, in an
/// attribute ("graph NAME") or as operator. Loops have no cycles (tf_loops.h). Results are what nobody reads.
[[nodiscard]] Result<LoadedGraph> buildGraph(const GraphMessage &message, std::string_view file,
                                             const OpRegistry &ops);

} // namespace nervure::tensorflow
