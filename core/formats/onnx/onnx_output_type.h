// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_graph_writer.h"

namespace nervure::onnx {

/// The type of a value of the new graph as inference finds it, as attributes of a variable; none where it finds
/// nothing, or the rewrite does not want it.
[[nodiscard]] AttrDict inferredType(const GraphRewrite &rewrite, const Entry &value);

} // namespace nervure::onnx
