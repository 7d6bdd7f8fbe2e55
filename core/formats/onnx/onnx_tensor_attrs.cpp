// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_tensor_attrs.h"

#include "core/formats/onnx/external_data.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/formats/tensors/stored_elements.h"
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
    const auto values = tensor.external ? valuesOutside(tensor) : allValues(tensor);
    if (!values.empty()) {
        attrs.set(onnx_variable::value, join(values, ", "));
    }
}

const FileBytes *TensorDescriptions::fileAt(std::string_view location)
{
    const auto known = m_files.find(location);
    if (known != m_files.end()) {
        return known->second.get();
    }
    const auto path = externalFile(location, m_model, {});
    const auto file =
        path ? FileBytes::map(*path) : Result<std::shared_ptr<const FileBytes>>(nullptr);
    return m_files.emplace(location, file ? *file : nullptr).first->second.get();
}

/// Sizes decide shapes wherever they lie. A file that cannot be read is reported by who needs the values.
std::vector<std::string> TensorDescriptions::valuesOutside(const TensorMessage &tensor)
{
    const auto count = weightCount(tensor.dims);
    if (m_model.empty() || !count || *count > mostShownValues) {
        return {};
    }
    const std::uint64_t size = packedBytes(storedTypeOf(tensor.dataType), *count);
    const FileBytes *file = fileAt(tensor.external->location);
    const std::string_view all = file ? file->view() : std::string_view();
    const std::uint64_t offset = tensor.external->offset;
    if (offset > all.size() || size > all.size() - offset) {
        return {};
    }
    TensorMessage inside = tensor;
    inside.external.reset();
    inside.raw = all.substr(offset, size);
    return allValues(inside);
}

} // namespace nervure::onnx
