// SPDX-License-Identifier: Apache-2.0
#include "core/formats/protobuf/wire_reader.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace nervure {

namespace {

/// Seven bits a byte, the lowest first; the top bit says that more follow.
std::optional<std::uint64_t> varintAt(std::string_view &bytes)
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

/// Little-endian, as the machine is.
template <typename T>
T fixedAt(const char *bytes)
{
    T value{};
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

} // namespace

WireReader::WireReader(std::string_view message, std::string_view file, MessageEnd end)
    : m_left(message),
      m_file(file),
      m_end(end)
{}

std::optional<WireField> WireReader::next()
{
    constexpr unsigned typeBits = 3;
    constexpr std::uint64_t mostNumber = (1U << 29U) - 1;
    if (m_left.empty() || !m_status) {
        return std::nullopt;
    }
    const char *const begin = m_left.data();
    const auto tag = takeVarint();
    if (!tag) {
        return std::nullopt;
    }
    const std::uint64_t number = *tag >> typeBits;
    if (number == 0 || number > mostNumber) {
        fail(begin, fmt::format("found field {}, expected 1 to {}", number, mostNumber));
        return std::nullopt;
    }
    WireField field;
    field.number = static_cast<std::uint32_t>(number);
    field.type = static_cast<WireType>(*tag & ((1U << typeBits) - 1));
    if (!(field.type == WireType::Bytes ? takeBytes(field) : takeValue(field))) {
        return std::nullopt;
    }
    field.whole = {begin, static_cast<std::size_t>(m_left.data() - begin)};
    return field;
}

std::optional<std::uint64_t> WireReader::takeVarint()
{
    const char *const begin = m_left.data();
    const auto value = varintAt(m_left);
    if (!value) {
        fail(begin, "found no number, expected one of at most ten bytes");
    }
    return value;
}

bool WireReader::takeValue(WireField &field)
{
    std::size_t size = 0;
    switch (field.type) {
    case WireType::Varint: {
        const auto value = takeVarint();
        field.value = value.value_or(0);
        return value.has_value();
    }
    case WireType::Fixed64: size = sizeof(std::uint64_t); break;
    case WireType::Fixed32: size = sizeof(std::uint32_t); break;
    default:
        fail(m_left.data(), fmt::format("found field {} of wire type {}, expected 0, 1, 2 or 5",
                                        field.number, static_cast<unsigned>(field.type)));
        return false;
    }
    if (size > m_left.size() && m_end == MessageEnd::There) {
        fail(m_left.data(),
             fmt::format("found the end, expected {} bytes of field {}", size, field.number));
        return false;
    }
    if (size <= m_left.size()) {
        field.value = size == sizeof(std::uint64_t) ? fixedAt<std::uint64_t>(m_left.data())
                                                    : fixedAt<std::uint32_t>(m_left.data());
    }
    m_left.remove_prefix(std::min(size, m_left.size()));
    return true;
}

bool WireReader::takeBytes(WireField &field)
{
    const char *const begin = m_left.data();
    const auto size = takeVarint();
    if (!size) {
        return false;
    }
    if (*size > m_left.size() && m_end == MessageEnd::There) {
        fail(begin, fmt::format("found {} bytes of field {}, expected at most the {} that are left",
                                *size, field.number, m_left.size()));
        return false;
    }
    field.bytes = m_left.substr(0, static_cast<std::size_t>(*size));
    m_left.remove_prefix(field.bytes.size());
    return true;
}

void WireReader::fail(const char *at, const std::string &what)
{
    m_status = makeError("protobuf", "byte {}: {}", at - m_file.data(), what);
    m_left = {};
}

std::optional<std::vector<WireField>> firstFields(std::string_view bytes, MessageEnd end)
{
    constexpr std::size_t mostFields = 10000;
    std::vector<WireField> fields;
    WireReader reader(bytes, bytes, end);
    while (const auto field = fields.size() < mostFields ? reader.next() : std::nullopt) {
        fields.push_back(*field);
    }
    return fields.empty() || !reader.status() ? std::nullopt : std::optional(std::move(fields));
}

bool addIntegers(const WireField &field, std::vector<std::int64_t> &values)
{
    if (field.type == WireType::Varint) {
        values.push_back(static_cast<std::int64_t>(field.value));
        return true;
    }
    std::string_view left = field.bytes;
    while (!left.empty()) {
        const auto value = varintAt(left);
        if (!value) {
            return false;
        }
        values.push_back(static_cast<std::int64_t>(*value));
    }
    return field.type == WireType::Bytes;
}

bool addFloats(const WireField &field, std::vector<float> &values)
{
    const auto bits = static_cast<std::uint32_t>(field.value);
    if (field.type == WireType::Fixed32) {
        values.push_back(fixedAt<float>(reinterpret_cast<const char *>(&bits)));
        return true;
    }
    if (field.type != WireType::Bytes || field.bytes.size() % sizeof(float) != 0) {
        return false;
    }
    const std::size_t before = values.size();
    values.resize(before + field.bytes.size() / sizeof(float));
    std::copy_n(field.bytes.data(), field.bytes.size(),
                reinterpret_cast<char *>(values.data() + before));
    return true;
}

} // namespace nervure
