// SPDX-License-Identifier: Apache-2.0
#include "core/ops/batch_norm.h"

#include "core/graph/op_builder.h"
#include "core/ops/batch_norm_kernel.h"
#include "core/ops/reference_types.h"
#include "core/ops/shape_rules.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

Diagnostic badAxis(std::int64_t axis, const Shape &data)
{
    return makeError("infer-shape", "axis is " + std::to_string(axis)
                                        + ", expected a dimension of data " + shapeText(data));
}

/// NNVM compares the axis with the number of elements. What it would read past the shape is
/// refused in both semantics.
Status checkAxis(const RuleContext &context, std::int64_t axis, const Shape &data)
{
    const bool inside = axis >= 0 && axis < static_cast<std::int64_t>(data.size());
    const bool accepted = context.semantics == Semantics::Fixed || axis < sizeOf(data);
    return inside && accepted ? Status() : Status(badAxis(axis, data));
}

Status inferShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    if (Status status = checkCounts(in.size(), out.size(), 5, 3); !status) {
        return status;
    }
    if (in[0].empty()) {
        return {};
    }
    const std::int64_t axis = context.attrs.as<BatchNormAttrs>().axis;
    if (Status status = checkAxis(context, axis, in[0]); !status) {
        return status;
    }
    const Shape channels{in[0][static_cast<std::size_t>(axis)]};
    for (const std::size_t i : {1U, 2U}) {
        in[i] = in[i].empty() ? channels : in[i];
    }
    if (Status status = assignInput(in, 3, "moving_mean", channels); !status) {
        return status;
    }
    if (Status status = assignInput(in, 4, "moving_var", channels); !status) {
        return status;
    }
    if (Status status = assignOutput(out, 0, in[0]); !status) {
        return status;
    }
    out[1] = in[3];
    out[2] = in[4];
    return {};
}

/// What each channel is multiplied by and what is then added.
template <typename T>
struct Affine {
    std::vector<double> factor;
    std::vector<double> offset;

    Affine(const BatchNormAttrs &attrs, const ReferenceCall &call)
    {
        for (std::int64_t c = 0; c < call.in[3].count(); ++c) {
            const double gamma = attrs.scale ? static_cast<double>(call.in[1].as<T>()[c]) : 1.0;
            const double beta = attrs.center ? static_cast<double>(call.in[2].as<T>()[c]) : 0.0;
            const double mean = static_cast<double>(call.in[3].as<T>()[c]);
            const double variance = static_cast<double>(call.in[4].as<T>()[c]);
            factor.push_back(gamma / std::sqrt(variance + attrs.epsilon));
            offset.push_back(beta - mean * factor.back());
        }
    }
};

template <typename T>
Status compute(const BatchNormAttrs &attrs, const ReferenceCall &call)
{
    const Affine<T> affine(attrs, call);
    const std::int64_t channels = call.in[3].count();
    std::int64_t inner = 1;
    for (std::size_t i = static_cast<std::size_t>(attrs.axis) + 1; i < call.in[0].shape.size();
         ++i) {
        inner *= call.in[0].shape[i];
    }
    const T *in = call.in[0].as<T>();
    T *out = call.out[0].as<T>();
    const std::int64_t rows = inner == 0 ? 0 : call.in[0].count() / inner;
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto channel = static_cast<std::size_t>(row % channels);
        const T factor = static_cast<T>(affine.factor[channel]);
        const T offset = static_cast<T>(affine.offset[channel]);
        for (std::int64_t i = 0; i < inner; ++i) {
            *out++ = *in++ * factor + offset;
        }
    }
    std::copy_n(call.in[3].as<T>(), channels, call.out[1].as<T>());
    std::copy_n(call.in[4].as<T>(), channels, call.out[2].as<T>());
    return {};
}

Status reference(const BatchNormAttrs &attrs, const ReferenceCall &call)
{
    const Shape data(call.in[0].shape.begin(), call.in[0].shape.end());
    if (attrs.axis < 0 || attrs.axis >= static_cast<std::int64_t>(data.size())) {
        return badAxis(attrs.axis, data);
    }
    const std::int64_t channels = data[static_cast<std::size_t>(attrs.axis)];
    for (std::size_t i = 1; i < 5; ++i) {
        if (call.in[i].count() != channels) {
            return makeError("infer-shape", "input " + std::to_string(i) + " has "
                                                + std::to_string(call.in[i].count())
                                                + " elements, expected "
                                                + std::to_string(channels));
        }
    }
    if (Status status = requireOneType(call); !status) {
        return status;
    }
    return withFloatType(call.in[0].type,
                         [&](auto zero) { return compute<decltype(zero)>(attrs, call); });
}

} // namespace

void registerBatchNorm(OpRegistry &ops)
{
    using A = BatchNormAttrs;
    ops.add(OpBuilder<A>(Dialect::Nnvm, "batch_norm")
                .summary("normalises each channel with its moving mean and variance")
                .category(OpCategory::Normalisation)
                .attr(field("axis", &A::axis, "dimension of the channels"))
                .attr(field("epsilon", &A::epsilon, "added to the variance"))
                .attr(field("center", &A::center, "whether beta is added"))
                .attr(field("scale", &A::scale, "whether gamma multiplies"))
                .inputs({"data", "gamma", "beta", "moving_mean", "moving_var"})
                .outputs({"output", "mean", "var"})
                .visibleOutputs(1)
                .parameters({1, 2, 3, 4})
                .mutates({3, 4})
                .shape(OpSpec::ShapeRule(inferShape))
                .type(elementwiseType(5, 3))
                .reference(reference)
                .kernel(batchNormKernel)
                .element(batchNormElement)
                .build());
}

} // namespace nervure
