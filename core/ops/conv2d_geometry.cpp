// SPDX-License-Identifier: Apache-2.0
#include "core/ops/conv2d_geometry.h"

#include "core/ops/reference_types.h"

#include <algorithm>

namespace nervure {

namespace {

/// The output positions along one axis whose input position, for one kernel tap, is inside.
struct Range {
    std::int64_t first = 0;
    std::int64_t last = 0; ///< one beyond
};

Range insideRange(std::int64_t offset, std::int64_t stride, std::int64_t in, std::int64_t out)
{
    const std::int64_t first = offset < 0 ? (-offset + stride - 1) / stride : 0;
    const std::int64_t last = in - 1 < offset ? 0 : (in - 1 - offset) / stride + 1;
    return {std::min(first, out), std::clamp(last, std::int64_t{0}, out)};
}

template <typename In, typename Out>
class Convolution {
public:
    Convolution(const Conv2dGeometry &geometry, std::span<const ConstTensorView> in,
                const TensorView &out)
        : m_g(geometry),
          m_data(in[0].as<In>()),
          m_weight(in[1].as<In>()),
          m_bias(geometry.hasBias ? in[2].as<In>() : nullptr),
          m_out(out.as<Out>())
    {}

    /// One output plane: all kernel taps of all input planes of the group, row by row.
    void plane(std::int64_t batch, std::int64_t channel) const
    {
        Out *out = m_out + (batch * m_g.outChannels + channel) * m_g.outH * m_g.outW;
        std::fill_n(out, m_g.outH * m_g.outW, m_bias ? static_cast<Out>(m_bias[channel]) : Out{});
        const std::int64_t inPlanes = m_g.inPerGroup();
        const std::int64_t group = channel / m_g.outPerGroup();
        const In *data = m_data + (batch * m_g.inChannels + group * inPlanes) * m_g.inH * m_g.inW;
        const In *weight = m_weight + channel * inPlanes * m_g.kernelH * m_g.kernelW;
        for (std::int64_t plane = 0; plane < inPlanes; ++plane) {
            for (std::int64_t ky = 0; ky < m_g.kernelH; ++ky) {
                for (std::int64_t kx = 0; kx < m_g.kernelW; ++kx) {
                    tap(data, static_cast<Out>(*weight++), ky, kx, out);
                }
            }
            data += m_g.inH * m_g.inW;
        }
    }

private:
    void tap(const In *data, Out weight, std::int64_t ky, std::int64_t kx, Out *out) const
    {
        const std::int64_t offsetY = ky * m_g.dilationH - m_g.padTop;
        const std::int64_t offsetX = kx * m_g.dilationW - m_g.padLeft;
        const Range rows = insideRange(offsetY, m_g.strideH, m_g.inH, m_g.outH);
        const Range columns = insideRange(offsetX, m_g.strideW, m_g.inW, m_g.outW);
        for (std::int64_t y = rows.first; y < rows.last; ++y) {
            const In *in = data + (y * m_g.strideH + offsetY) * m_g.inW + offsetX;
            Out *row = out + y * m_g.outW;
            if (m_g.strideW == 1) {
                for (std::int64_t x = columns.first; x < columns.last; ++x) {
                    row[x] = static_cast<Out>(row[x] + weight * static_cast<Out>(in[x]));
                }
            } else {
                for (std::int64_t x = columns.first; x < columns.last; ++x) {
                    row[x] =
                        static_cast<Out>(row[x] + weight * static_cast<Out>(in[x * m_g.strideW]));
                }
            }
        }
    }

    const Conv2dGeometry &m_g;
    const In *m_data;
    const In *m_weight;
    const In *m_bias;
    Out *m_out;
};

template <typename In, typename Out>
Status convolve(const Conv2dGeometry &geometry, std::span<const ConstTensorView> in,
                const TensorView &out, const CancelToken *cancel)
{
    const Convolution<In, Out> convolution(geometry, in, out);
    for (std::int64_t batch = 0; batch < geometry.batch; ++batch) {
        for (std::int64_t channel = 0; channel < geometry.outChannels; ++channel) {
            if (isCancelled(cancel)) {
                return cancelledError();
            }
            convolution.plane(batch, channel);
        }
    }
    return {};
}

} // namespace

Status conv2dReference(const Conv2dGeometry &geometry, std::span<const ConstTensorView> in,
                       const TensorView &out, const CancelToken *cancel)
{
    const DType type = in[0].type;
    const bool oneType = std::all_of(
        in.begin(), in.end(), [type](const ConstTensorView &view) { return view.type == type; });
    if (oneType && type == out.type) {
        return withNumberType(type, [&](auto zero) {
            using T = decltype(zero);
            return convolve<T, T>(geometry, in, out, cancel);
        });
    }
    if (oneType && out.type == DType::Int32 && type == DType::Int8) {
        return convolve<std::int8_t, std::int32_t>(geometry, in, out, cancel);
    }
    if (oneType && out.type == DType::Int32 && type == DType::UInt8) {
        return convolve<std::uint8_t, std::int32_t>(geometry, in, out, cancel);
    }
    return unsupportedType(oneType ? out.type : type);
}

} // namespace nervure
