// SPDX-License-Identifier: Apache-2.0
#include "core/ops/keras/keras_layer.h"

#include "core/support/text.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace nervure::keras {

namespace {

/// The constants of selu, as float32 has them.
constexpr double seluAlpha = 1.6732632423543772;
constexpr double seluScale = 1.0507009873554805;

using Formula = KerasFormula;
using MakeActivation = Entry (*)(const Formula &, Entry);

Entry softPlusOf(const Formula &f, Entry x)
{
    // log(1 + exp(x)), which never overflows.
    const Entry falling = f.one("exp", f.one("negative", f.one("abs", x)));
    return f.plus(f.one("relu", x), f.one("log", f.plus(falling, 1)));
}

/// x / 2 * (1 + erf(x / sqrt(2))).
Entry geluOf(const Formula &f, Entry x)
{
    constexpr double halfRoot = 0.7071067811865476;
    const Entry part = f.plus(f.one("erf", f.times(x, halfRoot)), 1);
    return f.times(f.times(x, part), 0.5);
}

const std::map<std::string, MakeActivation> &elementwiseActivations()
{
    static const std::map<std::string, MakeActivation> table{
        {"elu", [](const Formula &f, Entry x) { return f.elu(x, 1); }},
        {"exponential", [](const Formula &f, Entry x) { return f.one("exp", x); }},
        {"gelu", geluOf},
        {"hard_sigmoid",
         [](const Formula &f, Entry x) { return f.clipped(f.plus(f.times(x, 0.2), 0.5), 0, 1); }},
        {"leaky_relu", [](const Formula &f, Entry x) { return f.leaky(x, 0.2); }},
        {"linear", [](const Formula &, Entry x) { return x; }},
        {"mish",
         [](const Formula &f, Entry x) { return f.times(x, f.one("tanh", softPlusOf(f, x))); }},
        {"relu", [](const Formula &f, Entry x) { return f.one("relu", x); }},
        {"relu6", [](const Formula &f, Entry x) { return f.clipped(x, 0, 6); }},
        {"selu", [](const Formula &f, Entry x) { return f.times(f.elu(x, seluAlpha), seluScale); }},
        {"sigmoid", [](const Formula &f, Entry x) { return f.one("sigmoid", x); }},
        {"silu", [](const Formula &f, Entry x) { return f.times(x, f.one("sigmoid", x)); }},
        {"softplus", softPlusOf},
        {"softsign",
         [](const Formula &f, Entry x) { return f.over(x, f.plus(f.one("abs", x), 1)); }},
        {"swish", [](const Formula &f, Entry x) { return f.times(x, f.one("sigmoid", x)); }},
        {"tanh", [](const Formula &f, Entry x) { return f.one("tanh", x); }},
    };
    return table;
}

/// Whether the node is of a model of Keras 3.
bool isKeras3(const Lowering &op)
{
    const std::string *version = op.rule().node.attrs.find("keras_version");
    return version && !version->starts_with("1") && !version->starts_with("2");
}

} // namespace

Entry KerasFormula::plus(Entry x, double number) const
{
    return m_op.makeScalar("__add_scalar__", x, number);
}

Entry KerasFormula::times(Entry x, double factor) const
{
    return m_op.makeScalar("__mul_scalar__", x, factor);
}

Entry KerasFormula::clipped(Entry x, double least, double most) const
{
    return m_op.make("clip", {x},
                     attrsOf({{"a_min", formatNumber(least)}, {"a_max", formatNumber(most)}}));
}

Entry KerasFormula::leaky(Entry x, double slope) const
{
    return m_op.make("leaky_relu", {x}, attrsOf({{"alpha", formatNumber(slope)}}));
}

Entry KerasFormula::elu(Entry x, double alpha) const
{
    const Entry below = one("relu", plus(one("negative", one("exp", x)), 1)); // 1 - exp(x)
    return plus(one("relu", x), times(below, -alpha));
}

Entry KerasFormula::softmax(Entry x, std::int64_t axis) const
{
    return m_op.make("softmax", {x}, attrsOf({{"axis", attrText(axis)}}));
}

Entry KerasFormula::transposed(Entry x, const IntTuple &axes) const
{
    return m_op.make("transpose", {x}, attrsOf({{"axes", attrText(axes)}}));
}

Entry KerasFormula::reduced(const char *name, Entry x, const IntTuple &axes,
                            bool keepsDimensions) const
{
    return m_op.make(name, {x},
                     attrsOf({{"axis", attrText(axes)}, {"keepdims", attrText(keepsDimensions)}}));
}

Result<Entry> kerasActivated(const Lowering &op, Entry x, const std::string &name)
{
    const Formula f(op);
    if (name == "softmax") {
        return f.softmax(x, -1);
    }
    if (name == "log_softmax") {
        return op.make("log_softmax", {x}, attrsOf({{"axis", "-1"}}));
    }
    if (name == "hard_sigmoid" && isKeras3(op)) {
        return f.times(f.clipped(f.plus(x, 3), 0, 6), 1.0 / 6);
    }
    const auto found = elementwiseActivations().find(name);
    if (found == elementwiseActivations().end()) {
        return makeError("not-supported", "its activation is {}, which is not one of Keras's own",
                         quoted(name));
    }
    return found->second(f, x);
}

bool isElementwiseActivation(const std::string &name)
{
    return elementwiseActivations().count(name) != 0;
}

