// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/protobuf/wire_reader.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace nervure {

/// The beginning of a field, up to its value; that of Bytes ends with the number of bytes that follow.
void addTag(std::string &out, std::uint32_t number, WireType type);
void addVarint(std::string &out, std::uint64_t value);

/// Whole fields, as protobuf's own writers write them.
void addInteger(std::string &out, std::uint32_t number, std::int64_t value);
void addFloat(std::string &out, std::uint32_t number, float value);
void addBytes(std::string &out, std::uint32_t number, std::string_view bytes);
/// Tag and length of a field of `size` bytes, which are to follow.
void addBytesHead(std::string &out, std::uint32_t number, std::uint64_t size);

} // namespace nervure
