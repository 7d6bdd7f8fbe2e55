// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/lowered_window.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace nervure::onnx {

namespace {

/// With a dimension of 1 before the only spatial one, so that the plane has two.
Operand asPlane(const OnnxLowering &op, const Operand &x)
{
    return op.reshape(x, x.dims.apartAt(2));
}

Window asPlane(Window window)
{
    for (Numbers *numbers : {&window.kernel, &window.strides, &window.dilations}) {
        numbers->insert(numbers->begin(), 1);
    }
    for (Numbers *numbers : {&window.before, &window.after}) {
        numbers->insert(numbers->begin(), 0);
    }
    return window;
}

Operand convolvedPlane(const OnnxLowering &op, const std::vector<Operand> &operands,
                       const Window &window, std::int64_t groups)
{
    std::vector<Operand> in = operands;
    Numbers padding = window.before;
    if (!window.isSymmetric()) {
        in[0] = op.pad(in[0], forAll(window.before), forAll(window.after));
        padding.assign(2, 0);
    }
    Shape dims{in[0].dims[0], in[1].dims[0]};
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t reach = window.reach(i);
        dims.push_back((in[0].dims[i + 2] + 2 * padding[i] - reach) / window.strides[i] + 1);
    }
    return op.make("conv2d", in,
                   attrsOf({{"channels", std::to_string(dims[1])},
                            {"kernel_size", pairText(window.kernel)},
                            {"strides", pairText(window.strides)},
                            {"padding", pairText(padding)},
                            {"dilation", pairText(window.dilations)},
                            {"groups", std::to_string(groups)},
                            {"use_bias", attrText(in.size() > 2)}}),
                   dims, in[0].type);
}

Operand addedToChannels(const OnnxLowering &op, const Operand &x, const Operand &bias)
{
    Shape dims(x.rank(), 1);
    dims[1] = bias.dims[0];
    return op.binary("add", x, op.reshape(bias, dims));
}

Window planeOf(const Window &window)
{
    const auto last = [](const Numbers &numbers) {
        return Numbers(numbers.begin() + 1, numbers.end());
    };
    return {last(window.kernel), last(window.strides), last(window.dilations), last(window.before),
            last(window.after)};
}

/// A convolution over depth, height and width as a sum of such of planes, one for each depth of the kernel.
Operand convolvedVolume(const OnnxLowering &op, const std::vector<Operand> &operands,
                        const Window &window, std::int64_t groups, std::int64_t depths)
{
    Numbers before(5);
    Numbers after(5);
    before[2] = window.before[0];
    after[2] = window.after[0];
    const Operand x = op.pad(operands[0], before, after);
    const Window plane = planeOf(window);
    Operand sum;
    requireUnrolled(window.kernel[0]);
    for (std::int64_t k = 0; k < window.kernel[0]; ++k) {
        const std::int64_t first = k * window.dilations[0];
        const Operand slab = op.transpose(
            op.slice(x, 2, first, first + (depths - 1) * window.strides[0] + 1, window.strides[0]),
            {0, 2, 1, 3, 4});
        const Operand images = op.reshape(
            slab, {slab.dims[0] * slab.dims[1], slab.dims[2], slab.dims[3], slab.dims[4]});
        const Operand &weight = operands[1];
        const Operand kernel =
            op.reshape(op.slice(weight, 2, k, k + 1),
                       {weight.dims[0], weight.dims[1], weight.dims[3], weight.dims[4]});
        const Operand part = convolvedPlane(op, {images, kernel}, plane, groups);
        sum = k == 0 ? part : op.binary("add", sum, part);
    }
    const Shape apart{x.dims[0], depths, sum.dims[1], sum.dims[2], sum.dims[3]};
    const Operand result = op.transpose(op.reshape(sum, apart), {0, 2, 1, 3, 4});
    return operands.size() > 2 ? addedToChannels(op, result, operands[2]) : result;
}

