// SPDX-License-Identifier: Apache-2.0
#include "core/support/fingerprint.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace nervure {

namespace {

/// FNV-1a from a start of its own for each seed.
std::uint64_t hashOf(std::string_view bytes, std::uint64_t seed)
{
    std::uint64_t hash = 14695981039346656037ULL ^ seed;
    for (const char byte : bytes) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
    }
    return hash;
}

std::string hex(std::uint64_t value)
{
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(value));
    return digits.data();
}

} // namespace

std::string fingerprint(std::string_view text)
{
    return hex(hashOf(text, 0)) + hex(hashOf(text, 0x9e3779b97f4a7c15ULL));
}

std::string checksum(std::string_view bytes)
{
    return hex(hashOf(bytes, 0));
}

} // namespace nervure
