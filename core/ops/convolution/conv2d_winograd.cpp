// SPDX-License-Identifier: Apache-2.0
// Winograd's convolution of 3x3 kernels in two operators: one transforms the weight, the other
// takes the transformed weight. After Lavin and Gray, "Fast Algorithms for Convolutional Neural
// Networks", with the matrices of F(2x2, 3x3) and F(4x4, 3x3):
//     result = A^T [ (G weight G^T) * (B^T data B) ] A        * is element by element
#include "core/ops/convolution/conv2d_rules.h"
#include "core/ops/convolution/conv2d_winograd_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/reference_operand.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/window_rules.h"
#include "core/support/text.h"

#include <array>
#include <fmt/format.h>

namespace nervure {

namespace {

constexpr std::int64_t kernelSide = 3;

struct TransformAttrs {
    int tileSize = 0;
};

struct WinogradAttrs : Conv2dAttrs {
    int tileSize = 0;
};

/// A matrix of `columns` columns, row by row.
struct Matrix {
    std::span<const double> numbers;
    std::int64_t columns = 0;

    [[nodiscard]] double at(std::int64_t row, std::int64_t column) const
    {
        return numbers[static_cast<std::size_t>(row * columns + column)];
    }
};

/// What belongs to a tile of the result of `tile` x `tile`; the data's is `alpha` x `alpha`.
struct Winograd {
    std::int64_t tile = 0;
    std::int64_t alpha = 0;
    Matrix weight;  ///< G: alpha x 3
    Matrix data;    ///< B: alpha x alpha
    Matrix inverse; ///< A: alpha x tile
};

Winograd smallTiles()
{
    static constexpr std::array<double, 12> g{1, 0, 0, 0.5, 0.5, 0.5, 0.5, -0.5, 0.5, 0, 0, 1};
    static constexpr std::array<double, 16> b{1, 0, 0, 0, 0, 1, -1, 1, -1, 1, 1, 0, 0, 0, 0, -1};
    static constexpr std::array<double, 8> a{1, 0, 1, 1, 1, -1, 0, -1};
    return {2, 4, {g, 3}, {b, 4}, {a, 2}};
}

Winograd largeTiles()
{
    static constexpr std::array<double, 18> g{
        1.0 / 4,  0,        0,       -1.0 / 6, -1.0 / 6,  -1.0 / 6, -1.0 / 6, 1.0 / 6, -1.0 / 6,
        1.0 / 24, 1.0 / 12, 1.0 / 6, 1.0 / 24, -1.0 / 12, 1.0 / 6,  0,        0,       1};
    static constexpr std::array<double, 36> b{4,  0,  0,  0,  0,  0, 0, -4, 4,  -2, 2,  4,
                                              -5, -4, -4, -1, -1, 0, 0, 1,  -1, 2,  -2, -5,
                                              1,  1,  1,  1,  1,  0, 0, 0,  0,  0,  0,  1};
    static constexpr std::array<double, 24> a{1, 0, 0, 0, 1, 1,  1, 1,  1, -1, 1, -1,
                                              1, 2, 4, 8, 1, -2, 4, -8, 0, 0,  0, 1};
    return {4, 6, {g, 3}, {b, 6}, {a, 4}};
}

Result<Winograd> winogradOf(int tileSize)
{
    switch (tileSize) {
    case 2: return smallTiles();
    case 4: return largeTiles();
    default:
        return makeError("attr-unsupported", "tile_size is {}, expected 2 or 4 to compute",
                         tileSize);
    }
}

/// weight [out, in, h, w] gives [tile + h - 1, tile + w - 1, out, in]. As in NNVM the weight must
/// be known.
Status inferTransformShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    if (in.empty() || out.empty()) {
        return checkCounts(in.size(), out.size(), 1, 1);
    }
    const Shape weight = computedShape(in[0], context.semantics);
    if (weight.size() != 4) {
        return makeError("infer-shape", "input 0 (weight) has {} dimensions, expected 4",
                         weight.size());
    }
    RETURN_IF_FAILED(checkExtents(weight));
    const std::int64_t tile = context.attrs.as<TransformAttrs>().tileSize;
    Shape transformed{weight[2], weight[3], weight[0], weight[1]};
    for (std::size_t i = 0; i < 2; ++i) {
        const bool isOpen = isUnknownSize(transformed[i]);
        if (!isOpen && tile + transformed[i] - 1 < 0) {
            return makeError("infer-shape", "tile_size is {}, expected at least 1", tile);
        }
        transformed[i] = isOpen ? unknownSize : tile + transformed[i] - 1;
    }
    return assignComputed(out, 0, transformed, context.semantics);
}

/// G weight G^T of every pair of channels.
template <typename T>
void transformWeight(const Winograd &winograd, const T *weight, std::int64_t pairs, T *out)
{
    for (std::int64_t row = 0; row < winograd.alpha; ++row) {
        for (std::int64_t column = 0; column < winograd.alpha; ++column) {
            for (std::int64_t pair = 0; pair < pairs; ++pair) {
                const T *kernel = weight + pair * kernelSide * kernelSide;
                double sum = 0;
                for (std::int64_t y = 0; y < kernelSide; ++y) {
                    for (std::int64_t x = 0; x < kernelSide; ++x) {
                        sum += static_cast<double>(kernel[y * kernelSide + x])
                               * winograd.weight.at(row, y) * winograd.weight.at(column, x);
                    }
                }
                *out++ = static_cast<T>(sum);
            }
        }
    }
}

Status transformReference(const TransformAttrs &attrs, const ReferenceCall &call)
{
    ASSIGN_OR_RETURN(const auto winograd, winogradOf(attrs.tileSize));
    const auto &weight = call.in[0].shape;
    if (weight.size() != 4 || weight[2] != kernelSide || weight[3] != kernelSide) {
        return makeError("infer-shape", "input 0 (weight) has shape {}, expected kernels of 3x3",
                         shapeText(shapeOf(call.in[0])));
    }
    RETURN_IF_FAILED(requireOneType(call));
    const DType type = computingType(call.in[0].type);
    const auto in = ReferenceOperand::make(call.in[0], type);
    auto out = ReferenceResult::make(call.out[0], type);
    if (!in || !out) {
        return in ? out.error() : in.error();
    }
    const Status status = withFloatType(type, [&](auto zero) -> Status {
        using T = decltype(zero);
        transformWeight(winograd, in->view().as<T>(), weight[0] * weight[1], out->view().as<T>());
        return {};
    });
    return status ? out->store() : status;
}

/// The plain tensors of a convolution with a transformed weight.
struct Operands {
    ReferenceOperand data;
    ReferenceOperand weight;
    std::optional<ReferenceOperand> bias;
};

/// Convolves tile by tile, with `tiles` for the transformed data of one tile: alpha x alpha numbers
/// for each input channel. Sums are of double precision.
template <typename T>
class TileConvolution {
public:
    TileConvolution(const Winograd &winograd, const WinogradAttrs &attrs, const Operands &operands,
                    const TensorView &out, double *tiles)
        : m_w(winograd),
          m_data(operands.data.view()),
          m_weight(operands.weight.view()),
          m_bias(operands.bias ? operands.bias->view().as<T>() : nullptr),
          m_out(out),
          m_padTop(attrs.padding[0]),
          m_padLeft(attrs.padding[1]),
          m_isTransposed(m_weight.shape[2] != out.shape[1]),
          m_tiles(tiles)
    {}

