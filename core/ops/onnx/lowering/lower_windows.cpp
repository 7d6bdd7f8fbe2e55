// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <algorithm>
#include <array>
#include <limits>

namespace nervure::onnx {

namespace {

/// A window that slides over the spatial dimensions, one number of each for each of them.
struct Window {
    Numbers kernel;
    Numbers strides;
    Numbers dilations;
    Numbers before; ///< padding in front
    Numbers after;  ///< and behind

    [[nodiscard]] std::size_t rank() const { return kernel.size(); }
    [[nodiscard]] bool isSymmetric() const { return before == after; }
    [[nodiscard]] bool isDilated() const
    {
        return std::any_of(dilations.begin(), dilations.end(), [](auto d) { return d != 1; });
    }
};

Numbers orOnes(const Numbers &numbers, std::size_t rank)
{
    return numbers.empty() ? Numbers(rank, 1) : numbers;
}

/// Padding behind is as much as the last window needs that inference counted (ceil_mode, auto_pad).
Window windowOf(const OnnxLowering &op, const Operand &x, Numbers kernel)
{
    const std::size_t rank = kernel.size();
    const OnnxAttrs &attrs = op.attrs();
    Window window{std::move(kernel), orOnes(attrs.integers("strides"), rank),
                  orOnes(attrs.integers("dilations"), rank), Numbers(rank), Numbers(rank)};
    const std::string_view autoPad = attrs.text("auto_pad");
    const Numbers &pads = attrs.integers("pads");
    const Shape out = op.outDims();
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t reach = (window.kernel[i] - 1) * window.dilations[i] + 1;
        const std::int64_t needed = (out[i + 2] - 1) * window.strides[i] + reach - x.dims[i + 2];
        if (autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER") {
            const std::int64_t total = std::max<std::int64_t>(needed, 0);
            window.before[i] = autoPad == "SAME_UPPER" ? total / 2 : total - total / 2;
            window.after[i] = total - window.before[i];
        } else if (autoPad != "VALID" && pads.size() == 2 * rank) {
            window.before[i] = pads[i];
            window.after[i] = pads[i + rank];
        }
    }
    return window;
}

/// The numbers of the dimensions behind batch and channels, with 0 for those two.
Numbers forAll(const Numbers &spatial)
{
    Numbers all{0, 0};
    all.insert(all.end(), spatial.begin(), spatial.end());
    return all;
}

std::string pairText(const Numbers &numbers)
{
    return attrText(Shape(numbers));
}

// Convolutions.

/// With a dimension of 1 before the only spatial one, so that the plane has two.
Operand asPlane(const OnnxLowering &op, const Operand &x)
{
    Shape dims = x.dims;
    dims.insert(dims.begin() + 2, 1);
    return op.reshape(x, dims);
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
        const std::int64_t reach = (window.kernel[i] - 1) * window.dilations[i] + 1;
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
    const Window window = windowOf(op, x, Numbers(weight.dims.begin() + 2, weight.dims.end()));
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

Lowered convInteger(const OnnxLowering &op)
{
    std::vector<Operand> operands;
    for (std::size_t i = 0; i < 2; ++i) {
        Operand x = op.cast(op.in(i), DType::Int32);
        if (op.has(i + 2)) {
            Operand zero = op.cast(op.in(i + 2), DType::Int32);
            Shape dims(x.rank(), 1);
            dims[0] = zero.count();
            x = op.binary("sub", x,
                          zero.count() == 1 ? op.reshape(zero, {}) : op.reshape(zero, dims));
        }
        operands.push_back(x);
    }
    return convolved(op, std::move(operands));
}

/// How much is cut off the full result in front, where the shape of the result is given or follows.
Result<Window> transposedWindow(const OnnxLowering &op, const Operand &x, const Operand &weight)
{
    const std::size_t rank = x.rank() - 2;
    const OnnxAttrs &attrs = op.attrs();
    Window window{Numbers(weight.dims.begin() + 2, weight.dims.end()),
                  orOnes(attrs.integers("strides"), rank),
                  orOnes(attrs.integers("dilations"), rank), Numbers(rank), Numbers(rank)};
    const std::string_view autoPad = attrs.text("auto_pad");
    const Numbers &pads = attrs.integers("pads");
    const bool isGiven = !attrs.integers("output_shape").empty() || autoPad.starts_with("SAME");
    for (std::size_t i = 0; i < rank; ++i) {
        if (isGiven) {
            const std::int64_t whole =
                (x.dims[i + 2] - 1) * window.strides[i]
                + (window.kernel[i] - 1) * window.dilations[i] + 1
                + (attrs.integers("output_padding").empty() ? 0
                                                            : attrs.integers("output_padding")[i]);
            const std::int64_t total = whole - op.outDims()[i + 2];
            window.before[i] = autoPad == "SAME_UPPER" ? total / 2 : total - total / 2;
        } else if (pads.size() == 2 * rank) {
            window.before[i] = pads[i];
        }
    }
    return window;
}

/// The whole of the result is computed, and what the padding takes away is cut off.
Lowered convTranspose(const OnnxLowering &op)
{
    Operand x = op.in(0);
    Operand weight = op.in(1);
    ASSIGN_OR_RETURN(Window window, transposedWindow(op, x, weight));
    const bool isLine = window.rank() == 1;
    if (window.rank() > 2) {
        return makeError("not-supported", "convolves {} dimensions, expected 1 or 2",
                         window.rank());
    }
    if (isLine) {
        x = asPlane(op, x);
        weight = asPlane(op, weight);
        window = asPlane(std::move(window));
    }
    const std::int64_t groups = op.attrs().integer("group", 1);
    Shape dims{x.dims[0], weight.dims[1] * groups};
    for (std::size_t i = 0; i < 2; ++i) {
        dims.push_back((x.dims[i + 2] - 1) * window.strides[i]
                       + (window.kernel[i] - 1) * window.dilations[i] + 1);
    }
    std::vector<Operand> operands{x, weight};
    Operand result = op.make("conv2d_transpose", operands,
                             attrsOf({{"channels", std::to_string(dims[1])},
                                      {"kernel_size", pairText(window.kernel)},
                                      {"strides", pairText(window.strides)},
                                      {"dilation", pairText(window.dilations)},
                                      {"groups", std::to_string(groups)},
                                      {"use_bias", attrText(false)}}),
                             dims, x.type);
    const Shape wanted = op.outDims();
    Numbers after(4);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t size = isLine ? (i == 0 ? 1 : wanted[2]) : wanted[i + 2];
        const std::int64_t last = window.before[i] + size;
        after[i + 2] = std::max<std::int64_t>(0, last - result.dims[i + 2]);
        result = op.slice(result, i + 2, window.before[i], std::min(last, result.dims[i + 2]));
    }
    result = op.pad(result, Numbers(4), after);
    if (op.has(2)) {
        result = addedToChannels(op, result, op.in(2));
    }
    return std::vector{op.reshape(result, wanted)};
}

// Pooling.

/// Data with a number around it, such that every window that inference counted is whole.
Operand paddedForWindows(const OnnxLowering &op, const Operand &x, const Window &window,
                         double number)
{
    Numbers after = window.after;
    const Shape out = op.outDims();
    for (std::size_t i = 0; i < window.rank(); ++i) {
        const std::int64_t reach = (window.kernel[i] - 1) * window.dilations[i] + 1;
        const std::int64_t end = (out[i + 2] - 1) * window.strides[i] + reach;
        after[i] = std::max(after[i], end - x.dims[i + 2] - window.before[i]);
    }
    return op.pad(x, forAll(window.before), forAll(after), number);
}

/// The elements of all windows at one place of the kernel.
Operand atPlace(const OnnxLowering &op, Operand x, const Window &window, std::int64_t place)
{
    const Shape out = op.outDims();
    for (std::size_t i = window.rank(); i-- > 0;) {
        const std::int64_t first = place % window.kernel[i] * window.dilations[i];
        place /= window.kernel[i];
        x = op.slice(x, i + 2, first, first + (out[i + 2] - 1) * window.strides[i] + 1,
                     window.strides[i]);
    }
    return x;
}

/// All places of the kernel put together, one after the other.
Operand overPlaces(const OnnxLowering &op, const Operand &x, const Window &window,
                   std::string_view way)
{
    std::int64_t places = 1;
    for (const std::int64_t size : window.kernel) {
        places *= size;
    }
    Operand result = atPlace(op, x, window, 0);
    for (std::int64_t place = 1; place < places; ++place) {
        result = op.binary(way, result, atPlace(op, x, window, place));
    }
    return result;
}

/// Whether NNVM's pooling of planes counts the same windows.
bool isPlainPlane(const OnnxLowering &op, const Operand &x, const Window &window)
{
    if (window.rank() != 2 || window.isDilated() || !isFloat(x.type)) {
        return false;
    }
    const Shape out = op.outDims();
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t room = x.dims[i + 2] + window.before[i] + window.after[i];
        const bool isFloor = (room - window.kernel[i]) / window.strides[i] + 1 == out[i + 2];
        if (!isFloor || window.before[i] >= window.kernel[i]
            || window.after[i] >= window.kernel[i]) {
            return false;
        }
    }
    return true;
}

