// SPDX-License-Identifier: Apache-2.0
#include "core/formats/coreml/cm_weight.h"

#include "core/formats/coreml/cm_fields.h"
#include "core/formats/tensors/stored_elements.h"

#include <cstring>
#include <fmt/format.h>

namespace nervure::coreml {

namespace {

constexpr unsigned mostBits = 8;

Status readNumbers(std::string_view message, std::string_view file, std::uint32_t number,
                   std::vector<float> &numbers)
{
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == number && !addFloats(*field, numbers)) {
            return makeError("coreml", "found a list that is no list of numbers");
        }
    }
    return reader.status();
}

Status readQuantization(std::string_view message, std::string_view file, WeightMessage &weights)
{
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        switch (field->number) {
        case quantization::numberOfBits:
            if (field->value < 1 || field->value > mostBits) {
                return makeError("coreml", "found weights of {} bits, expected 1 to {}",
                                 field->value, mostBits);
            }
            weights.bits = static_cast<unsigned>(field->value);
            break;
        case quantization::linear:
            RETURN_IF_FAILED(readNumbers(field->bytes, file, quantization::scale, weights.scale));
            RETURN_IF_FAILED(readNumbers(field->bytes, file, quantization::bias, weights.bias));
            break;
        case quantization::lookupTable:
            RETURN_IF_FAILED(readNumbers(field->bytes, file, quantization::entries, weights.table));
            break;
        default: break;
        }
    }
    return reader.status();
}

Status addFloatField(const WireField &field, WeightMessage &weights)
{
    const bool isList = field.type == WireType::Bytes;
    if (isList ? field.bytes.size() % sizeof(float) != 0 : field.type != WireType::Fixed32) {
        return makeError("coreml", "found a list that is no list of numbers");
    }
    weights.listed.push_back(field);
    weights.count += isList ? field.bytes.size() / sizeof(float) : 1;
    weights.storedBytes += isList ? field.bytes.size() : sizeof(float);
    return {};
}

/// What the fields say together.
void settle(WeightMessage &weights)
{
    if (weights.isQuantized()) {
        weights.listed.clear();
        weights.type = ElementType::Float32;
        weights.storedBytes = weights.packed.size();
        weights.count = weights.packed.size() * 8 / weights.bits;
    } else if (weights.listed.size() == 1 && weights.listed[0].type == WireType::Bytes) {
        weights.packed = weights.listed[0].bytes;
        weights.listed.clear();
    } else if (weights.type == ElementType::Float16 && weights.listed.empty()) {
        weights.storedBytes = weights.packed.size();
        weights.count = weights.packed.size() / 2;
    } else {
        weights.type = ElementType::Float32;
    }
}

/// The bits of element `i`, the highest first, one element behind the other.
unsigned bitsAt(std::string_view packed, unsigned bits, std::uint64_t i)
{
    unsigned value = 0;
    for (std::uint64_t bit = i * bits; bit < (i + 1) * bits; ++bit) {
        const auto byte = static_cast<unsigned char>(packed[bit / 8]);
        value = value << 1U | (byte >> (7 - bit % 8) & 1U);
    }
    return value;
}

float numberAt(const std::vector<float> &numbers, std::uint64_t i, std::uint64_t count,
               float absent)
{
    if (numbers.empty()) {
        return absent;
    }
    const std::uint64_t part = count / numbers.size();
    return numbers[part == 0 ? 0 : std::min<std::uint64_t>(i / part, numbers.size() - 1)];
}

float unquantized(const WeightMessage &weights, std::uint64_t i, std::uint64_t count)
{
    const unsigned stored = bitsAt(weights.packed, weights.bits, i);
    if (!weights.table.empty()) {
        return stored < weights.table.size() ? weights.table[stored] : 0;
    }
    const float number = weights.isSigned ? static_cast<float>(static_cast<signed char>(stored))
                                          : static_cast<float>(stored);
    return number * numberAt(weights.scale, i, count, 1) + numberAt(weights.bias, i, count, 0);
}

} // namespace

std::string WeightMessage::note() const
{
    return isQuantized()
               ? fmt::format("{} bits, {}", bits, table.empty() ? "linear" : "a table of values")
               : std::string();
}

Result<WeightMessage> readWeights(std::string_view message, std::string_view file)
{
    WeightMessage weights;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        switch (field->number) {
        case weight_params::floatValue: RETURN_IF_FAILED(addFloatField(*field, weights)); break;
        case weight_params::float16Value:
            if (!field->bytes.empty()) {
                weights.type = ElementType::Float16;
                weights.packed = field->bytes;
            }
            break;
        case weight_params::int8RawValue:
        case weight_params::rawValue:
            if (!field->bytes.empty()) {
                weights.isSigned = field->number == weight_params::int8RawValue;
                weights.packed = field->bytes;
            }
            break;
        case weight_params::quantization:
            RETURN_IF_FAILED(readQuantization(field->bytes, file, weights));
            break;
        default: break;
        }
    }
    RETURN_IF_FAILED(reader.status());
    settle(weights);
    return weights;
}

Result<std::string> decodedElements(const WeightMessage &weights, std::uint64_t count,
                                    const CancelToken &cancel)
{
    constexpr std::uint64_t askEvery = 1 << 16;
    if (count > weights.count) {
        return makeError("weight", "found {} elements, expected {}", weights.count, count);
    }
    std::vector<float> numbers;
    numbers.reserve(count);
    for (const WireField &field : weights.listed) {
        if (!addFloats(field, numbers)) {
            return makeError("weight", "found a list that is no list of numbers");
        }
    }
    for (std::uint64_t i = 0; weights.isQuantized() && i < count; ++i) {
        if (i % askEvery == 0 && cancel.isCanceled()) {
            return makeError("cancelled", "reading was stopped");
        }
        numbers.push_back(unquantized(weights, i, count));
    }
    return std::string(reinterpret_cast<const char *>(numbers.data()), count * sizeof(float));
}

std::vector<std::string> shownValues(const WeightMessage &weights)
{
    constexpr std::uint64_t mostShown = 16;
    std::vector<std::string> values;
    if (weights.needsDecoding() || weights.count > mostShown) {
        return values;
    }
    const std::size_t bytes = unpackedBytes(weights.type);
    for (std::uint64_t i = 0; i < weights.count; ++i) {
        values.push_back(elementText(weights.type, weights.packed.substr(i * bytes, bytes)));
    }
    return values;
}

} // namespace nervure::coreml
