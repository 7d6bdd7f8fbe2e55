// SPDX-License-Identifier: Apache-2.0
#include "core/formats/foreign/protobuf_outline.h"

#include <algorithm>
#include <cstddef>

namespace nervure {

namespace {

constexpr std::size_t mostFields = 10000;

/// Seven bits a byte, the lowest first; the top bit says that more follow.
std::optional<std::uint64_t> takeVarint(std::string_view &bytes)
{
    constexpr std::size_t mostBytes = 10;
    constexpr unsigned bitsEach = 7;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < std::min(mostBytes, bytes.size()); ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        value |= static_cast<std::uint64_t>(byte & 0x7fU) << (bitsEach * i);
        if ((byte & 0x80U) == 0) {
            bytes.remove_prefix(i + 1);
            return value;
        }
    }
    return std::nullopt;
}

/// The wire types that are in use.
enum WireType : std::uint8_t { wireVarint = 0, wireFixed64 = 1, wireBytes = 2, wireFixed32 = 5 };

/// Goes over the field in front. Of what ends before the field does `bytes` becomes empty, and `isCut` is
/// set; nothing for what is no field.
std::optional<ProtobufField> takeField(std::string_view &bytes, bool &isCut)
{
    constexpr unsigned typeBits = 3;
    constexpr std::uint64_t mostNumber = (1U << 29U) - 1;
    const auto tag = takeVarint(bytes);
    const std::uint64_t number = tag.value_or(0) >> typeBits;
    if (number == 0 || number > mostNumber) {
        return std::nullopt;
    }
    ProtobufField field{static_cast<std::uint32_t>(number), ProtobufField::Kind::Fixed, 0, {}};
    std::uint64_t size = 0;
    switch (*tag & ((1U << typeBits) - 1)) {
    case wireVarint: {
        const auto value = takeVarint(bytes);
        field.kind = ProtobufField::Kind::Varint;
        field.value = value.value_or(0);
        return value ? std::optional(field) : std::nullopt;
    }
    case wireFixed64: size = sizeof(std::uint64_t); break;
    case wireFixed32: size = sizeof(std::uint32_t); break;
    case wireBytes: {
        const auto length = takeVarint(bytes);
        if (!length) {
            return std::nullopt;
        }
        field.kind = ProtobufField::Kind::Bytes;
        size = *length;
        break;
    }
    default: return std::nullopt;
    }
    isCut = size > bytes.size();
    field.bytes = bytes.substr(0, static_cast<std::size_t>(size));
    bytes.remove_prefix(field.bytes.size());
    return field;
}

} // namespace

std::optional<std::vector<ProtobufField>> protobufFields(std::string_view bytes, MessageEnd end)
{
    std::vector<ProtobufField> fields;
    bool isCut = false;
    while (!bytes.empty() && fields.size() < mostFields) {
        const auto field = takeField(bytes, isCut);
        if (!field || (isCut && end == MessageEnd::There)) {
            return std::nullopt;
        }
        fields.push_back(*field);
    }
    return fields.empty() ? std::nullopt : std::optional(std::move(fields));
}

} // namespace nervure
