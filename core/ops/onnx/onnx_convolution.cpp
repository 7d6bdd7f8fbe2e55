// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/onnx/onnx_windows.h"
#include "core/support/text.h"

namespace nervure {

namespace {

using namespace onnx;

/// Where the inputs of a convolution stand in the node's list.
struct ConvolutionInputs {
    static constexpr std::size_t none = 99;
    std::size_t data = 0;
    std::size_t filter = 1;
    std::size_t bias = 2;
};

/// The filter has the channels of its group alone.
Status checkFilterChannels(const ValueCall &call, const ConvolutionInputs &at)
{
    const std::int64_t groups = call.attrs.integer("group", 1);
    const Dimension filters = sizeAt(call.shape(at.filter), 0);
    ASSIGN_OR_RETURN(const Dimension perGroup, wholeShare(filters, groups, "filters"));
    ASSIGN_OR_RETURN(const Dimension checked,
                     same(sizeAt(call.shape(at.data), 1),
                          sizeAt(call.shape(at.filter), 1) * Dimension(groups),
                          "channels of the data and of the filter times group"));
    return {};
}

/// [batch, filters, windows…].
Result<MaybeShape> windowedShape(const ValueCall &call, const ConvolutionInputs &at)
{
    ASSIGN_OR_RETURN(const auto rank, spatialRank(call, {at.data, at.filter}));
    if (!rank) {
        return MaybeShape();
    }
    RETURN_IF_FAILED(checkFilterChannels(call, at));
    ASSIGN_OR_RETURN(const Dimension filters,
                     same(sizeAt(call.shape(at.filter), 0), sizeAt(call.shape(at.bias), 0),
                          "numbers of filters and of elements of the bias"));
    ASSIGN_OR_RETURN(const Dimensions kernel,
                     kernelSizes(call, spatialSizes(call.shape(at.filter), *rank)));
    ASSIGN_OR_RETURN(const Windows windows, windowsOf(call, kernel));
    ASSIGN_OR_RETURN(
        const Dimensions counts,
        windowCounts(windows, spatialSizes(call.shape(at.data), *rank), LastWindow::Whole));
    Dimensions shape{sizeAt(call.shape(at.data), 0), filters};
    shape.insert(shape.end(), counts.begin(), counts.end());
    return MaybeShape(std::move(shape));
}

ValueRule convolution(ConvolutionInputs at)
{
    return [at](ValueCall &call) -> Status {
        ASSIGN_OR_RETURN(MaybeShape shape, windowedShape(call, at));
        call.setShape(0, std::move(shape));
        return {};
    };
}

/// The offsets say for each window where its elements come from.
Status deformableConvolution(ValueCall &call)
{
    constexpr std::size_t offsets = 2;
    ASSIGN_OR_RETURN(MaybeShape shape, windowedShape(call, {0, 1, 3}));
    const MaybeShape &given = call.shape(offsets);
    if (shape && given) {
        RETURN_IF_FAILED(checkRank(call, offsets, shape->size()));
        for (std::size_t i = 2; i < shape->size(); ++i) {
            ASSIGN_OR_RETURN((*shape)[i], same((*shape)[i], (*given)[i],
                                               "numbers of windows and of their offsets"));
        }
    }
    call.setShape(0, std::move(shape));
    return {};
}

/// The state holds what the next windows reach back to.
Status causalConvolution(ValueCall &call)
{
    constexpr std::size_t rank = 3;
    constexpr std::size_t pastState = 3;
    ASSIGN_OR_RETURN(Dimensions data, shapeOfRank(call, 0, rank));
    ASSIGN_OR_RETURN(const Dimensions filter, shapeOfRank(call, 1, rank));
    ASSIGN_OR_RETURN(const Dimensions past, shapeOfRank(call, pastState, rank));
    ASSIGN_OR_RETURN(data[0], same(data[0], past[0], "batches of the data and of the state"));
    ASSIGN_OR_RETURN(data[1], same(data[1], filter[0], "channels of the data and of the filter"));
    ASSIGN_OR_RETURN(Dimension length, same(filter[2] - Dimension(1), past[2],
                                            "lengths of a window without its last element and "
                                            "of the state"));
    call.setShape(1, Dimensions{data[0], data[1], std::move(length)});
    call.setShape(0, std::move(data));
    return {};
}

std::vector<Attribute> convolutionAttributes()
{
    return {autoPadAttribute(), dilationsAttribute(), groupAttribute(),
            kernelAttribute(),  padsAttribute(),      stridesAttribute()};
}

std::vector<Attribute> deformableAttributes()
{
    return {dilationsAttribute(),
            groupAttribute(),
            kernelAttribute(),
            integer("offset_group", 1, "parts of the channels that have offsets of their own"),
            padsAttribute(),
            stridesAttribute()};
}

std::vector<Attribute> transposedAttributes()
{
    return {
        autoPadAttribute(),
        dilationsAttribute(),
        groupAttribute(),
        kernelAttribute(),
        integers("output_padding", "elements more at the end of each spatial dimension; 0"),
        integers("output_shape", "the spatial sizes of the result, from which the padding follows"),
        padsAttribute(),
        stridesAttribute()};
}

/// An attribute with a number for each spatial dimension; nothing where it is left out.
Result<std::vector<std::int64_t>> spatialList(const ValueCall &call, std::string_view name,
                                              std::size_t rank)
{
    const std::vector<std::int64_t> &values = call.attrs.integers(name);
    return values.empty() || values.size() == rank
               ? Result<std::vector<std::int64_t>>(values)
               : makeError("infer-shape", "{} has {} numbers, expected {}, one a spatial dimension",
                           name, values.size(), rank);
}

/// Each element of the data is spread over a window.
Result<Dimensions> transposedSizes(const ValueCall &call, const Windows &windows,
                                   const Dimensions &counts)
{
    const std::size_t rank = counts.size();
    ASSIGN_OR_RETURN(const auto given, spatialList(call, "output_shape", rank));
    ASSIGN_OR_RETURN(const auto more, spatialList(call, "output_padding", rank));
    if (!given.empty()) {
        return Dimensions(given.begin(), given.end());
    }
    Dimensions sizes = sizesOfWindows(windows, counts);
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t stride = windows.strides[i];
        const std::int64_t added = more.empty() ? 0 : more[i];
        if (windows.padding == Windows::Padding::Same) {
            // Formulas differ where windows have gaps between them or elements are added.
            const auto extent = windows.extents[i].number();
            const bool isSure = extent && *extent >= stride && added == 0;
            sizes[i] = isSure ? counts[i] * Dimension(stride) : Dimension();
        } else {
            sizes[i] = windows.padding == Windows::Padding::Unclear ? Dimension()
                                                                    : sizes[i] + Dimension(added);
        }
    }
    return sizes;
}

Status transposedConvolution(ValueCall &call)
{
    ASSIGN_OR_RETURN(const auto rank, spatialRank(call, {0, 1}));
    if (!rank) {
        return {};
    }
    const std::int64_t groups = call.attrs.integer("group", 1);
    ASSIGN_OR_RETURN(const Dimension channels,
                     same(sizeAt(call.shape(0), 1), sizeAt(call.shape(1), 0),
                          "channels of the data and of the filter"));
    ASSIGN_OR_RETURN(const Dimension share, wholeShare(channels, groups, "channels"));
    ASSIGN_OR_RETURN(const Dimension filters,
                     same(sizeAt(call.shape(1), 1) * Dimension(groups), sizeAt(call.shape(2), 0),
                          "numbers of filters and of elements of the bias"));
    ASSIGN_OR_RETURN(const Dimensions kernel,
                     kernelSizes(call, spatialSizes(call.shape(1), *rank)));
    ASSIGN_OR_RETURN(const Windows windows, windowsOf(call, kernel));
    ASSIGN_OR_RETURN(const Dimensions sizes,
                     transposedSizes(call, windows, spatialSizes(call.shape(0), *rank)));
    Dimensions shape{sizeAt(call.shape(0), 0), filters};
    shape.insert(shape.end(), sizes.begin(), sizes.end());
    call.setShape(0, std::move(shape));
    return {};
}

/// [batch, channels * elements of a block, blocks] to [batch, channels, image…].
Status columnsToImage(ValueCall &call)
{
    constexpr std::size_t rank = 3;
    ASSIGN_OR_RETURN(const Dimensions columns, shapeOfRank(call, 0, rank));
    const auto *image = call.whole(1);
    const auto *block = call.whole(2);
    const auto length = lengthOf(call.shape(1)) ? lengthOf(call.shape(1)) : lengthOf(call.shape(2));
    if (!length) {
        return {};
    }
    const Dimension elements = block ? productOf(*block) : Dimension();
    Dimension channels = columns[1].dividedBy(elements);
    if (elements.isNumber()) {
        ASSIGN_OR_RETURN(channels,
                         wholeShare(columns[1], *elements.number(), "rows of the columns"));
    }
    Dimensions shape{columns[0], channels};
    const Dimensions sizes =
        image && image->size() == *length ? *image : unknownDimensions(*length);
    shape.insert(shape.end(), sizes.begin(), sizes.end());
    call.setShape(0, std::move(shape));
    return {};
}

/// Elements of `spread` times those of one filter of `weight`: each result, or of a transposed convolution each
/// element of the input, meets all of them.
std::optional<std::int64_t> filterMacs(const Shape &spread, const Shape &weight)
{
    if (weight.size() < 2) {
        return std::nullopt;
    }
    const auto places = elementCount(spread);
    const auto filter = elementCount(Shape(weight.begin() + 1, weight.end()));
    return places && filter ? checkedMultiply(*places, *filter) : std::nullopt;
}

/// By the place of the filters among the inputs.
OpSpec::MacsRule convolutionMacs(std::size_t weight)
{
    return [weight](const RuleContext &, std::span<const Shape> in, std::span<const Shape> out) {
        return in.size() > weight ? filterMacs(out[0], in[weight]) : std::nullopt;
    };
}

std::optional<std::int64_t> transposedMacs(const RuleContext &, std::span<const Shape> in,
                                           std::span<const Shape>)
{
    return in.size() > 1 ? filterMacs(in[0], in[1]) : std::nullopt;
}

void registerQuantizedConvolutions(OpRegistry &ops)
{
    add(ops, OpCategory::Convolution, "ConvInteger", "convolution of 8-bit whole numbers",
        {{10, "x:T1 w:T2 x_zero_point:T1? w_zero_point:T2? -> y:T3",
          "T1 = i8 u8; T2 = i8 u8; T3 = i32", convolutionAttributes(),
          convolution({0, 1, ConvolutionInputs::none})}},
        convolutionMacs(1));
    add(ops, OpCategory::Convolution, "QLinearConv",
        "convolution of 8-bit numbers that stand for others by scales and zero points",
        {{10,
          "x:T1 x_scale:f32 x_zero_point:T1 w:T2 w_scale:f32 w_zero_point:T2 y_scale:f32 "
          "y_zero_point:T3 B:T4? -> y:T3",
          "T1 = i8 u8; T2 = i8 u8; T3 = i8 u8; T4 = i32", convolutionAttributes(),
          convolution({0, 3, 8})}},
        convolutionMacs(3));
}

} // namespace

