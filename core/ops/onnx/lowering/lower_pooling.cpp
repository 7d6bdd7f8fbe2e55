// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/lowered_window.h"

#include <algorithm>
#include <array>
#include <limits>

namespace nervure::onnx {

namespace {

/// Data with a number around it, such that every window that inference counted is whole.
Operand paddedForWindows(const OnnxLowering &op, const Operand &x, const Window &window,
                         double number)
{
    Numbers after = window.after;
    const OperandDims out = op.outDims();
    for (std::size_t i = 0; i < window.rank(); ++i) {
        const std::int64_t reach = window.reach(i);
        const std::int64_t end = (out[i + 2] - 1) * window.strides[i] + reach;
        after[i] = std::max(after[i], end - x.dims[i + 2] - window.before[i]);
    }
    return op.pad(x, forAll(window.before), forAll(after), number);
}

/// The elements of all windows at one place of the kernel.
Operand atPlace(const OnnxLowering &op, Operand x, const Window &window, std::int64_t place)
{
    const OperandDims out = op.outDims();
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
    const std::int64_t places = productOf(Shape(window.kernel), 0, window.rank());
    requireUnrolled(places);
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
    const OperandDims out = op.outDims();
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

/// The number of each element in the whole tensor; of each plane, the first dimension may be counted first.
Operand elementPositions(const OnnxLowering &op, const Shape &dims, bool countsFirst)
{
    const std::int64_t plane = productOf(dims, 2, dims.size());
    const Operand first = op.arange(0, static_cast<double>(plane), dims[0] * dims[1], DType::Int64);
    Operand within = op.arange(0, 1, plane, DType::Int64);
    Shape sizes = OperandDims(dims).from(2);
    if (countsFirst) {
        Numbers axes = countingTo(sizes.size());
        std::reverse(axes.begin(), axes.end());
        std::reverse(sizes.begin(), sizes.end());
        within = op.transpose(op.reshape(within, sizes), axes);
    }
    return op.reshape(
        op.binary("add", op.reshape(first, {first.dims[0], 1}), op.reshape(within, {1, plane})),
        dims);
}

/// The largest element of each window and the position of the first that is as large.
std::vector<Operand> largestWithPositions(const OnnxLowering &op, const Operand &x,
                                          const Operand &positions, const Window &window)
{
    Operand largest = atPlace(op, x, window, 0);
    Operand position = atPlace(op, positions, window, 0);
    const std::int64_t places = productOf(Shape(window.kernel), 0, window.rank());
    requireUnrolled(places);
    for (std::int64_t place = 1; place < places; ++place) {
        const Operand other = atPlace(op, x, window, place);
        const Operand isLarger = op.compare("greater", other, largest);
        position = op.where(isLarger, atPlace(op, positions, window, place), position);
        largest = op.where(isLarger, other, largest);
    }
    return {largest, position};
}

Lowered maxPool(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const Window window = windowOf(op, x, op.attrs().integers("kernel_shape"));
    if (!op.gives(1) && isPlainPlane(op, x, window)) {
        return std::vector{pooledPlane(op, x, window, "max", false)};
    }
    const double least = isFloat(x.type)          ? -std::numeric_limits<double>::infinity()
                         : x.type == DType::UInt8 ? 0
                                                  : -128;
    const Operand padded = paddedForWindows(op, x, window, least);
    if (!op.gives(1)) {
        return std::vector{overPlaces(op, padded, window, "max")};
    }
    const bool countsFirst = op.attrs().integer("storage_order") != 0;
    const Operand positions = elementPositions(op, x.dims, countsFirst);
    return largestWithPositions(op, padded, paddedForWindows(op, positions, window, 0), window);
}

/// Elements put back to their positions in what the pooling took them of; a larger result is filled up with 0.
Lowered maxUnpool(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const Numbers &kernel = op.attrs().integers("kernel_shape");
    const Numbers strides = orOnes(op.attrs().integers("strides"), kernel.size());
    const Numbers &pads = op.attrs().integers("pads");
    const OperandDims out = op.outDims();
    Shape from = x.dims;
    Numbers after(x.rank());
    for (std::size_t i = 0; i < kernel.size(); ++i) {
        const std::int64_t padding =
            pads.size() == 2 * kernel.size() ? pads[i] + pads[i + kernel.size()] : 0;
        from[i + 2] = (x.dims[i + 2] - 1) * strides[i] + kernel[i] - padding;
        after[i + 2] = std::max<std::int64_t>(0, out[i + 2] - from[i + 2]);
    }
    const std::int64_t count = productOf(from, 0, from.size());
    const Operand spread =
        op.make("scatter_rows",
                {op.full(0, {count, 1}, x.type), op.reshape(op.in(1), {x.count()}),
                 op.reshape(x, {x.count(), 1})},
                attrsOf({{"reduction", "none"}}), {count, 1}, x.type);
    Operand result = op.reshape(spread, from);
    for (std::size_t i = 2; i < from.size(); ++i) {
        result = op.slice(result, i, 0, std::min(out[i], from[i]));
    }
    return std::vector{op.pad(result, Numbers(x.rank()), after)};
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
    const Numbers axes = countingFrom(2, x.rank());
    return std::vector{op.reduce(op.ours(), x, axes)};
}

Lowered globalLpPool(const OnnxLowering &op)
{
    const Operand x = op.cast(op.in(0), computedType(op.in(0).type));
    const Numbers axes = countingFrom(2, x.rank());
    const double p = orderOf(op);
    return std::vector{
        op.cast(norm(op, op.reduce("sum", powers(op, x, p), axes), p), op.in(0).type)};
}

} // namespace

std::span<const LoweringRule> poolingRules()
{
    static constexpr std::array rules{
        LoweringRule{"MaxPool", maxPool},
        LoweringRule{"MaxUnpool", maxUnpool, {}, inputBits(2)},
        LoweringRule{"AveragePool", averagePool},
        LoweringRule{"LpPool", lpPool},
        LoweringRule{"GlobalAveragePool", globalPool, "mean"},
        LoweringRule{"GlobalMaxPool", globalPool, "max"},
        LoweringRule{"GlobalLpPool", globalLpPool},
    };
    return rules;
}

} // namespace nervure::onnx
