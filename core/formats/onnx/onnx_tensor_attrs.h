// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_tensor.h"
#include "core/graph/attr_dict.h"

namespace nervure::onnx {

/// Sets what a tensor says of the variable that stands for it (graph/onnx_variable.h): its type and shape, for
/// which what the graph says of the variable gives way, where its values are, and few of them.
void describeTensor(const TensorMessage &tensor, AttrDict &attrs);

} // namespace nervure::onnx
