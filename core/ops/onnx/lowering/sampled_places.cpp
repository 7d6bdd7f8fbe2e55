// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/sampled_places.h"

#include <optional>
#include <utility>

namespace nervure::onnx {

namespace {

Operand heldIn(const OnnxLowering &op, const Operand &x, double least, double most)
{
    return op.make("clip", {x}, attrsOf({{"a_min", attrText(least)}, {"a_max", attrText(most)}}),
                   x.dims, x.type);
}

/// One dimension of the images.
struct Extent {
    std::int64_t size = 0;
    double first = 0; ///< where images begin
    double last = 0;  ///< and end
};

/// There and back between the ends of the dimension, as often as the place is away.
Operand mirrored(const OnnxLowering &op, const Operand &place, const Extent &along)
{
    const double reach = along.last - along.first;
    if (reach <= 0) {
        return op.full(along.first, place.dims, place.type);
    }
    const Operand away = op.unary("abs", op.scalar("sub", place, along.first));
    const Operand period = op.full(2 * reach, Shape::scalar(), place.type);
    const Operand within = op.scalar("rsub", op.binary("mod", away, period), reach);
    return op.scalar("add", op.scalar("rsub", op.unary("abs", within), reach), along.first);
}

/// Places outside the images brought into them, where they do not count as 0.
Operand broughtInside(const OnnxLowering &op, const Operand &place, const Extent &along,
                      Sampling::Padding padding)
{
    if (padding == Sampling::Padding::Zeros) {
        return place;
    }
    const Operand isOutside = op.binary("max", op.compare("less", place, along.first),
                                        op.compare("greater", place, along.last));
    const Operand inside = padding == Sampling::Padding::Border
                               ? heldIn(op, place, 0, static_cast<double>(along.size - 1))
                               : mirrored(op, place, along);
    return op.where(isOutside, inside, place);
}

/// An element near each place, along one dimension.
struct Tap {
    Operand index;                 ///< whole, and in the images
    std::optional<Operand> weight; ///< none: 1
    std::optional<Operand> counts; ///< truth values: it lies in the images; none: all do
};

Tap tapAt(const OnnxLowering &op, const Operand &index, const Extent &along,
          Sampling::Padding padding)
{
    const auto most = static_cast<double>(along.size - 1);
    if (padding == Sampling::Padding::Zeros) {
        const Operand counts = op.binary("mul", op.compare("greater_equal", index, 0),
                                         op.compare("less_equal", index, most));
        return {heldIn(op, index, 0, most), std::nullopt, counts};
    }
    return {heldIn(op, broughtInside(op, index, along, padding), 0, most), std::nullopt,
            std::nullopt};
}

/// ((a d + b) d + c) d + e.
Operand cubic(const OnnxLowering &op, const Operand &d, double a, double b, double c, double e)
{
    const Operand square = op.binary("mul", op.scalar("add", op.scalar("mul", d, a), b), d);
    return op.scalar("add", op.binary("mul", op.scalar("add", square, c), d), e);
}

/// The weight of an element `step` after the one below the place, which is a `share` of an element further: 1
/// less the distance, or Keys' kernel, 1981, with a of -0.75.
Operand weightOf(const OnnxLowering &op, const Operand &share, std::int64_t step,
                 Sampling::Mode mode)
{
    const bool isAhead = step > 0;
    const auto away = static_cast<double>(step);
    const Operand distance =
        isAhead ? op.scalar("rsub", share, away) : op.scalar("sub", share, away);
    if (mode == Sampling::Mode::Linear) {
        return op.scalar("rsub", distance, 1);
    }
    constexpr double a = -0.75;
    const bool isNear = step == 0 || step == 1;
    return isNear ? cubic(op, distance, a + 2, -(a + 3), 0, 1)
                  : cubic(op, distance, a, -5 * a, 8 * a, -4 * a);
}

std::vector<Tap> tapsOf(const OnnxLowering &op, const Operand &given, const Extent &along,
                        const Sampling &how)
{
    const bool isNearest = how.mode == Sampling::Mode::Nearest;
    const Operand place =
        broughtInside(op, isNearest ? op.unary("rint", given) : given, along, how.padding);
    if (isNearest) {
        return {tapAt(op, place, along, how.padding)};
    }
    const Operand below = op.unary("floor", place);
    const Operand share = op.binary("sub", place, below);
    const bool isCubic = how.mode == Sampling::Mode::Cubic;
    std::vector<Tap> taps;
    for (std::int64_t step = isCubic ? -1 : 0; step <= (isCubic ? 2 : 1); ++step) {
        taps.push_back(
            tapAt(op, op.scalar("add", below, static_cast<double>(step)), along, how.padding));
        taps.back().weight = weightOf(op, share, step, how.mode);
    }
    return taps;
}

/// Reads the elements that a tap of each dimension names.
class TapReader {
public:
    TapReader(const OnnxLowering &op, const Operand &images)
        : m_op(op),
          m_sizes(images.dims.from(2))
    {
        const std::int64_t count = productOf(m_sizes, 0, m_sizes.size());
        const std::int64_t batch = images.dims[0];
        const Operand rows =
            op.transpose(op.reshape(images, {batch, images.dims[1], count}), {0, 2, 1});
        m_rows = op.reshape(rows, {batch * count, images.dims[1]});
        m_first =
            op.reshape(op.arange(0, static_cast<double>(count), batch, DType::Int64), {batch, 1});
    }

