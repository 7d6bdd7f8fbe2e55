// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace nervure::onnx {

namespace {

/// A discrete Fourier transform.
struct Transform {
    std::int64_t length = 1; ///< of a period
    std::int64_t in = 1;     ///< how many elements are read
    std::int64_t out = 1;    ///< and made
    bool isInverse = false;
    bool isHalf = false; ///< of a real signal only half of the frequencies are held
};

/// Real and imaginary parts, (rows, elements); none: 0.
struct Complex {
    Operand real;
    std::optional<Operand> imaginary;
};

/// The sine or cosine of the turns of all products of a place and a frequency. Turns are counted in whole parts:
/// products of large numbers have no fraction left, and sines that are 0 are to be that.
Operand waves(const OnnxLowering &op, const Transform &how, bool isCosine, DType type)
{
    const auto counted = [&](std::int64_t count) { return op.arange(0, 1, count, DType::Int64); };
    const Operand steps = op.binary("mul", op.reshape(counted(how.in), {how.in, 1}),
                                    op.reshape(counted(how.out), {1, how.out}));
    const auto quarter = static_cast<double>(how.length); // a turn has four times as many parts
    const auto whole = [&](double number) {
        return op.full(number, Shape::scalar(), DType::Int64);
    };
    const Operand parts = op.scalar("add", op.scalar("mul", steps, 4), isCosine ? quarter : 0);
    const Operand turn = op.binary("mod", parts, whole(4 * quarter));
    // Within a quarter of 0, where the sine of half a turn less an angle is that of the angle.
    const Operand back =
        op.where(op.compare("less", turn, 3 * quarter), op.binary("sub", whole(2 * quarter), turn),
                 op.binary("sub", turn, whole(4 * quarter)));
    const Operand near = op.where(op.compare("less_equal", turn, quarter), turn, back);
    return op.unary("sin", op.scalar("mul", op.cast(near, type), std::numbers::pi / 2 / quarter));
}

/// Each frequency but the first and the middle one stands for itself and its mirror image.
Operand doubled(const OnnxLowering &op, const Transform &how, const Operand &x)
{
    const Operand number = op.arange(0, 1, how.in, DType::Int64);
    const Operand isAlone = op.binary(
        "max", op.compare("equal", number, 0),
        op.compare("equal", op.scalar("mul", number, 2), static_cast<double>(how.length)));
    return op.binary("mul", x, op.scalar("rsub", op.cast(isAlone, x.type), 2));
}

/// The last dimension cut, or filled up with 0.
Operand ofSize(const OnnxLowering &op, const Operand &x, std::int64_t size)
{
    const std::size_t axis = x.rank() - 1;
    Numbers after(x.rank());
    after[axis] = std::max<std::int64_t>(0, size - x.dims[axis]);
    const Operand cut = op.slice(x, axis, 0, std::min(size, x.dims[axis]));
    return op.pad(cut, Numbers(x.rank()), after);
}

/// Along the last dimension; the sum of x times e to the power of -2 pi i k n / length, or 2 pi i … inversely.
Complex transformed(const OnnxLowering &op, const Transform &how, const Complex &x)
{
    const auto prepared = [&](const Operand &part) {
        const Operand sized = ofSize(op, part, how.in);
        return how.isInverse && how.isHalf ? doubled(op, how, sized) : sized;
    };
    const Operand cosines = waves(op, how, true, x.real.type);
    const Operand sines = waves(op, how, false, x.real.type);
    const Operand real = prepared(x.real);
    Complex y{op.matmul(real, cosines), op.matmul(real, sines)};
    if (!how.isInverse) {
        y.imaginary = op.unary("negative", *y.imaginary);
    }
    if (x.imaginary) {
        const Operand imaginary = prepared(*x.imaginary);
        const Operand crossed = op.matmul(imaginary, sines);
        y.real = op.binary(how.isInverse ? "sub" : "add", y.real, crossed);
        y.imaginary = op.binary("add", *y.imaginary, op.matmul(imaginary, cosines));
    }
    if (how.isInverse) {
        y.real = op.scalar("div", y.real, static_cast<double>(how.length));
        y.imaginary = op.scalar("div", *y.imaginary, static_cast<double>(how.length));
    }
    return y;
}

/// Numbers whose last dimension holds the real part, or both.
Complex partsOf(const OnnxLowering &op, const Operand &x)
{
    const Shape dims = x.dims.allBut(1);
    const std::size_t last = x.rank() - 1;
    const auto part = [&](std::int64_t i) { return op.reshape(op.slice(x, last, i, i + 1), dims); };
    return {part(0), x.dims[last] > 1 ? std::optional(part(1)) : std::nullopt};
}

Operand joined(const OnnxLowering &op, const Complex &y, bool isReal)
{
    Shape dims = y.real.dims;
    dims.push_back(1);
    const Operand real = op.reshape(y.real, dims);
    return isReal ? real : op.concatenate({real, op.reshape(*y.imaginary, dims)}, dims.size() - 1);
}

Result<std::size_t> transformedAxis(const OnnxLowering &op)
{
    const bool isAttr = op.version() < 20;
    std::int64_t axis = isAttr ? op.attrs().integer("axis", 1) : -2;
    if (!isAttr && op.has(2)) {
        ASSIGN_OR_RETURN(axis, op.number(2, "axis"));
    }
    return axisOf(axis, op.in(0).rank());
}

Lowered fourierTransform(const OnnxLowering &op)
{
    const Operand x = op.cast(op.in(0), computedType(op.in(0).type));
    ASSIGN_OR_RETURN(const std::size_t axis, transformedAxis(op));
    Transform how;
    how.isInverse = op.attrs().integer("inverse") != 0;
    how.isHalf = op.attrs().integer("onesided") != 0;
    const bool makesReal = how.isInverse && how.isHalf;
    how.length = makesReal ? 2 * (x.dims[axis] - 1) : x.dims[axis];
    if (op.has(1)) {
        ASSIGN_OR_RETURN(how.length, op.number(1, "dft_length"));
    }
    const std::int64_t half = how.length / 2 + 1;
    how.in = makesReal ? half : how.length;
    how.out = how.isHalf && !how.isInverse ? half : how.length;
    Numbers axes = countingTo(x.rank() - 1);
    std::swap(axes[axis], axes.back());
    const Complex parts = partsOf(op, x);
    Complex last{op.transpose(parts.real, axes), std::nullopt};
    if (parts.imaginary) {
        last.imaginary = op.transpose(*parts.imaginary, axes);
    }
    Complex y = transformed(op, how, last);
    y.real = op.transpose(y.real, axes);
    y.imaginary = op.transpose(*y.imaginary, axes);
    return op.result(joined(op, y, makesReal));
}

/// The signal cut into frames that begin `step` apart, each transformed.
Lowered shortTimeTransform(const OnnxLowering &op)
{
    const Operand x = op.cast(op.in(0), computedType(op.in(0).type));
    ASSIGN_OR_RETURN(const std::int64_t step, op.number(1, "frame_step"));
    const OperandDims out = op.outDims();
    const std::int64_t frames = out[1];
    std::int64_t length = op.has(2) ? op.in(2).count() : x.dims[1];
    if (op.has(3)) {
        ASSIGN_OR_RETURN(length, op.number(3, "frame_length"));
    }
    const Operand first =
        op.reshape(op.arange(0, static_cast<double>(step), frames, DType::Int64), {frames, 1});
    const Operand within = op.reshape(op.arange(0, 1, length, DType::Int64), {1, length});
    const Operand place = op.binary("add", first, within);
    const auto framed = [&](const Operand &signal) {
        const Operand all = op.take(signal, place, 1);
        return op.has(2) ? op.binary("mul", all, op.cast(op.in(2), all.type)) : all;
    };
    const Complex parts = partsOf(op, x.rank() == 3 ? x : op.reshape(x, {x.dims[0], x.dims[1], 1}));
    Complex framedParts{framed(parts.real), std::nullopt};
    if (parts.imaginary) {
        framedParts.imaginary = framed(*parts.imaginary);
    }
    const Transform how{length, length, out[2], false, false};
    return op.result(joined(op, transformed(op, how, framedParts), false));
}

/// Triangles over the frequencies whose corners lie at equal steps of the mel scale, which counts as people hear.
Lowered melWeights(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const std::int64_t bins, op.number(0, "num_mel_bins"));
    ASSIGN_OR_RETURN(const std::int64_t length, op.number(1, "dft_length"));
    ASSIGN_OR_RETURN(const std::int64_t rate, op.number(2, "sample_rate"));
    ASSIGN_OR_RETURN(const double low, op.real(3, "lower_edge_hertz"));
    ASSIGN_OR_RETURN(const double high, op.real(4, "upper_edge_hertz"));
    const auto toMel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
    const double first = toMel(low);
    const double step = (toMel(high) - first) / (static_cast<double>(bins) + 2);
    const auto corner = [&](std::int64_t i) {
        const double mel = first + step * static_cast<double>(i);
        const double hertz = 700 * (std::pow(10, mel / 2595) - 1);
        return std::floor((static_cast<double>(length) + 1) * hertz / static_cast<double>(rate));
    };
    RETURN_IF_FAILED(OnnxLowering::checkListed(bins));
    std::vector<double> middles;
    std::vector<double> rising;
    std::vector<double> falling;
    for (std::int64_t i = 0; i < bins; ++i) {
        middles.push_back(corner(i + 1)); // a side without any width falls off within one step
        rising.push_back(std::max(1.0, corner(i + 1) - corner(i)));
        falling.push_back(std::max(1.0, corner(i + 2) - corner(i + 1)));
    }
    const OperandDims out = op.outDims();
    const auto row = [&](const std::vector<double> &elements) {
        return op.constant(elements, {1, bins}, DType::Float32);
    };
    const Operand number = op.reshape(op.arange(0, 1, out[0], DType::Float32), {out[0], 1});
    const Operand away = op.binary("sub", number, row(middles));
    const Operand up = op.scalar("add", op.binary("div", away, row(rising)), 1);
    const Operand down = op.scalar("rsub", op.binary("div", away, row(falling)), 1);
    const Operand triangle = op.binary("min", up, down);
    return op.result(op.binary("max", triangle, op.full(0, Shape::scalar(), DType::Float32)));
}

} // namespace

std::span<const LoweringRule> signalRules()
{
    static constexpr std::array rules{
        LoweringRule{"DFT", fourierTransform, {}, inputBits(1, 2)},
        LoweringRule{"STFT", shortTimeTransform, {}, inputBits(1, 3)},
        LoweringRule{"MelWeightMatrix", melWeights, {}, inputBits(0, 1, 2, 3, 4)},
    };
    return rules;
}

} // namespace nervure::onnx