Operand pooledPlane(const OnnxLowering &op, const Operand &x, const Window &window,
                    std::string_view way, bool countsPadding)
{
    Numbers padding = window.before;
    padding.insert(padding.end(), window.after.begin(), window.after.end());
    AttrDict attrs = attrsOf({{"pool_size", pairText(window.kernel)},
                              {"strides", pairText(window.strides)},
                              {"padding", pairText(padding)}});
    if (way == "avg") {
        attrs.set("count_include_pad", attrText(countsPadding));
    }
    return op.make(std::string(way) + "_pool2d", {x}, std::move(attrs), op.outDims(), x.type);
}

Lowered maxPool(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const Window window = windowOf(op, x, op.attrs().integers("kernel_shape"));
    if (op.gives(1)) {
        return makeError("not-supported", "gives positions, expected a single output");
    }
    if (isPlainPlane(op, x, window)) {
        return std::vector{pooledPlane(op, x, window, "max", false)};
    }
    const double least = isFloat(x.type)          ? -std::numeric_limits<double>::infinity()
                         : x.type == DType::UInt8 ? 0
                                                  : -128;
    return std::vector{overPlaces(op, paddedForWindows(op, x, window, least), window, "max")};
}

/// How many elements of each window count.
Operand counts(const OnnxLowering &op, const Operand &x, const Window &window, bool countsPadding)
{
    Shape dims = x.dims;
    dims[0] = 1;
    dims[1] = 1;
    Operand ones = op.full(1, dims, x.type);
    if (countsPadding) { // but not what ceil_mode adds
        ones = op.pad(ones, forAll(window.before), forAll(window.after), 1);
        Window inner = window;
        inner.before.assign(window.rank(), 0);
        inner.after.assign(window.rank(), 0);
        return overPlaces(op, paddedForWindows(op, ones, inner, 0), window, "add");
    }
    return overPlaces(op, paddedForWindows(op, ones, window, 0), window, "add");
}

