// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_backward.h"

#include "core/ops/rules/reference_types.h"

#include <algorithm>

namespace nervure {

namespace {

/// The output positions along one axis, `first` to before `last`, that meet the data.
struct TapRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

/// For a tap that meets output position x at input position x * stride + offset.
TapRange tapRange(std::int64_t offset, std::int64_t stride, std::int64_t in, std::int64_t out)
{
    const std::int64_t first = offset < 0 ? (-offset + stride - 1) / stride : 0;
    const std::int64_t last = in - 1 < offset ? 0 : (in - 1 - offset) / stride + 1;
    return {std::min(first, out), std::clamp(last, std::int64_t{0}, out)};
}

/// Where one tap of the kernel meets the data, and for which output positions.
struct Tap {
    std::int64_t offsetY;
    std::int64_t offsetX;
    TapRange rows;
    TapRange columns;
};

Tap tapAt(const Conv2dGeometry &g, std::int64_t ky, std::int64_t kx)
{
    const std::int64_t offsetY = ky * g.dilationH - g.padTop;
    const std::int64_t offsetX = kx * g.dilationW - g.padLeft;
    return {offsetY, offsetX, tapRange(offsetY, g.strideH, g.inH, g.outH),
            tapRange(offsetX, g.strideW, g.inW, g.outW)};
}

/// Adds one output plane's gradient to that of one input plane, through one kernel.
template <typename T>
void scatterPlane(const Conv2dGeometry &g, const T *outGrad, const T *kernel, T *dataGrad)
{
    for (std::int64_t ky = 0; ky < g.kernelH; ++ky) {
        for (std::int64_t kx = 0; kx < g.kernelW; ++kx) {
            const Tap tap = tapAt(g, ky, kx);
            const T weight = *kernel++;
            for (std::int64_t y = tap.rows.first; y < tap.rows.last; ++y) {
                T *row = dataGrad + (y * g.strideH + tap.offsetY) * g.inW + tap.offsetX;
                const T *from = outGrad + y * g.outW;
                for (std::int64_t x = tap.columns.first; x < tap.columns.last; ++x) {
                    T &sum = row[x * g.strideW];
                    sum = multiplyAdded(sum, weight, from[x]);
                }
            }
        }
    }
}

/// Adds to the gradient of one kernel what one pair of planes contributes.
template <typename T>
void gatherKernel(const Conv2dGeometry &g, const T *outGrad, const T *data, T *kernelGrad)
{
    for (std::int64_t ky = 0; ky < g.kernelH; ++ky) {
        for (std::int64_t kx = 0; kx < g.kernelW; ++kx) {
            const Tap tap = tapAt(g, ky, kx);
            T sum{};
            for (std::int64_t y = tap.rows.first; y < tap.rows.last; ++y) {
                const T *row = data + (y * g.strideH + tap.offsetY) * g.inW + tap.offsetX;
                const T *from = outGrad + y * g.outW;
                for (std::int64_t x = tap.columns.first; x < tap.columns.last; ++x) {
                    sum = multiplyAdded(sum, from[x], row[x * g.strideW]);
                }
            }
            *kernelGrad = multiplyAdded(*kernelGrad, sum, T{1});
            ++kernelGrad;
        }
    }
}

/// Calls `each(output plane, input plane, kernel)` with the flat numbers of every pair of planes
/// that a kernel connects, input planes of an image one after the other.
template <typename F>
Status forEachPair(const Conv2dGeometry &g, const CancelToken *cancel, F &&each)
{
    for (std::int64_t batch = 0; batch < g.batch; ++batch) {
        for (std::int64_t in = 0; in < g.inChannels; ++in) {
            if (isCanceled(cancel)) {
                return canceledError();
            }
            const std::int64_t group = in / g.inPerGroup();
            for (std::int64_t i = 0; i < g.outPerGroup(); ++i) {
                const std::int64_t out = group * g.outPerGroup() + i;
                each(batch * g.outChannels + out, batch * g.inChannels + in,
                     out * g.inPerGroup() + in % g.inPerGroup());
            }
        }
    }
    return {};
}

} // namespace

Status conv2dDataGradient(const Conv2dGeometry &g, const ConstTensorView &outGrad,
                          const ConstTensorView &weight, const TensorView &dataGrad,
                          const CancelToken *cancel)
{
    return withNumberType(dataGrad.type, [&](auto zero) {
        using T = decltype(zero);
        std::fill_n(dataGrad.as<T>(), dataGrad.count(), T{});
        return forEachPair(g, cancel, [&](std::int64_t out, std::int64_t in, std::int64_t kernel) {
            scatterPlane(g, outGrad.as<T>() + out * g.outH * g.outW,
                         weight.as<T>() + kernel * g.kernelH * g.kernelW,
                         dataGrad.as<T>() + in * g.inH * g.inW);
        });
    });
}

Status conv2dWeightGradient(const Conv2dGeometry &g, const ConstTensorView &outGrad,
                            const ConstTensorView &data, const TensorView &weightGrad,
                            const CancelToken *cancel)
{
    return withNumberType(weightGrad.type, [&](auto zero) {
        using T = decltype(zero);
        std::fill_n(weightGrad.as<T>(), weightGrad.count(), T{});
        return forEachPair(g, cancel, [&](std::int64_t out, std::int64_t in, std::int64_t kernel) {
            gatherKernel(g, outGrad.as<T>() + out * g.outH * g.outW,
                         data.as<T>() + in * g.inH * g.inW,
                         weightGrad.as<T>() + kernel * g.kernelH * g.kernelW);
        });
    });
}

Status conv2dBiasGradient(const Conv2dGeometry &g, const ConstTensorView &outGrad,
                          const TensorView &biasGrad)
{
    return withNumberType(biasGrad.type, [&](auto zero) -> Status {
        using T = decltype(zero);
        std::fill_n(biasGrad.as<T>(), g.outChannels, T{});
        const T *from = outGrad.as<T>();
        for (std::int64_t plane = 0; plane < g.batch * g.outChannels; ++plane) {
            T &sum = biasGrad.as<T>()[plane % g.outChannels];
            for (std::int64_t i = 0; i < g.outH * g.outW; ++i) {
                sum = multiplyAdded(sum, *from++, T{1});
            }
        }
        return {};
    });
}

} // namespace nervure
