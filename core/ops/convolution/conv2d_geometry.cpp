// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_geometry.h"

#include "core/execution/tensor.h"
#include "core/ops/rules/reference_types.h"

#include <algorithm>
#include <vector>

namespace nervure {

namespace {

/// Results that are computed side by side, so that every number read serves several of them.
constexpr std::int64_t positionsAtOnce = 16;
constexpr std::int64_t channelsAtOnce = 4;

template <typename In, typename Out>
class Convolution {
public:
    /// `packed` has room for the planes of one group and positionsAtOnce further elements: the last
    /// results read beyond the last plane.
    Convolution(const Conv2dGeometry &geometry, std::span<const ConstTensorView> in,
                const TensorView &out, Out *packed)
        : m_g(geometry),
          m_planes(conv2dPlanes(geometry)),
          m_data(in[0].as<In>()),
          m_weight(in[1].as<In>()),
          m_bias(geometry.hasBias ? in[2].as<In>() : nullptr),
          m_out(out.as<Out>()),
          m_packed(packed)
    {
        for (std::int64_t ky = 0; ky < m_g.kernelH; ++ky) {
            const std::int64_t y = ky * m_g.dilationH;
            m_tapRows.push_back(y % m_g.strideH * m_planes.phaseW * m_planes.planeSize()
                                + y / m_g.strideH * m_planes.pitch);
        }
        for (std::int64_t kx = 0; kx < m_g.kernelW; ++kx) {
            const std::int64_t x = kx * m_g.dilationW;
            m_tapColumns.push_back(x % m_g.strideW * m_planes.planeSize() + x / m_g.strideW);
        }
    }

    Status run(const CancelToken *cancel)
    {
        for (std::int64_t batch = 0; batch < m_g.batch; ++batch) {
            for (std::int64_t group = 0; group < m_g.groups; ++group) {
                RETURN_IF_FAILED(convolveGroup(batch, group, cancel));
            }
        }
        return {};
    }

private:
    Status convolveGroup(std::int64_t batch, std::int64_t group, const CancelToken *cancel)
    {
        const std::int64_t inPlanes = m_g.inPerGroup();
        for (std::int64_t i = 0; i < inPlanes; ++i) {
            const std::int64_t plane = batch * m_g.inChannels + group * inPlanes + i;
            pack(m_data + plane * m_g.inH * m_g.inW, m_packed + i * m_planes.channelSize());
        }
        const std::int64_t last = (group + 1) * m_g.outPerGroup();
        std::int64_t channel = group * m_g.outPerGroup();
        while (channel < last) {
            if (isCanceled(cancel)) {
                return canceledError();
            }
            if (channel + channelsAtOnce <= last) {
                convolve<channelsAtOnce>(batch, channel);
                channel += channelsAtOnce;
            } else {
                convolve<1>(batch, channel++);
            }
        }
        return {};
    }

    /// One channel of the input, padded, to its planes.
    void pack(const In *in, Out *to) const
    {
        for (std::int64_t phase = 0; phase < m_planes.phaseH * m_planes.phaseW; ++phase) {
            for (std::int64_t row = 0; row < m_planes.height; ++row, to += m_planes.pitch) {
                const std::int64_t y = row * m_g.strideH + phase / m_planes.phaseW - m_g.padTop;
                const bool isInside = y >= 0 && y < m_g.inH;
                packRow(isInside ? in + y * m_g.inW : nullptr,
                        phase % m_planes.phaseW - m_g.padLeft, to);
            }
        }
    }

    void packRow(const In *row, std::int64_t firstColumn, Out *to) const
    {
        std::int64_t x = firstColumn;
        for (std::int64_t i = 0; i < m_planes.pitch; ++i, x += m_g.strideW) {
            const bool isInside = row != nullptr && x >= 0 && x < m_g.inW;
            to[i] = isInside ? static_cast<Out>(row[x]) : Out{};
        }
    }

    /// All results of `Channels` output channels from `channel` on.
    template <std::int64_t Channels>
    void convolve(std::int64_t batch, std::int64_t channel)
    {
        const std::int64_t kernel = m_g.inPerGroup() * m_g.kernelH * m_g.kernelW;
        for (std::int64_t first = 0; first < m_planes.positions; first += positionsAtOnce) {
            Out sums[Channels][positionsAtOnce];
            for (std::int64_t c = 0; c < Channels; ++c) {
                const Out bias = m_bias ? static_cast<Out>(m_bias[channel + c]) : Out{};
                std::fill_n(sums[c], positionsAtOnce, bias);
            }
            const In *weight = m_weight + channel * kernel;
            const Out *plane = m_packed + first;
            for (std::int64_t i = 0; i < m_g.inPerGroup(); ++i, plane += m_planes.channelSize()) {
                for (const std::int64_t row : m_tapRows) {
                    for (const std::int64_t column : m_tapColumns) {
                        addTap<Channels>(plane + row + column, weight++, kernel, sums);
                    }
                }
            }
            for (std::int64_t c = 0; c < Channels; ++c) {
                store(sums[c], first,
                      m_out + (batch * m_g.outChannels + channel + c) * m_g.outH * m_g.outW);
            }
        }
    }

