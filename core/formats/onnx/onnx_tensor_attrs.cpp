// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_tensor_attrs.h"

#include "core/formats/onnx/onnx_types.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

namespace nervure::onnx {

namespace {

/// The file as the attribute names it: one that is called as what stands for the model itself, by its folder, too.
std::string placeOf(std::string_view location)
{
    return (location == onnx_variable::inside ? "./" : "") + std::string(location);
}

} // namespace

void describeTensor(const TensorMessage &tensor, AttrDict &attrs)
{
    attrs.set(onnx_variable::elemType, elementTypeName(tensor.dataType));
    attrs.set(onnx_variable::shape, dimensionsText(tensor.dims));
    const bool isInside = !tensor.external;
    attrs.set(onnx_variable::data,
              isInside ? std::string(onnx_variable::inside) : placeOf(tensor.external->location));
    const auto values = isInside ? allValues(tensor) : std::vector<std::string>();
    if (!values.empty()) {
        attrs.set(onnx_variable::value, join(values, ", "));
    }
}

} // namespace nervure::onnx