    Status run(const CancelToken *cancel)
    {
        for (std::int64_t batch = 0; batch < m_out.shape[0]; ++batch) {
            for (std::int64_t y = 0; y < m_out.shape[2]; y += m_w.tile) {
                for (std::int64_t x = 0; x < m_out.shape[3]; x += m_w.tile) {
                    if (isCanceled(cancel)) {
                        return canceledError();
                    }
                    tile(batch, y, x);
                }
            }
        }
        return {};
    }

private:
    [[nodiscard]] std::int64_t area() const { return m_w.alpha * m_w.alpha; }

    [[nodiscard]] double dataAt(std::int64_t plane, std::int64_t y, std::int64_t x) const
    {
        const std::int64_t height = m_data.shape[2];
        const std::int64_t width = m_data.shape[3];
        const bool isInside = y >= 0 && y < height && x >= 0 && x < width;
        return isInside ? static_cast<double>(m_data.as<T>()[(plane * height + y) * width + x]) : 0;
    }

    /// M^T tile M for a tile of alpha x alpha.
    void transform(const Matrix &matrix, const double *tile, double *result) const
    {
        const std::int64_t side = matrix.columns;
        std::array<double, 36> half{};
        for (std::int64_t row = 0; row < side; ++row) {
            for (std::int64_t column = 0; column < m_w.alpha; ++column) {
                double &sum = half[static_cast<std::size_t>(row * m_w.alpha + column)];
                for (std::int64_t i = 0; i < m_w.alpha; ++i) {
                    sum += matrix.at(i, row) * tile[i * m_w.alpha + column];
                }
            }
        }
        for (std::int64_t row = 0; row < side; ++row) {
            for (std::int64_t column = 0; column < side; ++column) {
                double sum = 0;
                for (std::int64_t i = 0; i < m_w.alpha; ++i) {
                    sum +=
                        half[static_cast<std::size_t>(row * m_w.alpha + i)] * matrix.at(i, column);
                }
                result[row * side + column] = sum;
            }
        }
    }

