// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace nervure {

/// Visits the elements of a shape in row-major order and keeps a position in another tensor along:
/// `strides` says how far that position moves for a step along each dimension.
///     StridedWalk from(out.shape, strides);
///     for (i = 0; i < count; ++i, from.next()) { out[i] = in[from.at()]; }
class StridedWalk {
public:
    StridedWalk(std::span<const std::int64_t> shape, std::vector<std::int64_t> strides)
        : m_shape(shape),
          m_strides(std::move(strides)),
          m_index(shape.size(), 0)
    {}

    [[nodiscard]] std::int64_t at() const { return m_at; }

    void next()
    {
        for (std::size_t i = m_shape.size(); i-- > 0;) {
            m_at += m_strides[i];
            if (++m_index[i] < m_shape[i]) {
                return;
            }
            m_at -= m_strides[i] * m_index[i];
            m_index[i] = 0;
        }
    }

private:
    std::span<const std::int64_t> m_shape;
    std::vector<std::int64_t> m_strides;
    std::vector<std::int64_t> m_index;
    std::int64_t m_at = 0;
};

} // namespace nervure
