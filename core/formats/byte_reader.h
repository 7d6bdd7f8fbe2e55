// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace nervure {

/// Walks over the bytes of a binary file, little-endian as the machine is.
class ByteReader {
public:
    /// `code` is that of its faults.
    ByteReader(std::string_view bytes, std::string code) : m_bytes(bytes), m_code(std::move(code))
    {}

    /// False, and `value` as it was, when the file ends first.
    template <typename T>
    [[nodiscard]] bool take(T &value)
    {
        if (left() < sizeof(T)) {
            return false;
        }
        std::memcpy(&value, m_bytes.data() + m_offset, sizeof(T));
        m_offset += sizeof(T);
        return true;
    }

    /// The next `count` bytes, which must be there.
    [[nodiscard]] std::string_view bytes(std::size_t count)
    {
        const std::string_view part = m_bytes.substr(m_offset, count);
        m_offset += count;
        return part;
    }

    [[nodiscard]] std::size_t left() const { return m_bytes.size() - m_offset; }

    /// An error at the present byte: "byte 40: found …, expected …".
    [[nodiscard]] Diagnostic fault(const std::string &what) const
    {
        return makeError(m_code, "byte {}: {}", m_offset, what);
    }

private:
    std::string_view m_bytes;
    std::size_t m_offset = 0;
    std::string m_code;
};

} // namespace nervure