Lowered averagePool(const OnnxLowering &op)
{
    const DType type = op.in(0).type;
    const Operand x = op.cast(op.in(0), computedType(type));
    const Window window = windowOf(op, x, op.attrs().integers("kernel_shape"));
    const bool countsPadding = op.attrs().integer("count_include_pad") != 0;
    if (isPlainPlane(op, x, window)) {
        return std::vector{op.cast(pooledPlane(op, x, window, "avg", countsPadding), type)};
    }
    const Operand sum = overPlaces(op, paddedForWindows(op, x, window, 0), window, "add");
    return std::vector{op.cast(op.binary("div", sum, counts(op, x, window, countsPadding)), type)};
}

/// The root of the sum of powers.
Operand norm(const OnnxLowering &op, const Operand &powers, double p)
{
    return p == 1 ? powers : p == 2 ? op.unary("sqrt", powers) : op.scalar("pow", powers, 1 / p);
}

Operand powers(const OnnxLowering &op, const Operand &x, double p)
{
    const Operand absolute = op.unary("abs", x);
    return p == 1 ? absolute : p == 2 ? op.binary("mul", x, x) : op.scalar("pow", absolute, p);
}

double orderOf(const OnnxLowering &op)
{
    return op.version() == 1 ? op.attrs().number("p", 2)
                             : static_cast<double>(op.attrs().integer("p", 2));
}

Lowered lpPool(const OnnxLowering &op)
{
    const DType type = op.in(0).type;
    const Operand x = op.cast(op.in(0), computedType(type));
    const Window window = windowOf(op, x, op.attrs().integers("kernel_shape"));
    const double p = orderOf(op);
    const Operand sum =
        overPlaces(op, paddedForWindows(op, powers(op, x, p), window, 0), window, "add");
    return std::vector{op.cast(norm(op, sum, p), type)};
}

