// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_given_values.h"

#include "core/formats/tensors/stored_elements.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/value/value_type.h"
#include "core/support/text.h"

#include <charconv>
#include <cstring>

namespace nervure::onnx {

namespace {

std::string_view wordOf(const Node &variable, std::string_view key)
{
    const std::string *found = variable.attrs.find(key);
    return found ? std::string_view(*found) : std::string_view();
}

/// A number without dimensions is a tensor of one element with us.
GivenValues ofTensor(const Node &variable, const Tensor &tensor)
{
    GivenValues values;
    if (wordOf(variable, onnx_variable::shape) != "[]" || tensor.count() != 1) {
        values.dims.assign(tensor.shape().begin(), tensor.shape().end());
    }
    values.dataType = static_cast<std::int64_t>(storedTypeOf(tensor.type()));
    values.bytes.keep({reinterpret_cast<const char *>(tensor.data()), tensor.byteSize()});
    return values;
}

Diagnostic badValue(std::string_view text, std::string_view type)
{
    return makeError("onnx-values", "found the value {}, expected a number of type {}",
                     quoted(text), type);
}

/// Whole numbers of 64 bits have digits that a floating-point number has not.
Status storeText(Tensor &tensor, std::int64_t i, std::string_view text)
{
    const auto whole = parseInteger(text);
    if (whole && tensor.type() == DType::Int64) {
        std::memcpy(tensor.data() + static_cast<std::size_t>(i) * sizeof *whole, &*whole,
                    sizeof *whole);
        return {};
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        return badValue(text, dtypeName(tensor.type()));
    }
    storeElement(tensor.view(), i, value);
    return {};
}

Result<Tensor> tensorOf(const Node &variable, std::string_view text)
{
    const auto word = [&variable](std::string_view key) { return wordOf(variable, key); };
    const auto element = elementTypeNamed(word(onnx_variable::elemType));
    const DType type = element ? toDType(*element) : DType::Unknown;
    const auto dimensions = dimensionsFromText(word(onnx_variable::shape));
    const Shape shape = ValueType::tensor(ElementType::Undefined, dimensions).numbers();
    const auto parts = trim(text).empty() ? std::vector<std::string_view>() : split(text, ',');
    const bool fits = type != DType::Unknown && type != DType::Bool && dimensions
                      && elementCount(shape) == static_cast<std::int64_t>(parts.size());
    if (!fits) {
        return makeError("onnx-values",
                         "found {} values for type {} and shape {}, expected as many", parts.size(),
                         quoted(word(onnx_variable::elemType)), quoted(word(onnx_variable::shape)));
    }
    ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(type, shape));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        RETURN_IF_FAILED(storeText(tensor, static_cast<std::int64_t>(i), trim(parts[i])));
    }
    return tensor;
}

} // namespace

Result<std::optional<GivenValues>> givenValues(const Node &variable, const TensorMap *tensors)
{
    if (tensors) {
        if (const auto found = tensors->find(variable.name); found != tensors->end()) {
            return std::optional(ofTensor(variable, found->second));
        }
    }
    const std::string *text = variable.attrs.find(onnx_variable::value);
    if (!text) {
        return std::optional<GivenValues>();
    }
    ASSIGN_OR_RETURN(const Tensor tensor, tensorOf(variable, *text));
    GivenValues values = ofTensor(variable, tensor);
    values.bytes = {};
    values.bytes.add(std::string(reinterpret_cast<const char *>(tensor.data()), tensor.byteSize()));
    return std::optional(std::move(values));
}

} // namespace nervure::onnx
