// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/sha256.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace nervure::conformance {

namespace {

using Words = std::array<std::uint32_t, 8>;
constexpr std::size_t blockBytes = 64;
constexpr std::size_t rounds = 64;

/// The first 32 bits behind the point of the square or cube roots of the first primes.
template <std::size_t Count>
std::array<std::uint32_t, Count> rootFractions(long double (*root)(long double))
{
    std::array<std::uint32_t, Count> words{};
    std::size_t at = 0;
    for (int number = 2; at < Count; ++number) {
        bool isPrime = true;
        for (int divisor = 2; divisor * divisor <= number; ++divisor) {
            isPrime = isPrime && number % divisor != 0;
        }
        if (isPrime) {
            const long double value = root(number);
            words[at++] = static_cast<std::uint32_t>((value - std::floor(value)) * 4294967296.0L);
        }
    }
    return words;
}

std::array<std::uint32_t, rounds> scheduleOf(const unsigned char *block)
{
    std::array<std::uint32_t, rounds> schedule{};
    for (std::size_t i = 0; i < 16; ++i) {
        for (std::size_t byte = 0; byte < 4; ++byte) {
            schedule[i] = schedule[i] << 8 | block[4 * i + byte];
        }
    }
    for (std::size_t i = 16; i < rounds; ++i) {
        const std::uint32_t a = schedule[i - 15];
        const std::uint32_t b = schedule[i - 2];
        schedule[i] = schedule[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3)
                      + schedule[i - 7] + (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
    }
    return schedule;
}

void addBlock(const unsigned char *block, Words &state)
{
    static const auto constants = rootFractions<rounds>(std::cbrt);
    const auto schedule = scheduleOf(block);
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < rounds; ++i) {
        const std::uint32_t mixed = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t first = h + mixed + ((e & f) ^ (~e & g)) + constants[i] + schedule[i];
        const std::uint32_t other = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t second = other + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const Words added{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state.size(); ++i) {
        state[i] += added[i];
    }
}

} // namespace

std::string sha256(std::string_view bytes)
{
    Words state = rootFractions<8>(std::sqrt);
    const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
    const std::size_t whole = bytes.size() / blockBytes * blockBytes;
    for (std::size_t at = 0; at < whole; at += blockBytes) {
        addBlock(data + at, state);
    }
    std::array<unsigned char, 2 * blockBytes> tail{};
    const std::size_t rest = bytes.size() - whole;
    std::copy_n(data + whole, rest, tail.begin());
    tail[rest] = 0x80;
    const std::size_t size = rest + 9 <= blockBytes ? blockBytes : 2 * blockBytes;
    for (std::size_t i = 0; i < 8; ++i) {
        tail[size - 1 - i] = static_cast<unsigned char>(std::uint64_t{bytes.size()} * 8 >> 8 * i);
    }
    for (std::size_t at = 0; at < size; at += blockBytes) {
        addBlock(tail.data() + at, state);
    }
    std::string text;
    for (const std::uint32_t word : state) {
        for (int shift = 28; shift >= 0; shift -= 4) {
            text += "0123456789abcdef"[word >> shift & 15U];
        }
    }
    return text;
}

} // namespace nervure::conformance