/// Over all spatial dimensions.
Lowered globalPool(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    if (x.rank() == 4 && isFloat(x.type)) {
        const std::string name = op.ours() == "mean" ? "global_avg_pool2d" : "global_max_pool2d";
        return std::vector{op.make(name, {x}, {}, op.outDims(), x.type)};
    }
    Numbers axes = countingTo(x.rank());
    axes.erase(axes.begin(), axes.begin() + 2);
    return std::vector{op.reduce(op.ours(), x, axes)};
}

Lowered globalLpPool(const OnnxLowering &op)
{
    const Operand x = op.cast(op.in(0), computedType(op.in(0).type));
    Numbers axes = countingTo(x.rank());
    axes.erase(axes.begin(), axes.begin() + 2);
    const double p = orderOf(op);
    return std::vector{
        op.cast(norm(op, op.reduce("sum", powers(op, x, p), axes), p), op.in(0).type)};
}

/// Columns of a matrix added up where they come from: for each place of the kernel the windows it is in.
Lowered columnsToImage(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const Numbers block, op.numbers(2, "block_shape"));
    const Shape out = op.outDims();
    const std::size_t rank = block.size();
    Window window{block, orOnes(op.attrs().integers("strides"), rank),
                  orOnes(op.attrs().integers("dilations"), rank), Numbers(rank), Numbers(rank)};
    const Numbers &pads = op.attrs().integers("pads");
    if (rank != 2) {
        return makeError("not-supported", "blocks of {} dimensions, expected 2", rank);
    }
    Numbers steps(2);
    for (std::size_t i = 0; i < rank && pads.size() == 2 * rank; ++i) {
        window.before[i] = pads[i];
        window.after[i] = pads[i + rank];
    }
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t reach = (block[i] - 1) * window.dilations[i] + 1;
        steps[i] =
            (out[i + 2] + window.before[i] + window.after[i] - reach) / window.strides[i] + 1;
    }
    // The transposed convolution with a kernel that is 1 at one place of each block and 0 else.
    const std::int64_t places = block[0] * block[1];
    const Operand columns = op.reshape(x, {out[0] * out[1], places, steps[0], steps[1]});
    const Operand place = op.reshape(op.arange(0, 1, places, DType::Int32), {places, 1});
    const Operand kernel = op.cast(
        op.compare("equal", place, op.reshape(op.arange(0, 1, places, DType::Int32), {1, places})),
        x.type);
    Shape dims{columns.dims[0], 1};
    for (std::size_t i = 0; i < 2; ++i) {
        dims.push_back((steps[i] - 1) * window.strides[i] + (block[i] - 1) * window.dilations[i]
                       + 1);
    }
    Operand image =
        op.make("conv2d_transpose", {columns, op.reshape(kernel, {places, 1, block[0], block[1]})},
                attrsOf({{"channels", "1"},
                         {"kernel_size", pairText(block)},
                         {"strides", pairText(window.strides)},
                         {"dilation", pairText(window.dilations)},
                         {"use_bias", attrText(false)}}),
                dims, x.type);
    Numbers after(4);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t last = window.before[i] + out[i + 2];
        after[i + 2] = std::max<std::int64_t>(0, last - image.dims[i + 2]);
        image = op.slice(image, i + 2, window.before[i], std::min(last, image.dims[i + 2]));
    }
    return std::vector{op.reshape(op.pad(image, Numbers(4), after), out)};
}

} // namespace

std::span<const LoweringRule> windowRules()
{
    static constexpr std::array rules{
        LoweringRule{"Conv", conv},
        LoweringRule{"ConvInteger", convInteger},
        LoweringRule{"ConvTranspose", convTranspose},
        LoweringRule{"MaxPool", maxPool},
        LoweringRule{"AveragePool", averagePool},
        LoweringRule{"LpPool", lpPool},
        LoweringRule{"GlobalAveragePool", globalPool, "mean"},
        LoweringRule{"GlobalMaxPool", globalPool, "max"},
        LoweringRule{"GlobalLpPool", globalLpPool},
        LoweringRule{"Col2Im", columnsToImage, {}, inputBits(1, 2)},
    };
    return rules;
}

} // namespace nervure::onnx
