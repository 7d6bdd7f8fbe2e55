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

void setKind(const TensorMessage &tensor, AttrDict &attrs)
{
    attrs.set(onnx_variable::elemType, elementTypeName(tensor.dataType));
    attrs.set(onnx_variable::shape, dimensionsText(tensor.dims));
    attrs.set(onnx_variable::data, tensor.external ? placeOf(tensor.external->location)
                                                   : std::string(onnx_variable::inside));
}

} // namespace

void TensorDescriptions::describe(const TensorMessage &tensor, AttrDict &attrs)
{
    if (attrs.empty()) {
        const auto location = tensor.external ? std::optional(tensor.external->location)
                                              : std::optional<std::string_view>();
        const auto [shared, isNew] = m_shared.try_emplace({tensor.dataType, tensor.dims, location});
        if (isNew) {
            setKind(tensor, shared->second);
        }
        attrs = shared->second;
    } else {
        setKind(tensor, attrs);
    }
    const auto values = tensor.external ? std::vector<std::string>() : allValues(tensor);
    if (!values.empty()) {
        attrs.set(onnx_variable::value, join(values, ", "));
    }
}

} // namespace nervure::onnx
