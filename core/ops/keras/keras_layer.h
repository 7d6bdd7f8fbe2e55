// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/keras_arrays.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nervure::keras {

/// What Keras's layers have in common. Numbers in attributes may be at most this large: more than any model
/// has, and products of two of them have a size.
inline constexpr double kerasMost = 1 << 30;

/// Starts the declaration of a layer: its arrays follow the values it reads, `values`, or any number of values
/// if there are none.
template <typename A>
OpBuilder<A> kerasLayer(const char *name, const char *summary, OpCategory category,
                        std::vector<std::string> values = {"data"})
{
    OpBuilder<A> layer(Dialect::Keras, name);
    layer.summary(summary).category(category).type(anyCountSameType());
    std::vector<std::uint32_t> parameters;
    for (std::uint32_t i = 0; i < 8; ++i) { // more than any layer has
        parameters.push_back(static_cast<std::uint32_t>(values.size()) + i);
    }
    layer.parameters(std::move(parameters));
    OpSpec::NamesRule names = [values = std::move(values)](const RuleContext &rule) {
        std::vector<std::string> all = values;
        for (std::string &array : kerasArrayNames(rule.node.op, rule.node.attrs)) {
            all.push_back(std::move(array));
        }
        return all;
    };
    layer.inputsNamedBy(std::move(names));
    return layer;
}

/// The activation's values of `x`: softmax along the last dimension. `version` is that of Keras, as the node
/// says it: some are other functions in Keras 3. Fails (code not-supported) where there is none of that name.
[[nodiscard]] Result<Entry> kerasActivated(const Lowering &op, Entry x, const std::string &name);
/// Whether the values of a place depend on that place alone.
[[nodiscard]] bool isElementwiseActivation(const std::string &name);
template <typename A>
[[nodiscard]] AttrField kerasActivationField()
{
    return field<A, std::string>("activation", &A::activation, "function of each result");
}

/// Products, sums and functions of entries, for rules that write formulas.
class KerasFormula {
public:
    explicit KerasFormula(const Lowering &op) : m_op(op) {}

    [[nodiscard]] Entry one(const char *name, Entry x) const { return m_op.make(name, {x}); }
    [[nodiscard]] Entry plus(Entry a, Entry b) const { return m_op.make("broadcast_add", {a, b}); }
    [[nodiscard]] Entry minus(Entry a, Entry b) const { return m_op.make("broadcast_sub", {a, b}); }
    [[nodiscard]] Entry times(Entry a, Entry b) const { return m_op.make("broadcast_mul", {a, b}); }
    [[nodiscard]] Entry over(Entry a, Entry b) const { return m_op.make("broadcast_div", {a, b}); }
    [[nodiscard]] Entry plus(Entry x, double number) const;
    [[nodiscard]] Entry times(Entry x, double factor) const;
    [[nodiscard]] Entry clipped(Entry x, double least, double most) const;
    [[nodiscard]] Entry leaky(Entry x, double slope) const;
    /// alpha * (exp(x) - 1) below 0, x above.
    [[nodiscard]] Entry elu(Entry x, double alpha) const;
    [[nodiscard]] Entry softmax(Entry x, std::int64_t axis) const;
    [[nodiscard]] Entry transposed(Entry x, const IntTuple &axes) const;
    /// Over these axes.
    [[nodiscard]] Entry reduced(const char *name, Entry x, const IntTuple &axes,
                                bool keepsDimensions) const;

private:
    const Lowering &m_op;
};

/// Fails (code infer-shape) unless the shape, if known, has so many dimensions.
[[nodiscard]] Status checkKerasRank(const Shape &shape, std::size_t rank);
/// The same for so many dimensions or more.
[[nodiscard]] Status checkLeastKerasRank(const Shape &shape, std::size_t least);
/// Makes `size` what it and another one are broadcast to. False where the two contradict each other.
[[nodiscard]] bool broadcastSize(std::int64_t &size, std::int64_t other);
/// The product, unknown where one of the two is; fails where it is too large for a size.
[[nodiscard]] Result<std::int64_t> kerasProduct(std::int64_t a, std::int64_t b);

/// Whether images have their channels in front of their height and width.
[[nodiscard]] bool isChannelsFirst(const std::string &dataFormat);
[[nodiscard]] std::size_t channelAxis(const std::string &dataFormat, std::size_t rank);
/// The place of the first of the dimensions that a window moves along.
[[nodiscard]] std::size_t firstSpatialAxis(const std::string &dataFormat);
/// Said by who reads a file: the last input says which steps count, [batch, steps]; others stand for nothing, and the
/// layer passes over them.
template <typename A>
[[nodiscard]] AttrField maskedField()
{
    return field<A, bool>("masked", &A::masked,
                          "whether the last input says which steps count; it passes over others");
}
/// All have one type, but for a mask, which has any.
template <typename A>
[[nodiscard]] Status maskedTypes(const RuleContext &context, DTypes &in, DTypes &out)
{
    if (!context.attrs.as<A>().masked || in.size() < 2) {
        return mergeAllTypes(in, out);
    }
    const DType mask = in.back();
    in.pop_back();
    const Status merged = mergeAllTypes(in, out);
    in.push_back(mask);
    return merged;
}
template <typename A>
[[nodiscard]] AttrField kerasDataFormatField()
{
    return field<A, std::string>("data_format", &A::dataFormat,
                                 "where channels are: channels_last or channels_first");
}

/// Values of `rank` dimensions, whose channels are where `dataFormat` says, with channels second, and back.
[[nodiscard]] Entry channelsSecond(const Lowering &op, Entry x, const std::string &dataFormat,
                                   std::size_t rank);
[[nodiscard]] Entry channelsAsGiven(const Lowering &op, Entry x, const std::string &dataFormat,
                                    std::size_t rank);
/// The same of a shape.
[[nodiscard]] Shape channelsSecond(const Shape &shape, const std::string &dataFormat);

/// How a window moves along one dimension.
struct KerasWindow {
    std::int64_t size = 1;
    std::int64_t stride = 1;
    std::int64_t dilation = 1;

    [[nodiscard]] std::int64_t reach() const { return (size - 1) * dilation + 1; }
};
/// The number of places it has along `length`; unknown where that is. "same" and "causal" fill up, "valid" does not.
[[nodiscard]] Result<std::int64_t> windowCount(const KerasWindow &window, std::int64_t length,
                                               const std::string &padding);
/// What is added in front and behind.
struct KerasPadding {
    std::int64_t front = 0;
    std::int64_t behind = 0;
};
[[nodiscard]] KerasPadding windowPadding(const KerasWindow &window, std::int64_t length,
                                         std::int64_t count, const std::string &padding);
/// One window a dimension. Fails (code attr-invalid) unless each list has `rank` numbers from 1 on, or one for all, or
/// none: 1.
[[nodiscard]] Result<std::vector<KerasWindow>> kerasWindows(std::size_t rank, const IntTuple &size,
                                                            const IntTuple &strides,
                                                            const IntTuple &dilations);

/// The whole numbers in a text such as "-1", "[1, 2]" or "((1, 1), (0, 2))", one after the other.
[[nodiscard]] std::vector<std::int64_t> kerasIntegers(std::string_view text);

/// The shape rule of layers that change elements alone: the first input's shape.
[[nodiscard]] Status keepsShape(Shapes &in, Shapes &out);

} // namespace nervure::keras
