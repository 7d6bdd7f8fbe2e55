// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_tensor_attrs.h"

#include "core/formats/onnx/onnx_types.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

namespace nervure::onnx {

void describeTensor(const TensorMessage &tensor, AttrDict &attrs)
{
    attrs.set(onnx_variable::elemType, elementTypeName(tensor.dataType));
    attrs.set(onnx_variable::shape, dimensionsText(tensor.dims));
    const bool isInside = !tensor.external;
    attrs.set(onnx_variable::data, isInside ? std::string(onnx_variable::inside)
                                            : std::string(tensor.external->location));
    const auto values = isInside ? allValues(tensor) : std::vector<std::string>();
    if (!values.empty()) {
        attrs.set(onnx_variable::value, join(values, ", "));
    }
}

} // namespace nervure::onnx