void registerOnnxConvolution(OpRegistry &ops)
{
    add(ops, OpCategory::Convolution, "Conv",
        "convolution: each filter times every window of the input",
        {{1, "X:T W:T B:T? -> Y:T", "T = float", convolutionAttributes(), convolution({})},
         {11},
         {22, {}, "T += bf16"}},
        convolutionMacs(1));
    registerQuantizedConvolutions(ops);
    add(ops, OpCategory::Convolution, "ConvTranspose",
        "transposed convolution: each element of the input spread over a window by the filters",
        {{1, "X:T W:T B:T? -> Y:T", "T = float", transposedAttributes(), transposedConvolution},
         {11},
         {22, {}, "T += bf16"}},
        transposedMacs);
    add(ops, OpCategory::Convolution, "DeformConv",
        "convolution of windows whose elements are taken from places moved by offsets",
        {{19, "X:T W:T offset:T B:T? mask:T? -> Y:T", "T = float", deformableAttributes(),
          deformableConvolution},
         {22, {}, "T += bf16"}},
        convolutionMacs(1));
    add(ops, OpCategory::Convolution, "CausalConvWithState",
        "convolution of each channel along time, looking back only, that goes on where it ended",
        {{27, "input:T weight:T bias:T? past_state:T? -> output:T present_state:T",
          "T = bf16 f16 f32",
          std::vector{text("activation", "none", "what is applied to the result")
                          .oneOf({"none", "silu", "swish"})},
          causalConvolution}});
    add(ops, OpCategory::Convolution, "Col2Im",
        "blocks put back into an image, added where they overlap",
        {{18, "input:T image_shape:i64 block_shape:i64 -> output:T", "T = any bf16",
          std::vector{dilationsAttribute(), padsAttribute(), stridesAttribute()}, columnsToImage}});
}

} // namespace nervure
