// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_tensor.h"

#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/formats/tensors/stored_elements.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure::onnx {

namespace {

Status takeExternal(const WireField &field, std::string_view file, TensorMessage &tensor)
{
    ASSIGN_OR_RETURN(const auto bytes, bytesOf(field, file, "the place of external data"));
    ASSIGN_OR_RETURN(const auto pair, readStringPair(bytes, file));
    if (!tensor.external) {
        tensor.external.emplace();
    }
    if (pair.first == "location") {
        tensor.external->location = pair.second;
        return {};
    }
    const bool isOffset = pair.first == "offset";
    if (!isOffset && pair.first != "length") {
        return {};
    }
    const auto number = parseInteger(pair.second);
    if (!number || *number < 0) {
        return makeError("onnx-tensor", "tensor {}: found {} {} of external data, expected bytes",
                         quoted(tensor.name), pair.first, quoted(pair.second));
    }
    if (isOffset) {
        tensor.external->offset = static_cast<std::uint64_t>(*number);
    } else {
        tensor.external->length = static_cast<std::uint64_t>(*number);
    }
    return {};
}

Status takeField(const WireField &field, std::string_view file, TensorMessage &tensor)
{
    switch (field.number) {
    case tensor::dims:
        return addIntegers(field, tensor.dims)
                   ? Status()
                   : makeError("onnx-tensor", "found dimensions that are no numbers");
    case tensor::dataType: tensor.dataType = static_cast<std::int64_t>(field.value); return {};
    case tensor::floatData:
    case tensor::int32Data:
    case tensor::stringData:
    case tensor::int64Data:
    case tensor::doubleData:
    case tensor::uint64Data: tensor.typed.push_back(field); return {};
    case tensor::name: {
        ASSIGN_OR_RETURN(tensor.name, bytesOf(field, file, "a tensor's name"));
        return {};
    }
    case tensor::rawData: {
        ASSIGN_OR_RETURN(tensor.raw, bytesOf(field, file, "a tensor's data"));
        return {};
    }
    case tensor::externalData: return takeExternal(field, file, tensor);
    default: return {};
    }
}

/// Adds the elements of one field of a list, `float_data` and its like, as raw data has them; false where the
/// field is no whole list of numbers, of which the first ones are added.
bool addElements(const WireField &field, ElementType type, std::string &out)
{
    if (field.number == tensor::floatData || field.number == tensor::doubleData) {
        const std::size_t bytes =
            field.number == tensor::floatData ? sizeof(float) : sizeof(double);
        if (field.type == WireType::Bytes) {
            out += field.bytes.substr(0, field.bytes.size() / bytes * bytes);
            return field.bytes.size() % bytes == 0;
        }
        out.append(reinterpret_cast<const char *>(&field.value), bytes); // little-endian
        return true;
    }
    constexpr unsigned bitsInByte = 8;
    std::vector<std::int64_t> integers;
    const bool isList = addIntegers(field, integers);
    // One integer holds a byte full of numbers below eight bits.
    const std::size_t bytes = std::max<std::size_t>(bitsOf(type) / bitsInByte, 1);
    for (const std::int64_t value : integers) {
        out.append(reinterpret_cast<const char *>(&value), std::min(bytes, sizeof value));
    }
    return isList;
}

/// The bytes of the first elements, each in unpackedBytes(), whether they stand raw or in lists.
std::string firstElements(const TensorMessage &tensor, ElementType type, std::size_t most)
{
    constexpr std::size_t mostVarintBytes = 10;
    std::string listed;
    for (std::size_t i = 0; !tensor.raw && i < tensor.typed.size(); ++i) {
        if (listed.size() >= most * unpackedBytes(type)) {
            break;
        }
        WireField front = tensor.typed[i]; // of a packed list of any length
        front.bytes = front.bytes.substr(0, most * mostVarintBytes);
        // Bytes behind the last number do not count.
        [[maybe_unused]] const bool isList = addElements(front, type, listed);
    }
    const std::string_view packed = tensor.raw ? *tensor.raw : std::string_view(listed);
    if (!tensor.raw && areLooseInLists(type)) {
        return listed.substr(0, most);
    }
    constexpr std::size_t bitsInByte = 8;
    const std::size_t there = packed.size() * bitsInByte / bitsOf(type);
    return unpacked(type, packed, 0, std::min(most, there));
}

std::int64_t valueCount(const TensorMessage &tensor)
{
    std::int64_t count = 1;
    for (const std::int64_t dimension : tensor.dims) {
        count = checkedMultiply(count, std::max<std::int64_t>(dimension, 0)).value_or(0);
    }
    return count;
}

} // namespace