    void tile(std::int64_t batch, std::int64_t top, std::int64_t left)
    {
        std::array<double, 36> numbers{};
        for (std::int64_t channel = 0; channel < m_data.shape[1]; ++channel) {
            const std::int64_t plane = batch * m_data.shape[1] + channel;
            for (std::int64_t i = 0; i < area(); ++i) {
                numbers[static_cast<std::size_t>(i)] =
                    dataAt(plane, top - m_padTop + i / m_w.alpha, left - m_padLeft + i % m_w.alpha);
            }
            transform(m_w.data, numbers.data(), m_tiles + channel * area());
        }
        for (std::int64_t channel = 0; channel < m_out.shape[1]; ++channel) {
            for (std::int64_t i = 0; i < area(); ++i) {
                numbers[static_cast<std::size_t>(i)] = product(i, channel);
            }
            store(batch, channel, top, left, numbers);
        }
    }

    /// Element `i` of the transformed result: over all input channels.
    [[nodiscard]] double product(std::int64_t i, std::int64_t channel) const
    {
        const std::int64_t ins = m_data.shape[1];
        const std::int64_t outs = m_out.shape[1];
        const T *weight = m_weight.as<T>() + i * ins * outs;
        double sum = 0;
        for (std::int64_t in = 0; in < ins; ++in) {
            const T factor =
                m_isTransposed ? weight[in * outs + channel] : weight[channel * ins + in];
            sum += static_cast<double>(factor) * m_tiles[in * area() + i];
        }
        return sum;
    }

    void store(std::int64_t batch, std::int64_t channel, std::int64_t top, std::int64_t left,
               const std::array<double, 36> &transformed)
    {
        std::array<double, 16> result{};
        transform(m_w.inverse, transformed.data(), result.data());
        const double bias = m_bias != nullptr ? static_cast<double>(m_bias[channel]) : 0;
        const std::int64_t height = m_out.shape[2];
        const std::int64_t width = m_out.shape[3];
        T *plane = m_out.as<T>() + (batch * m_out.shape[1] + channel) * height * width;
        for (std::int64_t y = top; y < std::min(top + m_w.tile, height); ++y) {
            for (std::int64_t x = left; x < std::min(left + m_w.tile, width); ++x) {
                const std::int64_t at = (y - top) * m_w.tile + x - left;
                plane[y * width + x] = static_cast<T>(result[static_cast<std::size_t>(at)] + bias);
            }
        }
    }

