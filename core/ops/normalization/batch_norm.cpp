// SPDX-License-Identifier: Apache-2.0
#include "core/ops/normalization/batch_norm.h"

#include "core/graph/op/op_builder.h"
#include "core/ops/normalization/batch_norm_kernel.h"
#include "core/ops/normalization/batch_norm_rewrites.h"
#include "core/ops/rules/reference_operand.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace nervure {

namespace {

Diagnostic badAxis(std::int64_t axis, const Shape &data)
{
    return makeError("infer-shape", "axis is {}, expected a dimension of data {}", axis,
                     shapeText(data));
}

/// NNVM compares the axis with the number of elements. What it would read past the shape is
/// refused in both semantics.
Status checkAxis(const RuleContext &context, std::int64_t axis, const Shape &data)
{
    const bool inside = axis >= 0 && axis < static_cast<std::int64_t>(data.size());
    const bool accepted = context.semantics == Semantics::Fixed || axis < sizeOf(data);
    return inside && accepted ? Status() : Status(badAxis(axis, data));
}

/// The shape of a parameter when the channels are in blocks: [channels / block, block], the block
/// being the last dimension of the data.
Shape blockedChannels(const Shape &data, std::int64_t channels)
{
    return {channels, data.back()};
}

Status inferBatchNormShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    constexpr std::array<const char *, 5> names{"data", "gamma", "beta", "moving_mean",
                                                "moving_var"};
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 5, 3));
    if (!in[0].hasRank()) {
        return {};
    }
    const std::int64_t axis = context.attrs.as<BatchNormAttrs>().axis;
    RETURN_IF_FAILED(checkAxis(context, axis, in[0]));
    const Shape channels{in[0][static_cast<std::size_t>(axis)]};
    for (std::size_t i = 1; i < in.size(); ++i) {
        // NNVM does not look at parameters that have a shape.
        const bool isLookedAt =
            context.semantics == Semantics::Fixed && in[i] != blockedChannels(in[0], channels[0]);
        if (!in[i].hasRank() || isLookedAt) {
            RETURN_IF_FAILED(assignInput(in, i, names[i], channels));
        }
    }
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    out[1] = in[3];
    out[2] = in[4];
    return {};
}

/// What each channel is multiplied by and what is then added.
template <typename T>
struct Affine {
    std::vector<T> factor;
    std::vector<T> offset;

    Affine(const BatchNormAttrs &attrs, const std::vector<ReferenceOperand> &in)
    {
        const auto number = [&in](std::size_t input, std::int64_t c) {
            return static_cast<double>(in[input].view().as<T>()[c]);
        };
        for (std::int64_t c = 0; c < in[3].view().count(); ++c) {
            const double scale =
                (attrs.scale ? number(1, c) : 1.0) / std::sqrt(number(4, c) + attrs.epsilon);
            const double shift = (attrs.center ? number(2, c) : 0.0) - number(3, c) * scale;
            factor.push_back(static_cast<T>(scale));
            offset.push_back(static_cast<T>(shift));
        }
    }
};

/// `block` channels lie side by side in the last dimension; 1 when they are not in blocks.
template <typename T>
void computeBatchNorm(const BatchNormAttrs &attrs, std::int64_t block,
                      const std::vector<ReferenceOperand> &operands, const TensorView &result)
{
    const Affine<T> affine(attrs, operands);
    const ConstTensorView data = operands[0].view();
    const std::int64_t channels = data.shape[static_cast<std::size_t>(attrs.axis)];
    std::int64_t inner = 1;
    for (std::size_t i = static_cast<std::size_t>(attrs.axis) + 1; i < data.shape.size(); ++i) {
        inner *= data.shape[i];
    }
    const T *in = data.as<T>();
    T *out = result.as<T>();
    const std::int64_t rows = inner == 0 ? 0 : data.count() / inner;
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::int64_t first = row % channels * block;
        for (std::int64_t i = 0; i < inner; ++i) {
            const auto channel = static_cast<std::size_t>(first + (block > 1 ? i % block : 0));
            *out++ = *in++ * affine.factor[channel] + affine.offset[channel];
        }
    }
}

