// SPDX-License-Identifier: Apache-2.0
#include "core/support/fingerprint.h"

#include <cstdio>
#include <fstream>
#include <vector>

namespace nervure {

namespace {

// FNV-1a, twice, each from a start of its own.
constexpr std::uint64_t firstStart = 14695981039346656037ULL;
constexpr std::uint64_t otherStart = firstStart ^ 0x9e3779b97f4a7c15ULL;
constexpr std::uint64_t prime = 1099511628211ULL;

std::string hex(std::uint64_t value)
{
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(value));
    return digits.data();
}

// What is looked at of large files.
constexpr std::uint64_t mostSummed = std::uint64_t{64} << 20U;
constexpr std::uint64_t stretches = 256;
constexpr std::uint64_t stretchBytes = std::uint64_t{16} << 10U;

std::uint64_t stretchAt(std::uint64_t number, std::uint64_t size)
{
    return (size - stretchBytes) / (stretches - 1) * number
           + (number == stretches - 1 ? (size - stretchBytes) % (stretches - 1) : 0);
}

Fingerprint ofSize(std::uint64_t size)
{
    Fingerprint sum;
    sum.add(std::to_string(size));
    return sum;
}

std::string sumOfStretches(std::ifstream &file, std::uint64_t size)
{
    Fingerprint sum = ofSize(size);
    std::array<char, stretchBytes> block{};
    for (std::uint64_t i = 0; i < stretches; ++i) {
        file.seekg(static_cast<std::streamoff>(stretchAt(i, size)));
        if (!file.read(block.data(), stretchBytes)) {
            return {};
        }
        sum.add({block.data(), block.size()});
    }
    return sum.checksum();
}

} // namespace

Fingerprint::Fingerprint() : m_hashes{firstStart, otherStart} {}

void Fingerprint::add(std::string_view bytes)
{
    auto [first, second] = m_hashes; // in registers
    for (const char byte : bytes) {
        first = (first ^ static_cast<unsigned char>(byte)) * prime;
        second = (second ^ static_cast<unsigned char>(byte)) * prime;
    }
    m_hashes = {first, second};
}

std::string Fingerprint::text() const
{
    return hex(m_hashes[0]) + hex(m_hashes[1]);
}

std::string Fingerprint::checksum() const
{
    return hex(m_hashes[0]);
}

std::string fingerprint(std::string_view text)
{
    Fingerprint whole;
    whole.add(text);
    return whole.text();
}

std::string checksum(std::string_view bytes)
{
    Fingerprint whole;
    whole.add(bytes);
    return whole.checksum();
}

std::string fileChecksumOf(std::string_view bytes)
{
    if (bytes.size() <= mostSummed) {
        return checksum(bytes);
    }
    Fingerprint sum = ofSize(bytes.size());
    for (std::uint64_t i = 0; i < stretches; ++i) {
        sum.add(bytes.substr(stretchAt(i, bytes.size()), stretchBytes));
    }
    return sum.checksum();
}

std::string fileChecksum(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    if (!unknown && size > mostSummed) {
        return sumOfStretches(file, size);
    }
    Fingerprint whole;
    std::vector<char> block(std::size_t{1} << 16U);
    while (file.read(block.data(), static_cast<std::streamsize>(block.size()))
           || file.gcount() > 0) {
        whole.add({block.data(), static_cast<std::size_t>(file.gcount())});
    }
    return file.eof() ? whole.checksum() : std::string();
}

} // namespace nervure
