// SPDX-License-Identifier: Apache-2.0
#include "core/ops/pooling/pool2d_geometry.h"

#include "core/ops/rules/reference_types.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace nervure {

namespace {

/// The cells of one window that lie inside the input.
struct Window {
    std::int64_t top;
    std::int64_t bottom;
    std::int64_t left;
    std::int64_t right;

    [[nodiscard]] std::int64_t cells() const
    {
        return std::max<std::int64_t>(bottom - top, 0) * std::max<std::int64_t>(right - left, 0);
    }
};

Window windowAt(const Pool2dGeometry &g, std::int64_t y, std::int64_t x)
{
    const std::int64_t top = y * g.strideH - g.padTop;
    const std::int64_t left = x * g.strideW - g.padLeft;
    return {std::max<std::int64_t>(top, 0), std::min(top + g.kernelH, g.inH),
            std::max<std::int64_t>(left, 0), std::min(left + g.kernelW, g.inW)};
}

template <typename T>
T maximum(const T *plane, const Window &window, std::int64_t width, T least)
{
    T best = least;
    for (std::int64_t y = window.top; y < window.bottom; ++y) {
        for (std::int64_t x = window.left; x < window.right; ++x) {
            best = std::max(best, plane[y * width + x]);
        }
    }
    return best;
}

template <typename T>
T sum(const T *plane, const Window &window, std::int64_t width)
{
    T total{};
    for (std::int64_t y = window.top; y < window.bottom; ++y) {
        for (std::int64_t x = window.left; x < window.right; ++x) {
            total = multiplyAdded(total, plane[y * width + x], T{1});
        }
    }
    return total;
}

/// Both are elements of the type, which may not hold the number of cells: 256 is 0 in eight bits.
template <typename T>
T mean(T total, T cells)
{
    return std::is_integral_v<T> && cells == T{} ? T{} : static_cast<T>(total / cells);
}

template <typename T>
void poolPlane(const Pool2dGeometry &g, const T *in, T *out, T least)
{
    for (std::int64_t y = 0; y < g.outH; ++y) {
        for (std::int64_t x = 0; x < g.outW; ++x) {
            const Window window = windowAt(g, y, x);
            if (g.isMax) {
                *out++ = maximum(in, window, g.inW, least);
                continue;
            }
            const std::int64_t cells = g.countIncludePad
                                           ? g.kernelH * g.kernelW
                                           : std::max<std::int64_t>(window.cells(), 1);
            *out++ = mean(sum(in, window, g.inW), static_cast<T>(cells));
        }
    }
}

} // namespace

Status pool2dReference(const Pool2dGeometry &g, DType elements, const ConstTensorView &in,
                       const TensorView &out, const CancelToken *cancel)
{
    if (in.type != out.type) {
        return unsupportedType(out.type);
    }
    return withNumberType(in.type, [&](auto zero) -> Status {
        using T = decltype(zero);
        using Limits = std::numeric_limits<T>;
        const T least = elements == DType::Float16
                            ? static_cast<T>(std::numeric_limits<Half>::lowest())
                            : Limits::lowest();
        for (std::int64_t plane = 0; plane < g.batch * g.channels; ++plane) {
            if (isCanceled(cancel)) {
                return canceledError();
            }
            poolPlane(g, in.as<T>() + plane * g.inH * g.inW, out.as<T>() + plane * g.outH * g.outW,
                      least);
        }
        return {};
    });
}

} // namespace nervure
