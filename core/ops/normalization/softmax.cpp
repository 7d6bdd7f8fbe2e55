// SPDX-License-Identifier: Apache-2.0
#include "core/ops/normalization/softmax.h"

#include "core/graph/op/op_builder.h"
#include "core/ops/normalization/softmax_kernel.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace nervure {

namespace {

/// One line of `count` elements, `stride` apart.
template <typename T>
void softmaxLine(const T *in, T *out, std::int64_t count, std::int64_t stride, bool isLog)
{
    double largest = -INFINITY;
    for (std::int64_t i = 0; i < count; ++i) {
        largest = std::max(largest, static_cast<double>(in[i * stride]));
    }
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        sum += std::exp(static_cast<double>(in[i * stride]) - largest);
    }
    const double logSum = std::log(sum);
    for (std::int64_t i = 0; i < count; ++i) {
        const double shifted = static_cast<double>(in[i * stride]) - largest;
        out[i * stride] = static_cast<T>(isLog ? shifted - logSum : std::exp(shifted) / sum);
    }
}

} // namespace

Status softmaxReference(const SoftmaxAttrs &attrs, bool isLog, const ReferenceCall &call)
{
    const auto &shape = call.in[0].shape;
    const auto axis = softmaxAxis(attrs, shape.size());
    if (!axis) {
        return makeError("infer-shape", "axis is {}, expected a dimension of data {}", attrs.axis,
                         shapeText(Shape(shape.begin(), shape.end())));
    }
    RETURN_IF_FAILED(requireAlike(call));
    std::int64_t inner = 1;
    for (std::size_t i = *axis + 1; i < shape.size(); ++i) {
        inner *= shape[i];
    }
    const std::int64_t block = inner * shape[*axis];
    return withFloatType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        for (std::int64_t i = 0; block > 0 && i < call.in[0].count() / shape[*axis]; ++i) {
            const std::int64_t first = i / inner * block + i % inner;
            softmaxLine(call.in[0].as<T>() + first, call.out[0].as<T>() + first, shape[*axis],
                        inner, isLog);
        }
        return {};
    });
}

namespace {

/// Attributes of NNVM's softmax and log_softmax.
struct NnvmSoftmaxAttrs {
    int axis = -1;
};

template <bool isLog>
Status softmaxReference(const NnvmSoftmaxAttrs &attrs, const ReferenceCall &call)
{
    return softmaxReference({attrs.axis}, isLog, call);
}

template <bool isLog>
Result<KernelSpec> softmaxKernel(const NnvmSoftmaxAttrs &attrs, const KernelContext &context)
{
    const auto axis = softmaxAxis({attrs.axis}, context.inShapes[0].size());
    return axis ? softmaxKernel(*axis, isLog, context)
                : Result<KernelSpec>(noKernelFor(fmt::format("axis {}", attrs.axis)));
}

/// Sums along the axis, which stays.
AttrDict sumAttrs(const GradientNodes &nodes)
{
    return {{"axis", std::to_string(nodes.attrs<NnvmSoftmaxAttrs>().axis)}, {"keepdims", "true"}};
}

/// dx = dy * y - sum(dy * y) * y
std::vector<Entry> softmaxGradient(const GradientNodes &n)
{
    const Entry scaled = n.make("elemwise_mul", "_grad_sub0", {n.outGrad(), n.output()});
    const Entry sum = n.make("sum", "_grad_sub1", {scaled}, sumAttrs(n));
    const Entry share = n.make("broadcast_mul", "_grad_sub2", {sum, n.output()});
    return {n.make("elemwise_sub", "_grad", {scaled, share})};
}

/// dx = dy - sum(dy) * exp(y)
std::vector<Entry> logSoftmaxGradient(const GradientNodes &n)
{
    const Entry sum = n.make("sum", "_grad_sub0", {n.outGrad()}, sumAttrs(n));
    const Entry probability = n.make("exp", "_grad_sub1", {n.output()});
    const Entry share = n.make("broadcast_mul", "_grad_sub2", {sum, probability});
    return {n.make("elemwise_sub", "_grad", {n.outGrad(), share})};
}

OpBuilder<NnvmSoftmaxAttrs> declareSoftmax(std::string name, std::string summary)
{
    OpBuilder<NnvmSoftmaxAttrs> builder(Dialect::Nnvm, std::move(name));
    builder.summary(std::move(summary))
        .category(OpCategory::Reduction)
        .attr(field("axis", &NnvmSoftmaxAttrs::axis, "dimension that sums to one"))
        .inputs({"data"})
        .shape(elementwiseShape(1))
        .type(elementwiseType(1))
        .pattern(OpPattern::Opaque)
        .layout(keptLayout());
    return builder;
}

} // namespace

void registerSoftmax(OpRegistry &ops)
{
    ops.add(declareSoftmax("softmax", "exp(x) divided by the sum of exp(x) along an axis")
                .gradient(gradientRule(1, softmaxGradient))
                .reference(softmaxReference<false>)
                .kernel(softmaxKernel<false>)
                .build());
    ops.add(declareSoftmax("log_softmax", "logarithm of softmax")
                .gradient(gradientRule(1, logSoftmaxGradient))
                .reference(softmaxReference<true>)
                .kernel(softmaxKernel<true>)
                .build());
}

} // namespace nervure