/// Of data (batch, channels, …) and weights (channels, channels of a group, …).
Lowered convolved(const OnnxLowering &op, std::vector<Operand> operands)
{
    const Operand &x = operands[0];
    const Operand &weight = operands[1];
    const Window window = windowOf(op, x, Numbers(weight.dims.from(2)));
    const std::int64_t groups = op.attrs().integer("group", 1);
    switch (window.rank()) {
    case 1: {
        std::vector<Operand> planes{asPlane(op, x), asPlane(op, weight)};
        planes.insert(planes.end(), operands.begin() + 2, operands.end());
        const Operand result = convolvedPlane(op, planes, asPlane(window), groups);
        return std::vector{op.reshape(result, op.outDims())};
    }
    case 2: return std::vector{convolvedPlane(op, operands, window, groups)};
    case 3: return std::vector{convolvedVolume(op, operands, window, groups, op.outDims()[2])};
    default:
        return makeError("not-supported", "convolves {} dimensions, expected 1 to 3",
                         window.rank());
    }
}

Lowered conv(const OnnxLowering &op)
{
    return convolved(op, op.allInputs());
}

/// 8-bit numbers less their zero point: one for all, or one for each filter.
Operand exact(const OnnxLowering &op, std::size_t input, std::size_t zeroPoint)
{
    const Operand x = op.cast(op.in(input), DType::Int32);
    if (!op.has(zeroPoint)) {
        return x;
    }
    const Operand zero = op.cast(op.in(zeroPoint), DType::Int32);
    Shape dims(zero.count() == 1 ? 0 : x.rank(), 1);
    if (zero.count() > 1) {
        dims[0] = zero.count();
    }
    return op.binary("sub", x, op.reshape(zero, dims));
}

Lowered convInteger(const OnnxLowering &op)
{
    return convolved(op, {exact(op, 0, 2), exact(op, 1, 3)});
}

/// A convolution of whole numbers, put to another scale.
Lowered quantizedConv(const OnnxLowering &op)
{
    std::vector<Operand> operands{exact(op, 0, 2), exact(op, 3, 5)};
    if (op.has(8)) {
        operands.push_back(op.in(8));
    }
    ASSIGN_OR_RETURN(const auto sums, convolved(op, std::move(operands)));
    const auto number = [&](std::size_t i) {
        const Operand value = op.cast(op.in(i), DType::Float32);
        Shape dims(value.count() == 1 ? 0 : sums.front().rank(), 1);
        if (value.count() > 1) { // one for each filter
            dims[1] = value.count();
        }
        return op.reshape(value, dims);
    };
    const Operand scale = op.binary("div", op.binary("mul", number(1), number(4)), number(6));
    const Operand value = op.binary("mul", op.cast(sums.front(), DType::Float32), scale);
    const Operand whole = op.binary("add", op.unary("rint", value), number(7));
    const bool hasSign = op.outType() == DType::Int8;
    return op.result(
        op.make("clip", {whole},
                attrsOf({{"a_min", hasSign ? "-128" : "0"}, {"a_max", hasSign ? "127" : "255"}}),
                whole.dims, whole.type));
}

/// Each channel is convolved along time, after what came before: the past state, or 0.
Lowered causalConv(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const Operand &weight = op.in(1);
    const std::int64_t past = weight.dims[2] - 1;
    const Operand whole = op.has(3) && past > 0 ? op.concatenate({op.in(3), x}, 2)
                                                : op.pad(x, {0, 0, past}, Numbers(3));
    std::vector<Operand> planes{asPlane(op, whole), asPlane(op, weight)};
    if (op.has(2)) {
        planes.push_back(op.in(2));
    }
    const Window window{{weight.dims[2]}, {1}, {1}, {0}, {0}};
    Operand y = op.reshape(convolvedPlane(op, planes, asPlane(window), x.dims[1]), x.dims);
    if (op.attrs().text("activation") != "none") { // both others are the same
        const Operand wide = op.cast(y, computedType(y.type));
        y = op.cast(op.binary("mul", wide, op.unary("sigmoid", wide)), y.type);
    }
    std::vector<Operand> outputs{y};
    if (op.gives(1) && past > 0) {
        outputs.push_back(op.slice(whole, 2, whole.dims[2] - past, whole.dims[2]));
    }
    return outputs;
}

