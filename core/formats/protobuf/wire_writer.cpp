// SPDX-License-Identifier: Apache-2.0
#include "core/formats/protobuf/wire_writer.h"

#include <array>
#include <cstring>

namespace nervure {

void addVarint(std::string &out, std::uint64_t value)
{
    constexpr unsigned bitsEach = 7;
    constexpr std::uint64_t more = 0x80;
    while (value >= more) {
        out.push_back(static_cast<char>((value & (more - 1)) | more));
        value >>= bitsEach;
    }
    out.push_back(static_cast<char>(value));
}

void addTag(std::string &out, std::uint32_t number, WireType type)
{
    constexpr unsigned typeBits = 3;
    addVarint(out, (std::uint64_t{number} << typeBits) | static_cast<std::uint64_t>(type));
}

void addInteger(std::string &out, std::uint32_t number, std::int64_t value)
{
    addTag(out, number, WireType::Varint);
    addVarint(out, static_cast<std::uint64_t>(value));
}

void addFloat(std::string &out, std::uint32_t number, float value)
{
    addTag(out, number, WireType::Fixed32);
    std::array<char, sizeof value> bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    out.append(bytes.data(), bytes.size());
}

void addBytesHead(std::string &out, std::uint32_t number, std::uint64_t size)
{
    addTag(out, number, WireType::Bytes);
    addVarint(out, size);
}

void addBytes(std::string &out, std::uint32_t number, std::string_view bytes)
{
    addBytesHead(out, number, bytes.size());
    out.append(bytes);
}

} // namespace nervure
