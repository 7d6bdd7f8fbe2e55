// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/stored_digests.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace nervure {

namespace {

// Odd, so that multiplying loses nothing: one changed word always changes its lane.
constexpr std::uint64_t spread = 0x9e3779b97f4a7c15ULL;
constexpr std::uint64_t mix = 0xd6e8feb86659fd93ULL;

std::uint64_t folded(std::uint64_t value)
{
    value = (value ^ (value >> 32U)) * mix;
    value = (value ^ (value >> 29U)) * spread;
    return value ^ (value >> 32U);
}

} // namespace

TensorDigest::TensorDigest() : m_lanes{1, 2, 3, 4} {}

void TensorDigest::addWord(std::size_t lane, std::uint64_t word)
{
    m_lanes[lane] = std::rotl((m_lanes[lane] ^ word) * spread, 27) + mix;
}

void TensorDigest::add(std::string_view bytes)
{
    constexpr std::size_t word = sizeof(std::uint64_t);
    std::size_t at = 0;
    std::uint64_t next = 0;
    for (std::size_t lane = 0; at + word <= bytes.size(); at += word, lane = (lane + 1) % 4) {
        std::memcpy(&next, bytes.data() + at, word);
        addWord(lane, next);
    }
    if (at < bytes.size()) {
        next = 0;
        std::memcpy(&next, bytes.data() + at, bytes.size() - at);
        addWord(at / word % 4, next);
    }
    m_size += bytes.size();
}

std::string TensorDigest::text() const
{
    std::uint64_t first = folded(m_size);
    std::uint64_t second = folded(~m_size);
    for (const std::uint64_t lane : m_lanes) {
        first = folded(first ^ lane);
        second = folded(second + std::rotl(lane, 17));
    }
    return fmt::format("{:016x}{:016x}", first, second);
}

} // namespace nervure