Status checkKerasRank(const Shape &shape, std::size_t rank)
{
    return !shape.hasRank() || shape.size() == rank
               ? Status()
               : makeError("infer-shape", "input 0 (data) has shape {}, expected {} dimensions",
                           shapeText(shape), rank);
}

Status checkLeastKerasRank(const Shape &shape, std::size_t least)
{
    return !shape.hasRank() || shape.size() >= least
               ? Status()
               : makeError("infer-shape",
                           "input 0 (data) has shape {}, expected at least {} dimensions",
                           shapeText(shape), least);
}

bool broadcastSize(std::int64_t &size, std::int64_t other)
{
    if (size == other || other == 1) {
        return true;
    }
    const bool fits = size == 1 || isUnknownSize(size) || isUnknownSize(other);
    size = size == 1 || isUnknownSize(size) ? other : size;
    return fits;
}

Result<std::int64_t> kerasProduct(std::int64_t a, std::int64_t b)
{
    if (isUnknownSize(a) || isUnknownSize(b)) {
        return unknownSize;
    }
    const auto product = checkedMultiply(a, b);
    if (!product || *product > std::int64_t{1} << 48) {
        return makeError("infer-shape", "{} times {} is too large for a size", a, b);
    }
    return *product;
}

bool isChannelsFirst(const std::string &dataFormat)
{
    return dataFormat == "channels_first";
}

std::size_t channelAxis(const std::string &dataFormat, std::size_t rank)
{
    return isChannelsFirst(dataFormat) ? 1 : rank - 1;
}

std::size_t firstSpatialAxis(const std::string &dataFormat)
{
    return isChannelsFirst(dataFormat) ? 2 : 1;
}

Entry channelsSecond(const Lowering &op, Entry x, const std::string &dataFormat, std::size_t rank)
{
    if (isChannelsFirst(dataFormat) || rank < 3) {
        return x;
    }
    IntTuple axes{0, static_cast<std::int64_t>(rank) - 1};
    for (std::int64_t i = 1; i + 1 < static_cast<std::int64_t>(rank); ++i) {
        axes.push_back(i);
    }
    return KerasFormula(op).transposed(x, axes);
}

Entry channelsAsGiven(const Lowering &op, Entry x, const std::string &dataFormat, std::size_t rank)
{
    if (isChannelsFirst(dataFormat) || rank < 3) {
        return x;
    }
    IntTuple axes{0};
    for (std::int64_t i = 2; i < static_cast<std::int64_t>(rank); ++i) {
        axes.push_back(i);
    }
    axes.push_back(1);
    return KerasFormula(op).transposed(x, axes);
}

Shape channelsSecond(const Shape &shape, const std::string &dataFormat)
{
    if (isChannelsFirst(dataFormat) || shape.size() < 3) {
        return shape;
    }
    Shape turned{shape[0], shape.back()};
    turned.insert(turned.end(), shape.begin() + 1, shape.end() - 1);
    return turned;
}

Result<std::int64_t> windowCount(const KerasWindow &window, std::int64_t length,
                                 const std::string &padding)
{
    if (isUnknownSize(length)) {
        return unknownSize;
    }
    if (padding == "same" || padding == "causal") {
        return (length + window.stride - 1) / window.stride;
    }
    if (length < window.reach()) {
        return makeError("infer-shape", "a window of {} does not fit the {} elements",
                         window.reach(), length);
    }
    return (length - window.reach()) / window.stride + 1;
}

KerasPadding windowPadding(const KerasWindow &window, std::int64_t length, std::int64_t count,
                           const std::string &padding)
{
    if (padding == "causal") {
        return {window.reach() - 1, 0};
    }
    if (padding != "same") {
        return {};
    }
    const std::int64_t all =
        std::max<std::int64_t>((count - 1) * window.stride + window.reach() - length, 0);
    return {all / 2, all - all / 2}; // the odd one comes behind
}

Result<std::vector<KerasWindow>> kerasWindows(std::size_t rank, const IntTuple &size,
                                              const IntTuple &strides, const IntTuple &dilations)
{
    std::vector<KerasWindow> windows(rank);
    const auto take = [&](const IntTuple &numbers, std::int64_t KerasWindow::*member,
                          const char *name) -> Status {
        for (std::size_t i = 0; i < rank; ++i) {
            const std::int64_t number = numbers.empty()       ? 1
                                        : numbers.size() == 1 ? numbers[0]
                                        : i < numbers.size()  ? numbers[i]
                                                              : 0;
            if (number < 1 || number > (1 << 24) || numbers.size() > rank) {
                return makeError("infer-shape", "{} is {}, expected {} numbers from 1 on", name,
                                 attrText(numbers), rank);
            }
            windows[i].*member = number;
        }
        return {};
    };
    RETURN_IF_FAILED(take(size, &KerasWindow::size, "the window"));
    RETURN_IF_FAILED(take(strides, &KerasWindow::stride, "strides"));
    RETURN_IF_FAILED(take(dilations, &KerasWindow::dilation, "dilation_rate"));
    return windows;
}

std::vector<std::int64_t> kerasIntegers(std::string_view text)
{
    std::vector<std::int64_t> numbers;
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::size_t end = at;
        while (end < text.size()
               && (std::isdigit(static_cast<unsigned char>(text[end])) != 0 || text[end] == '-')) {
            ++end;
        }
        if (const auto number = parseInteger(text.substr(at, end - at)); end > at && number) {
            numbers.push_back(*number);
        }
        at = end > at ? end - 1 : at;
    }
    return numbers;
}

Status keepsShape(Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    return assignInput(in, 0, "data", out[0]);
}

} // namespace nervure::keras