    /// One number of each channel's kernel, `kernel` elements apart, times what it meets.
    template <std::int64_t Channels>
    static void addTap(const Out *met, const In *weight, std::int64_t kernel,
                       Out (&sums)[Channels][positionsAtOnce])
    {
        // A copy that no sum can change: it stays in registers.
        Out in[positionsAtOnce];
        std::copy_n(met, positionsAtOnce, in);
        for (std::int64_t c = 0; c < Channels; ++c) {
            const Out factor = static_cast<Out>(weight[c * kernel]);
            for (std::int64_t i = 0; i < positionsAtOnce; ++i) {
                sums[c][i] = multiplyAdded(sums[c][i], factor, in[i]);
            }
        }
    }

    /// Those of the sums from position `first` on that are results.
    void store(const Out *sums, std::int64_t first, Out *plane) const
    {
        std::int64_t y = first / m_planes.pitch;
        std::int64_t x = first % m_planes.pitch;
        for (std::int64_t i = 0; i < positionsAtOnce && y < m_g.outH; ++i) {
            if (x < m_g.outW) {
                plane[y * m_g.outW + x] = sums[i];
            }
            if (++x == m_planes.pitch) {
                x = 0;
                ++y;
            }
        }
    }

    const Conv2dGeometry &m_g;
    Conv2dPlanes m_planes;
    const In *m_data;
    const In *m_weight;
    const In *m_bias;
    Out *m_out;
    Out *m_packed;
    /// How far from its position a tap reads: the sum of both.
    std::vector<std::int64_t> m_tapRows;
    std::vector<std::int64_t> m_tapColumns;
};

/// Memory for the planes of one group. Padding and dilation alone decide how large they are; a file
/// must not make us allocate what its tensors are nowhere near.
Result<Tensor> memoryForPlanes(const Conv2dGeometry &g, DType type)
{
    if (std::min({g.strideH, g.strideW, g.dilationH, g.dilationW}) < 1) {
        return makeError("reference-size", "strides or dilation are below 1");
    }
    const Conv2dPlanes planes = conv2dPlanes(g);
    const auto packed =
        elementCount({g.inPerGroup(), planes.phaseH, planes.phaseW, planes.height, planes.pitch});
    const std::int64_t tensors = g.inChannels * g.inH * g.inW + g.outChannels * g.outH * g.outW;
    constexpr std::int64_t always = std::int64_t{1} << 24;
    if (!packed || *packed / 64 > tensors + always / 64) {
        return makeError("reference-size",
                         "padding and dilation are too wide for the reference to compute with");
    }
    return Tensor::zeros(type, {*packed + positionsAtOnce});
}

template <typename In, typename Out>
Status convolve(const Conv2dGeometry &geometry, std::span<const ConstTensorView> in,
                const TensorView &out, const CancelToken *cancel)
{
    auto packed = memoryForPlanes(geometry, out.type);
    return packed ? Convolution<In, Out>(geometry, in, out, packed->view().as<Out>()).run(cancel)
                  : Status(packed.error());
}

} // namespace

Conv2dGeometry conv2dSizes(const Shape &data, const Shape &weight, const Shape &out)
{
    Conv2dGeometry g;
    g.batch = data[0];
    g.inChannels = data[1];
    g.inH = data[2];
    g.inW = data[3];
    g.outChannels = out[1];
    g.outH = out[2];
    g.outW = out[3];
    g.kernelH = weight[2];
    g.kernelW = weight[3];
    return g;
}

Conv2dPlanes conv2dPlanes(const Conv2dGeometry &g)
{
    const std::int64_t lastTapH = std::max<std::int64_t>((g.kernelH - 1) * g.dilationH, 0);
    const std::int64_t lastTapW = std::max<std::int64_t>((g.kernelW - 1) * g.dilationW, 0);
    Conv2dPlanes planes;
    planes.phaseH = std::min(g.strideH, lastTapH + 1);
    planes.phaseW = std::min(g.strideW, lastTapW + 1);
    planes.height = g.outH + lastTapH / g.strideH;
    planes.pitch = g.outW + lastTapW / g.strideW;
    planes.positions = (g.outH - 1) * planes.pitch + g.outW;
    return planes;
}

Status conv2dReference(const Conv2dGeometry &geometry, std::span<const ConstTensorView> in,
                       const TensorView &out, const CancelToken *cancel)
{
    if (out.count() == 0) {
        return {};
    }
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