    /// (batch, points, channels).
    [[nodiscard]] Operand read(const std::vector<Tap> &taps) const
    {
        Operand row = m_first;
        std::optional<Operand> weight;
        std::optional<Operand> counts;
        for (std::size_t i = 0; i < taps.size(); ++i) {
            const auto step = static_cast<double>(productOf(m_sizes, i + 1, m_sizes.size()));
            const Operand index = m_op.cast(taps[i].index, DType::Int64);
            row = m_op.binary("add", row, m_op.scalar("mul", index, step));
            weight = product(weight, taps[i].weight);
            counts = product(counts, taps[i].counts);
        }
        Operand result = m_op.take(m_rows, row, 0);
        const Shape each{row.dims[0], row.dims[1], 1};
        if (weight) {
            const Operand factor = m_op.cast(*weight, result.type);
            result = m_op.binary("mul", result, m_op.reshape(factor, each));
        }
        return counts ? m_op.where(m_op.reshape(*counts, each), result,
                                   m_op.full(0, Shape::scalar(), result.type))
                      : result;
    }

private:
    [[nodiscard]] std::optional<Operand> product(const std::optional<Operand> &a,
                                                 const std::optional<Operand> &b) const
    {
        return a && b ? m_op.binary("mul", *a, *b) : a ? a : b;
    }

    const OnnxLowering &m_op;
    Shape m_sizes;
    Operand m_rows;  ///< an element of all channels each
    Operand m_first; ///< number of the first row of each image
};

} // namespace

Operand sampledAt(const OnnxLowering &op, const Operand &images, const std::vector<Operand> &places,
                  const Sampling &how)
{
    std::vector<std::vector<Tap>> taps;
    std::size_t count = 1;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::int64_t size = images.dims[i + 2];
        const double edge = how.alignsCorners ? 0 : 0.5;
        taps.push_back(
            tapsOf(op, places[i], {size, -edge, static_cast<double>(size - 1) + edge}, how));
        count *= taps.back().size();
    }
    const TapReader reader(op, images);
    Operand sum;
    for (std::size_t number = 0; number < count; ++number) { // all choices of a tap for each
        std::vector<Tap> chosen;
        std::size_t rest = number;
        for (const std::vector<Tap> &along : taps) {
            chosen.push_back(along[rest % along.size()]);
            rest /= along.size();
        }
        const Operand part = reader.read(chosen);
        sum = number == 0 ? part : op.binary("add", sum, part);
    }
    return op.transpose(sum, {0, 2, 1});
}

} // namespace nervure::onnx