/// How much is cut off the full result in front, where the shape of the result is given or follows.
Result<Window> transposedWindow(const OnnxLowering &op, const Operand &x, const Operand &weight)
{
    const std::size_t rank = x.dims.from(2).size();
    const OnnxAttrs &attrs = op.attrs();
    Window window{Numbers(weight.dims.from(2)), orOnes(attrs.integers("strides"), rank),
                  orOnes(attrs.integers("dilations"), rank), Numbers(rank), Numbers(rank)};
    const std::string_view autoPad = attrs.text("auto_pad");
    const Numbers &pads = attrs.integers("pads");
    requireWindow(window, x.dims.from(2), op.outDims().from(2));
    const Numbers &added = attrs.integers("output_padding");
    requireFit(added.empty() || added.size() == rank);
    const bool isGiven = !attrs.integers("output_shape").empty() || autoPad.starts_with("SAME");
    for (std::size_t i = 0; i < rank; ++i) {
        if (isGiven) {
            std::int64_t whole = (x.dims[i + 2] - 1) * window.strides[i] + window.reach(i);
            requireFit(!__builtin_add_overflow(whole, added.empty() ? 0 : added[i], &whole));
            const std::int64_t total = std::max<std::int64_t>(0, whole - op.outDims()[i + 2]);
            window.before[i] = autoPad == "SAME_UPPER" ? total / 2 : total - total / 2;
        } else if (pads.size() == 2 * rank) {
            window.before[i] = pads[i];
        }
    }
    return window;
}

/// A transposed convolution of planes, with nothing cut off at its sides.
Operand spreadPlane(const OnnxLowering &op, const Operand &x, const Operand &weight,
                    const Window &window, std::int64_t groups)
{
    Shape dims{x.dims[0], weight.dims[1] * groups};
    for (std::size_t i = 0; i < 2; ++i) {
        dims.push_back((x.dims[i + 2] - 1) * window.strides[i] + window.reach(i));
    }
    return op.make("conv2d_transpose", {x, weight},
                   attrsOf({{"channels", std::to_string(dims[1])},
                            {"kernel_size", pairText(window.kernel)},
                            {"strides", pairText(window.strides)},
                            {"dilation", pairText(window.dilations)},
                            {"groups", std::to_string(groups)},
                            {"use_bias", attrText(false)}}),
                   dims, x.type);
}

/// Elements along the second of three dimensions `step` apart, from `first` on, with 0 between and behind.
Operand apart(const OnnxLowering &op, const Operand &x, std::int64_t step, std::int64_t first,
              std::int64_t size)
{
    const OperandDims &dims = x.dims;
    const Operand each =
        op.pad(op.reshape(x, {dims[0], dims[1], 1, dims[2]}), Numbers(4), {0, 0, step - 1, 0});
    const std::int64_t reach = (dims[1] - 1) * step + 1;
    const Operand line =
        op.slice(op.reshape(each, {dims[0], dims[1] * step, dims[2]}), 1, 0, reach);
    return op.pad(line, {0, first, 0}, {0, size - first - reach, 0});
}

/// The same over depth, height and width: a sum of such of planes, one for each depth of the kernel.
Operand spreadVolume(const OnnxLowering &op, const Operand &x, const Operand &weight,
                     const Window &window, std::int64_t groups)
{
    const Operand slabs = op.transpose(x, {0, 2, 1, 3, 4});
    const Operand images = op.reshape(
        slabs, {slabs.dims[0] * slabs.dims[1], slabs.dims[2], slabs.dims[3], slabs.dims[4]});
    const std::int64_t depth = (x.dims[2] - 1) * window.strides[0] + window.reach(0);
    Operand sum;
    Shape plane;
    requireUnrolled(window.kernel[0]);
    for (std::int64_t k = 0; k < window.kernel[0]; ++k) {
        const Operand kernel =
            op.reshape(op.slice(weight, 2, k, k + 1),
                       {weight.dims[0], weight.dims[1], weight.dims[3], weight.dims[4]});
        const Operand part = spreadPlane(op, images, kernel, planeOf(window), groups);
        plane = part.dims.from(1);
        const Operand rows = op.reshape(part, {x.dims[0], x.dims[2], productOf(plane, 0, 3)});
        const Operand spread = apart(op, rows, window.strides[0], k * window.dilations[0], depth);
        sum = k == 0 ? spread : op.binary("add", sum, spread);
    }
    const Operand result = op.reshape(sum, {x.dims[0], depth, plane[0], plane[1], plane[2]});
    return op.transpose(result, {0, 2, 1, 3, 4});
}

