// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensorflow/tf_tensor.h"

#include "core/formats/tensorflow/tf_fields.h"
#include "core/formats/tensors/stored_elements.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure::tensorflow {

namespace {

/// As many values are shown.
constexpr std::uint64_t mostShown = 64;

/// Adds the elements of one list as raw data has them; false where it is no whole list of numbers.
bool addElements(const WireField &field, ElementType type, std::string &out)
{
    const bool isDouble =
        field.number == tensor_proto::doubleVal || field.number == tensor_proto::complex128Val;
    if (isDouble || field.number == tensor_proto::floatVal
        || field.number == tensor_proto::complex64Val) {
        const std::size_t bytes = isDouble ? sizeof(double) : sizeof(float);
        if (field.type == WireType::Bytes) {
            out += field.bytes.substr(0, field.bytes.size() / bytes * bytes);
            return field.bytes.size() % bytes == 0;
        }
        out.append(reinterpret_cast<const char *>(&field.value), bytes); // little-endian
        return true;
    }
    std::vector<std::int64_t> integers;
    const bool isList = addIntegers(field, integers);
    const std::size_t bytes = unpackedBytes(type);
    for (const std::int64_t value : integers) {
        out.append(reinterpret_cast<const char *>(&value), std::min(bytes, sizeof value));
    }
    return isList;
}

std::uint64_t countOf(const TensorMessage &tensor)
{
    return weightCount(tensor.dims).value_or(mostShown + 1);
}

} // namespace

Result<TensorMessage> readTensor(std::string_view message, std::string_view file)
{
    TensorMessage tensor;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        switch (field->number) {
        case tensor_proto::dtype: tensor.dataType = field->value; break;
        case tensor_proto::shape: {
            ASSIGN_OR_RETURN(const ShapeMessage shape, readShape(field->bytes, file));
            tensor.dims = shape.value_or(std::vector<std::int64_t>());
            break;
        }
        case tensor_proto::content: tensor.content = field->bytes; break;
        case tensor_proto::floatVal:
        case tensor_proto::doubleVal:
        case tensor_proto::intVal:
        case tensor_proto::stringVal:
        case tensor_proto::complex64Val:
        case tensor_proto::int64Val:
        case tensor_proto::boolVal:
        case tensor_proto::complex128Val:
        case tensor_proto::halfVal:
        case tensor_proto::uint32Val:
        case tensor_proto::uint64Val: tensor.listed.push_back(*field); break;
        default: break;
        }
    }
    RETURN_IF_FAILED(reader.status());
    if (tensor.content && tensor.content->empty()) {
        tensor.content.reset();
    }
    return tensor;
}

Result<std::string> listedElements(const TensorMessage &tensor, std::uint64_t count,
                                   const CancelToken &cancel)
{
    const ElementType type = elementTypeOf(tensor.dataType);
    const std::size_t bytes = std::max<std::size_t>(unpackedBytes(type), 1);
    std::string elements;
    for (const WireField &field : tensor.listed) {
        if (!addElements(field, type, elements) || elements.size() % bytes != 0) {
            return makeError("weight", "found a list that is no list of numbers");
        }
        if (cancel.isCanceled()) {
            return makeError("cancelled", "reading was stopped");
        }
    }
    const std::uint64_t listed = elements.size() / bytes;
    if (listed > count) {
        return makeError("weight", "found {} elements, expected {}", listed, count);
    }
    constexpr std::uint64_t mostRepeated = std::uint64_t{1} << 30;
    if (count > listed && count > mostRepeated / bytes) {
        return makeError("weight",
                         "found {} elements that stand for {}, expected no more than {} bytes",
                         listed, count, mostRepeated);
    }
    const std::string last =
        listed == 0 ? std::string(bytes, '\0') : elements.substr(elements.size() - bytes);
    elements.reserve(count * bytes);
    for (std::uint64_t i = listed; i < count; ++i) {
        elements += last;
    }
    return elements;
}

std::vector<std::string> allValues(const TensorMessage &tensor)
{
    const std::uint64_t count = countOf(tensor);
    std::vector<std::string> values;
    if (count > mostShown) {
        return values;
    }
    const ElementType type = elementTypeOf(tensor.dataType);
    if (type == ElementType::String) {
        for (std::size_t i = 0; i < tensor.listed.size() && i < count; ++i) {
            values.push_back(quoted(tensor.listed[i].bytes));
        }
        return values;
    }
    if (bitsOf(type) == 0) {
        return values;
    }
    const auto listed = tensor.content ? Result<std::string>(
                            std::string(tensor.content->substr(0, count * unpackedBytes(type))))
                                       : listedElements(tensor, count, {});
    const std::size_t bytes = unpackedBytes(type);
    if (!listed || listed->size() != count * bytes) {
        return values;
    }
    for (std::size_t at = 0; at < listed->size(); at += bytes) {
        values.push_back(elementText(type, std::string_view(*listed).substr(at, bytes)));
    }
    return values;
}

Result<std::string> tensorText(std::string_view message, std::string_view file)
{
    ASSIGN_OR_RETURN(const TensorMessage tensor, readTensor(message, file));
    const std::string text = typeName(tensor.dataType) + sizesText(tensor.dims);
    if (countOf(tensor) > mostShown) {
        return text + " …";
    }
    const auto values = allValues(tensor);
    return values.empty() ? text : text + ' ' + join(values, ", ");
}

} // namespace nervure::tensorflow