/// How many channels lie side by side, as the shapes of the parameters say.
Result<std::int64_t> blockOf(const BatchNormAttrs &attrs, const ReferenceCall &call)
{
    const Shape data = shapeOf(call.in[0]);
    if (attrs.axis < 0 || attrs.axis >= static_cast<std::int64_t>(data.size())) {
        return badAxis(attrs.axis, data);
    }
    const std::int64_t channels = data[static_cast<std::size_t>(attrs.axis)];
    const Shape statistics = shapeOf(call.in[3]);
    const bool isBlocked = statistics == blockedChannels(data, channels)
                           && static_cast<std::size_t>(attrs.axis) + 1 < data.size();
    const std::int64_t block = isBlocked ? data.back() : 1;
    for (std::size_t i = 1; i < 5; ++i) {
        const bool isUsed = i > 2 || (i == 1 ? attrs.scale : attrs.center);
        if (isUsed && call.in[i].count() != channels * block) {
            return makeError("infer-shape", "input {} has {} elements, expected {}", i,
                             call.in[i].count(), channels * block);
        }
    }
    return block;
}

/// The attributes of a node with epsilon as it counts.
BatchNormAttrs countedAttrs(const RuleContext &context)
{
    BatchNormAttrs attrs = context.attrs.as<BatchNormAttrs>();
    attrs.epsilon = countedEpsilon(attrs.epsilon, context.semantics);
    return attrs;
}

Status batchNormReference(const BatchNormAttrs &, const ReferenceCall &call)
{
    const BatchNormAttrs attrs = countedAttrs(call.rule);
    ASSIGN_OR_RETURN(const auto block, blockOf(attrs, call));
    RETURN_IF_FAILED(requireOneType(call));
    const DType type = computingType(call.in[0].type);
    std::vector<ReferenceOperand> operands;
    for (const ConstTensorView &view : call.in) {
        auto operand = ReferenceOperand::make(view, type);
        RETURN_IF_FAILED(operand);
        operands.push_back(std::move(operand).value());
    }
    ASSIGN_OR_RETURN(auto result, ReferenceResult::make(call.out[0], type));
    const Status status = withFloatType(type, [&](auto zero) -> Status {
        computeBatchNorm<decltype(zero)>(attrs, block, operands, result.view());
        return {};
    });
    if (!status) {
        return status;
    }
    for (std::size_t i = 1; i < 3; ++i) {
        const ConstTensorView &statistic = call.in[2 + i];
        if (statistic.count() != call.out[i].count()) {
            return makeError("infer-shape", "a statistic differs from its output in size");
        }
        std::memcpy(call.out[i].data, statistic.data,
                    static_cast<std::size_t>(statistic.count()) * dtypeBytes(statistic.type));
    }
    return result.store();
}

Result<KernelSpec> kernelOfBatchNorm(const RuleContext &context, const KernelContext &kernels)
{
    return batchNormKernel(countedAttrs(context), kernels);
}

std::string elementOfBatchNorm(const RuleContext &context, const KernelContext &kernels,
                               std::span<const ElementOperand> operands)
{
    return batchNormElement(countedAttrs(context), kernels, operands);
}

} // namespace

std::string epsilonText(double epsilon, Semantics semantics)
{
    std::array<char, 512> text{};
    char *const end = text.data() + text.size();
    const auto written = semantics == Semantics::Exact
                             ? std::to_chars(text.data(), end, epsilon, std::chars_format::fixed, 6)
                             : std::to_chars(text.data(), end, epsilon);
    return {text.data(), written.ptr};
}

double countedEpsilon(double epsilon, Semantics semantics)
{
    const std::string text = epsilonText(epsilon, semantics);
    double counted = epsilon; // not a number, or infinite: as it is
    std::from_chars(text.data(), text.data() + text.size(), counted);
    return counted;
}

void registerBatchNorm(OpRegistry &ops)
{
    using A = BatchNormAttrs;
    ops.add(OpBuilder<A>(Dialect::Nnvm, "batch_norm")
                .summary("normalises each channel with its moving mean and variance")
                .category(OpCategory::Normalization)
                .attr(field("axis", &A::axis, "dimension of the channels"))
                .attr(field("epsilon", &A::epsilon, "added to the variance"))
                .attr(field("center", &A::center, "whether beta is added"))
                .attr(field("scale", &A::scale, "whether gamma multiplies"))
                .inputs({"data", "gamma", "beta", "moving_mean", "moving_var"})
                .outputs({"output", "mean", "var"})
                .visibleOutputs(1)
                .parameters({1, 2, 3, 4})
                .mutates({3, 4})
                .shape(OpSpec::ShapeRule(inferBatchNormShape))
                .type(elementwiseType(5, 3))
                .layoutFollowed(correctBatchNormLayout)
                .simplify(simplifyBatchNorm)
                .reference(batchNormReference)
                .kernel(OpSpec::KernelRule(kernelOfBatchNorm))
                .element(OpSpec::ElementRule(elementOfBatchNorm))
                .build());
}

} // namespace nervure