    const Winograd &m_w;
    ConstTensorView m_data;
    ConstTensorView m_weight;
    const T *m_bias;
    TensorView m_out;
    std::int64_t m_padTop;
    std::int64_t m_padLeft;
    bool m_isTransposed; ///< [alpha, alpha, in, out], as NNVM's devices want it
    double *m_tiles;
};

Status checkComputable(const WinogradAttrs &attrs, const Winograd &winograd, const Shape &data,
                       const Shape &weight, const Shape &out)
{
    const IntTuple kernel{kernelSide, kernelSide};
    const IntTuple ones{1, 1};
    if (attrs.kernelSize != kernel || attrs.strides != ones || attrs.dilation != ones
        || attrs.groups != 1 || attrs.padding.size() < 2) {
        return makeError("attr-unsupported",
                         "Winograd's convolution is computed for kernels of 3x3 with strides, "
                         "dilation and groups of 1 alone");
    }
    const Shape plain{winograd.alpha, winograd.alpha, out[1], data[1]};
    const Shape transposed{winograd.alpha, winograd.alpha, data[1], out[1]};
    if (data[0] != out[0] || (weight != plain && weight != transposed)) {
        return makeError(
            "infer-shape",
            "input 1 (weight) has shape {}, expected {} as the weight transform gives it",
            shapeText(weight), shapeText(plain));
    }
    return {};
}

Result<Operands> operandsOf(const WinogradAttrs &attrs, const Conv2dLayouts &layouts,
                            const ReferenceCall &call, DType type)
{
    auto data = ReferenceOperand::make(call.in[0], layouts.data, plainDataLayout(), type);
    auto weight = ReferenceOperand::make(call.in[1], type);
    if (!data || !weight) {
        return data ? weight.error() : data.error();
    }
    Operands operands{std::move(data).value(), std::move(weight).value(), std::nullopt};
    if (attrs.useBias) {
        auto bias = ReferenceOperand::make(call.in[2], layouts.bias, *Layout::parse("C"), type);
        RETURN_IF_FAILED(bias);
        operands.bias = std::move(bias).value();
    }
    return operands;
}

Status conv2dWinogradReference(const WinogradAttrs &attrs, const ReferenceCall &call)
{
    const auto layouts = conv2dLayouts(attrs);
    const auto winograd = winogradOf(attrs.tileSize);
    if (!layouts || !winograd) {
        return layouts ? winograd.error() : layouts.error();
    }
    const DType type = computingType(call.out[0].type);
    ASSIGN_OR_RETURN(const auto operands, operandsOf(attrs, **layouts, call, type));
    ASSIGN_OR_RETURN(auto result,
                     ReferenceResult::make(call.out[0], plainDataLayout(), (*layouts)->out, type));
    const ConstTensorView data = operands.data.view();
    Status status = checkComputable(attrs, *winograd, shapeOf(data),
                                    shapeOf(operands.weight.view()), shapeOf(result.view()));
    if (!status) {
        return status;
    }
    ASSIGN_OR_RETURN(auto tiles, Tensor::zeros(DType::Float64,
                                               {data.shape[1], winograd->alpha, winograd->alpha}));
    status = withFloatType(type, [&](auto zero) {
        return TileConvolution<decltype(zero)>(*winograd, attrs, operands, result.view(),
                                               tiles.view().as<double>())
            .run(call.cancel);
    });
    return status ? result.store() : status;
}

Result<KernelSpec> transformKernel(const TransformAttrs &attrs, const KernelContext &context)
{
    RETURN_IF_FAILED(checkTensorSizes(context));
    return winogradWeightKernel(attrs.tileSize, context);
}

Result<KernelSpec> conv2dWinogradKernel(const WinogradAttrs &attrs, const KernelContext &context)
{
    RETURN_IF_FAILED(checkTensorSizes(context));
    const auto layouts = conv2dLayouts(attrs);
    const auto winograd = winogradOf(attrs.tileSize);
    const bool isPlain = layouts && (*layouts)->data == plainDataLayout()
                         && (*layouts)->out == plainDataLayout() && context.inShapes[0].size() == 4;
    if (!isPlain || !winograd) {
        return noKernelFor(fmt::format("layouts {} and {} in tiles of {}", attrs.layout,
                                       attrs.outLayout, attrs.tileSize));
    }
    const Shape &data = context.inShapes[0];
    const Shape &out = context.outShapes[0];
    RETURN_IF_FAILED(checkComputable(attrs, *winograd, data, context.inShapes[1], out));
    Conv2dGeometry geometry = conv2dSizes(data, {out[1], data[1], kernelSide, kernelSide}, out);
    geometry.padTop = attrs.padding[0];
    geometry.padLeft = attrs.padding[1];
    geometry.hasBias = attrs.useBias;
    return winogradTilesKernel(attrs.tileSize, geometry, context);
}

/// Products of the transformed tiles, which is where the time goes.
std::optional<std::int64_t> conv2dWinogradMacs(const WinogradAttrs &attrs,
                                               std::span<const Shape> in,
                                               std::span<const Shape> out)
{
    const auto weights = elementCount(in[1]);
    const auto outputs = elementCount(out[0]);
    const std::int64_t tile = attrs.tileSize;
    if (!weights || !outputs || tile < 1 || tile > 16 || attrs.channels < 1) {
        return std::nullopt;
    }
    return checkedMultiply(*outputs / attrs.channels / (tile * tile), *weights);
}

} // namespace

void registerConv2dWinograd(OpRegistry &ops)
{
    ops.add(OpBuilder<TransformAttrs>(Dialect::Nnvm, "_contrib_conv2d_winograd_weight_transform")
                .summary("a convolution's weight as Winograd's algorithm multiplies it")
                .category(OpCategory::Convolution)
                .attr(field("tile_size", &TransformAttrs::tileSize,
                            "side of the tiles of the result: 2 or 4")
                          .required())
                .inputs({"weight"})
                .parameters({0})
                .shape(OpSpec::ShapeRule(inferTransformShape))
                .type(elementwiseType(1))
                .pattern(OpPattern::OutElementwiseFusable)
                .reference(transformReference)
                .kernel(transformKernel)
                .build());
    ops.add(declareConv2d<WinogradAttrs>("_contrib_conv2d_winograd_without_weight_transform",
                                         "two-dimensional convolution after Winograd, with a "
                                         "weight that was transformed before",
                                         Conv2dWeight::Transformed)
                .attr(field("tile_size", &WinogradAttrs::tileSize,
                            "side of the tiles of the result: 2 or 4")
                          .required())
                .macs(conv2dWinogradMacs)
                .reference(conv2dWinogradReference)
                .kernel(conv2dWinogradKernel)
                .build());
}

} // namespace nervure
