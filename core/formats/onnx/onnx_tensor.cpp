// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_tensor.h"

#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/graph/value/element_type.h"
#include "core/support/half.h"
#include "core/support/text.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>

namespace nervure::onnx {

namespace {

/// As many values are shown.
constexpr std::size_t mostShown = 64;

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

template <typename T>
std::string numberText(std::string_view bytes)
{
    T value{};
    std::memcpy(&value, bytes.data(), sizeof value);
    return fmt::format("{}", value);
}

std::string halfText(std::uint16_t bits)
{
    return fmt::format("{}", static_cast<float>(Half::fromBits(bits)));
}

constexpr auto brainFloat = static_cast<std::int64_t>(ElementType::BFloat16);

/// bfloat16 is the upper half of a float32.
std::string brainFloatText(std::uint16_t bits)
{
    constexpr unsigned bitsBelow = 16;
    return fmt::format("{}", std::bit_cast<float>(std::uint32_t{bits} << bitsBelow));
}

/// Whether values of the type have a text.
bool isReadable(std::int64_t dataType)
{
    return dataType == brainFloat || elementDType(dataType) != DType::Unknown;
}

/// The value of so many raw bytes; empty for types without a text.
std::string rawText(std::int64_t dataType, std::string_view bytes)
{
    if (dataType == brainFloat) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, bytes.data(), sizeof bits);
        return brainFloatText(bits);
    }
    switch (elementDType(dataType)) {
    case DType::Float32: return numberText<float>(bytes);
    case DType::Float64: return numberText<double>(bytes);
    case DType::Float16: {
        std::uint16_t half = 0;
        std::memcpy(&half, bytes.data(), sizeof half);
        return halfText(half);
    }
    case DType::UInt8: return numberText<std::uint8_t>(bytes);
    case DType::Int8: return numberText<std::int8_t>(bytes);
    case DType::UInt16: return numberText<std::uint16_t>(bytes);
    case DType::Int16: return numberText<std::int16_t>(bytes);
    case DType::UInt32: return numberText<std::uint32_t>(bytes);
    case DType::Int32: return numberText<std::int32_t>(bytes);
    case DType::UInt64: return numberText<std::uint64_t>(bytes);
    case DType::Int64: return numberText<std::int64_t>(bytes);
    case DType::Bool: return bytes.front() != 0 ? "true" : "false";
    case DType::Unknown: return {};
    }
    return {};
}

std::vector<std::string> rawValues(const TensorMessage &tensor, std::size_t most)
{
    constexpr unsigned bitsInByte = 8;
    std::vector<std::string> values;
    const std::size_t size = elementBits(tensor.dataType) / bitsInByte;
    std::string_view left = *tensor.raw;
    while (size > 0 && left.size() >= size && values.size() < most && isReadable(tensor.dataType)) {
        values.push_back(rawText(tensor.dataType, left.substr(0, size)));
        left.remove_prefix(size);
    }
    return values;
}

/// A value of a list of whole numbers, which also hold truth values and the bits of halves.
std::string integerText(std::int64_t dataType, std::int64_t value)
{
    if (dataType == brainFloat) {
        return brainFloatText(static_cast<std::uint16_t>(value));
    }
    switch (elementDType(dataType)) {
    case DType::Float16: return halfText(static_cast<std::uint16_t>(value));
    case DType::Bool: return value != 0 ? "true" : "false";
    case DType::UInt64: return fmt::format("{}", static_cast<std::uint64_t>(value));
    case DType::Unknown: return {};
    default: return fmt::format("{}", value);
    }
}

/// Adds the values of one field: one, or a packed list.
void addTyped(const TensorMessage &tensor, const WireField &field, std::size_t most,
              std::vector<std::string> &values)
{
    constexpr std::size_t mostVarintBytes = 10;
    std::vector<std::int64_t> integers;
    std::vector<float> floats;
    WireField front = field; // of a packed list of any length
    front.bytes = front.bytes.substr(
        0, most * (field.number == tensor::floatData ? sizeof(float) : mostVarintBytes));
    if (field.number == tensor::stringData) {
        values.push_back(quoted(field.bytes));
    } else if (field.number == tensor::doubleData) {
        for (std::size_t at = 0; at + sizeof(double) <= field.bytes.size() && values.size() < most;
             at += sizeof(double)) {
            values.push_back(numberText<double>(field.bytes.substr(at)));
        }
    } else if (field.number == tensor::floatData) {
        [[maybe_unused]] const bool isList = addFloats(front, floats);
        for (const float value : floats) {
            values.push_back(fmt::format("{}", value));
        }
    } else {
        // What is behind the last whole number does not count.
        [[maybe_unused]] const bool isList = addIntegers(front, integers);
        for (const std::int64_t value : integers) {
            values.push_back(integerText(tensor.dataType, value));
        }
    }
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
    std::vector<std::string> values;
    if (tensor.raw) {
        values = rawValues(tensor, most);
    }
    for (std::size_t i = 0; !tensor.raw && i < tensor.typed.size() && values.size() < most; ++i) {
        addTyped(tensor, tensor.typed[i], most, values);
    }
    values.resize(std::min(values.size(), most));
    const bool hasText = std::none_of(values.begin(), values.end(),
                                      [](const std::string &value) { return value.empty(); });
    return hasText ? values : std::vector<std::string>();
}

std::vector<std::string> allValues(const TensorMessage &tensor)
{
    const std::int64_t count = valueCount(tensor);
    if (tensor.external || count > static_cast<std::int64_t>(mostShown)) {
        return {};
    }
    auto values = firstValues(tensor, mostShown);
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
    if (count > static_cast<std::int64_t>(mostShown)) {
        return fmt::format("{} … ({} values)", text, count);
    }
    const auto values = firstValues(tensor, mostShown);
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
