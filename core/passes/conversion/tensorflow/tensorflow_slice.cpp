// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/tensorflow/tensorflow_slice.h"

#include <algorithm>
#include <cstddef>

namespace nervure {

namespace {

using Numbers = std::vector<std::int64_t>;

/// Goes over the positions of the masks and writes one entry a dimension.
class MaskedSlice {
public:
    MaskedSlice(const TensorFlowSlice &given, const TensorFlowSliceMasks &masks,
                const Numbers &sizes)
        : m_given(given),
          m_masks(masks),
          m_sizes(sizes)
    {
        slice.begin.resize(sizes.size());
        slice.end.resize(sizes.size());
        slice.stride.resize(sizes.size());
    }

    void run()
    {
        std::size_t positions = m_given.stride.size();
        const bool hasEllipsis = has(m_masks.ellipsis, positions);
        const std::size_t ellipsis = hasEllipsis ? first(m_masks.ellipsis, positions) : positions;
        positions += hasEllipsis ? 0 : 1;
        std::size_t newBehind = 0;
        for (std::size_t i = ellipsis; i < positions; ++i) {
            newBehind += bit(m_masks.newAxis, i) && i > ellipsis ? 1 : 0;
        }
        for (std::size_t i = 0; i < positions; ++i) {
            const bool isEllipsis = hasEllipsis ? bit(m_masks.ellipsis, i) : i == ellipsis;
            if (isEllipsis) {
                takeAll(positions - i, newBehind);
            } else if (bit(m_masks.newAxis, i)) {
                kept.push_back(newSliceAxis);
            } else if (m_next == m_sizes.size()) {
                return;
            } else {
                take(i);
            }
        }
    }

    TensorFlowSlice slice;
    Numbers kept;

private:
    static bool bit(std::int64_t mask, std::size_t i) { return i < 62 && ((mask >> i) & 1) != 0; }
    static std::size_t first(std::int64_t mask, std::size_t below)
    {
        std::size_t i = 0;
        while (i < below && !bit(mask, i)) {
            ++i;
        }
        return i;
    }
    static bool has(std::int64_t mask, std::size_t below) { return first(mask, below) < below; }

    void takeAll(std::size_t left, std::size_t newBehind)
    {
        const auto dimensions = static_cast<std::int64_t>(m_sizes.size());
        const std::int64_t to = std::min(dimensions - static_cast<std::int64_t>(left) + 1
                                             + static_cast<std::int64_t>(newBehind),
                                         dimensions);
        while (static_cast<std::int64_t>(m_next) < to) {
            slice.end[m_next] = m_sizes[m_next];
            slice.stride[m_next] = 1;
            kept.push_back(static_cast<std::int64_t>(m_next));
            ++m_next;
        }
    }

    void take(std::size_t i)
    {
        const std::int64_t size = m_sizes[m_next];
        const bool isBackward = m_given.stride[i] < 0;
        slice.begin[m_next] = bit(m_masks.begin, i) ? (isBackward ? size : 0) : m_given.begin[i];
        slice.end[m_next] = bit(m_masks.end, i) ? (isBackward ? 0 : size) : m_given.end[i];
        slice.stride[m_next] = m_given.stride[i];
        if (bit(m_masks.shrinkAxis, i)) {
            const std::int64_t begin = m_given.begin[i];
            slice.begin[m_next] = begin < 0 ? size + begin : begin;
            slice.end[m_next] = begin + 1;
            slice.stride[m_next] = 1;
            kept.push_back(shrunkSliceAxis);
        } else {
            kept.push_back(static_cast<std::int64_t>(m_next));
        }
        ++m_next;
    }

    const TensorFlowSlice &m_given;
    const TensorFlowSliceMasks &m_masks;
    const Numbers &m_sizes;
    std::size_t m_next = 0; ///< the dimension that comes next
};

} // namespace

std::optional<Numbers> applyMasks(TensorFlowSlice &slice, const TensorFlowSliceMasks &masks,
                                  const Numbers &sizes)
{
    const bool fits =
        slice.begin.size() == slice.stride.size() && slice.end.size() == slice.stride.size();
    if (!masks.any() || !fits) {
        return std::nullopt;
    }
    MaskedSlice masked(slice, masks, sizes);
    masked.run();
    slice = std::move(masked.slice);
    return std::move(masked.kept);
}

} // namespace nervure