Result<TensorMessage> readTensor(std::string_view message, std::string_view file)
{
    TensorMessage tensor;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        RETURN_IF_FAILED(takeField(*field, file, tensor));
    }
    RETURN_IF_FAILED(reader.status());
    return tensor;
}

std::vector<std::string> firstValues(const TensorMessage &tensor, std::size_t most)
{
    const ElementType type = storedTypeOf(tensor.dataType);
    const auto wanted =
        std::min(most, static_cast<std::size_t>(std::max<std::int64_t>(valueCount(tensor), 0)));
    std::vector<std::string> values;
    if (type == ElementType::String) {
        for (std::size_t i = 0; i < tensor.typed.size() && i < wanted; ++i) {
            values.push_back(quoted(tensor.typed[i].bytes));
        }
    }
    if (bitsOf(type) == 0) {
        return values;
    }
    const std::string elements = firstElements(tensor, type, wanted);
    const std::size_t bytes = unpackedBytes(type);
    for (std::size_t at = 0; at + bytes <= elements.size(); at += bytes) {
        values.push_back(elementText(type, std::string_view(elements).substr(at, bytes)));
    }
    return values;
}

Result<std::string> listedElements(const std::vector<WireField> &lists, ElementType type,
                                   std::uint64_t count, const CancelToken &cancel)
{
    std::string elements;
    for (const WireField &field : lists) {
        if (!addElements(field, type, elements)) {
            return makeError("weight", "found a list that is no list of numbers");
        }
        if (cancel.isCanceled()) {
            return makeError("cancelled", "reading was stopped");
        }
    }
    const std::uint64_t expected = areLooseInLists(type) ? count : packedBytes(type, count);
    if (elements.size() != expected) {
        return makeError("weight", "found {} bytes of elements, expected {}", elements.size(),
                         expected);
    }
    return elements;
}

bool areLooseInLists(ElementType type)
{
    return type == ElementType::Float6E2M3 || type == ElementType::Float6E3M2;
}

std::vector<std::string> allValues(const TensorMessage &tensor)
{
    const std::int64_t count = valueCount(tensor);
    if (tensor.external || count > static_cast<std::int64_t>(mostShownValues)) {
        return {};
    }
    auto values = firstValues(tensor, mostShownValues);
    return values.size() == static_cast<std::size_t>(count) ? values : std::vector<std::string>();
}

Result<std::string> tensorText(std::string_view message, std::string_view file)
{
    ASSIGN_OR_RETURN(const TensorMessage tensor, readTensor(message, file));
    std::string text = elementTypeName(tensor.dataType) + dimensionsText(tensor.dims);
    const std::int64_t count = valueCount(tensor);
    if (tensor.external) {
        return text + " in " + quoted(tensor.external->location);
    }
    if (count > static_cast<std::int64_t>(mostShownValues)) {
        return fmt::format("{} … ({} values)", text, count);
    }
    const auto values = firstValues(tensor, mostShownValues);
    return values.empty() ? text : text + ' ' + join(values, ", ");
}

Result<std::string> sparseTensorText(std::string_view message, std::string_view file)
{
    std::string type;
    std::vector<std::int64_t> dims;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == sparse_tensor::values) {
            ASSIGN_OR_RETURN(const auto bytes, bytesOf(*field, file, "values"));
            ASSIGN_OR_RETURN(const TensorMessage values, readTensor(bytes, file));
            type = elementTypeName(values.dataType);
        } else if (field->number == sparse_tensor::dims && !addIntegers(*field, dims)) {
            return makeError("onnx-tensor", "found dimensions that are no numbers");
        }
    }
    RETURN_IF_FAILED(reader.status());
    return "sparse " + type + dimensionsText(dims);
}

} // namespace nervure::onnx