/// A transposed convolution: all of it is computed, and what lies outside `sizes` is cut off.
Lowered spread(const OnnxLowering &op, const Operand &x, const Operand &weight,
               const Window &window, std::int64_t groups, const Shape &sizes)
{
    Operand result;
    switch (window.rank()) {
    case 1: {
        const Operand plane =
            spreadPlane(op, asPlane(op, x), asPlane(op, weight), asPlane(window), groups);
        result = op.reshape(plane, {plane.dims[0], plane.dims[1], plane.dims[3]});
        break;
    }
    case 2: result = spreadPlane(op, x, weight, window, groups); break;
    case 3: result = spreadVolume(op, x, weight, window, groups); break;
    default:
        return makeError("not-supported", "convolves {} dimensions, expected 1 to 3",
                         window.rank());
    }
    Numbers after(result.rank());
    for (std::size_t i = 0; i < window.rank(); ++i) {
        const std::int64_t last = window.before[i] + sizes[i];
        after[i + 2] = std::max<std::int64_t>(0, last - result.dims[i + 2]);
        result = op.slice(result, i + 2, window.before[i], std::min(last, result.dims[i + 2]));
    }
    return std::vector{op.pad(result, Numbers(result.rank()), after)};
}

Lowered convTranspose(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const Window window, transposedWindow(op, x, op.in(1)));
    ASSIGN_OR_RETURN(
        const auto result,
        spread(op, x, op.in(1), window, op.attrs().integer("group", 1), op.outDims().from(2)));
    return op.has(2) ? std::vector{addedToChannels(op, result.front(), op.in(2))} : result;
}

/// Columns of a matrix added up where they come from: the transposed convolution with kernels that are 1 at one
/// place of the block each and 0 else.
Lowered columnsToImage(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const Numbers block, op.numbers(2, "block_shape"));
    const OperandDims out = op.outDims();
    const std::size_t rank = block.size();
    Window window{block, orOnes(op.attrs().integers("strides"), rank),
                  orOnes(op.attrs().integers("dilations"), rank), Numbers(rank), Numbers(rank)};
    const Numbers &pads = op.attrs().integers("pads");
    const std::int64_t places = productOf(Shape(block), 0, rank);
    Shape columns{out[0] * out[1], places};
    Shape kernel{places, 1};
    for (std::size_t i = 0; i < rank; ++i) {
        window.before[i] = pads.size() == 2 * rank ? pads[i] : 0;
        window.after[i] = pads.size() == 2 * rank ? pads[i + rank] : 0;
    }
    requireWindow(window, out.from(2), out.from(2));
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t room = out[i + 2] + window.before[i] + window.after[i];
        columns.push_back((room - window.reach(i)) / window.strides[i] + 1);
        kernel.push_back(block[i]);
    }
    const Operand place = op.arange(0, 1, places, DType::Int32);
    const Operand isPlace =
        op.compare("equal", op.reshape(place, {places, 1}), op.reshape(place, {1, places}));
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const auto image, spread(op, op.reshape(x, columns),
                                              op.reshape(op.cast(isPlace, x.type), kernel), window,
                                              1, op.outDims().from(2)));
    return std::vector{op.reshape(image.front(), out)};
}

} // namespace

std::span<const LoweringRule> convolutionRules()
{
    static constexpr std::array rules{
        LoweringRule{"Conv", conv},
        LoweringRule{"ConvInteger", convInteger},
        LoweringRule{"QLinearConv", quantizedConv},
        LoweringRule{"CausalConvWithState", causalConv},
        LoweringRule{"ConvTranspose", convTranspose},
        LoweringRule{"Col2Im", columnsToImage, {}, inputBits(1, 2)},
    };
    return rules;
}

} // namespace nervure::onnx
