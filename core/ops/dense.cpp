// SPDX-License-Identifier: Apache-2.0
#include "core/ops/dense.h"

#include "core/graph/op_builder.h"
#include "core/ops/dense_kernel.h"
#include "core/ops/kernel_checks.h"
#include "core/ops/reference_types.h"
#include "core/ops/shape_rules.h"
#include "core/support/text.h"

namespace nervure {

namespace {

std::vector<std::string> inputNames(const DenseAttrs &attrs)
{
    return attrs.useBias ? std::vector<std::string>{"data", "weight", "bias"}
                         : std::vector<std::string>{"data", "weight"};
}

Status inferShape(const DenseAttrs &attrs, Shapes &in, Shapes &out)
{
    if (Status status = checkCounts(in.size(), out.size(), attrs.useBias ? 3 : 2, 1); !status) {
        return status;
    }
    if (!out[0].empty()) {
        Shape data = out[0];
        data.back() = 0;
        if (Status status = assignInput(in, 0, "data", data); !status) {
            return status;
        }
    }
    std::int64_t inputs = 0;
    if (!in[0].empty()) {
        Shape result = in[0];
        inputs = result.back();
        result.back() = attrs.units;
        if (Status status = assignOutput(out, 0, result); !status) {
            return status;
        }
    }
    if (Status status = assignInput(in, 1, "weight", {attrs.units, inputs}); !status) {
        return status;
    }
    return attrs.useBias ? assignInput(in, 2, "bias", {attrs.units}) : Status();
}

Status inferType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const bool useBias = context.attrs.as<DenseAttrs>().useBias;
    const Status counts = checkCounts(in.size(), out.size(), useBias ? 3 : 2, 1);
    return counts ? mergeAllTypes(in, out) : counts;
}

std::optional<std::int64_t> macs(const DenseAttrs &, std::span<const Shape> in,
                                 std::span<const Shape> out)
{
    const auto outputs = elementCount(out[0]);
    if (!outputs || in[0].empty()) {
        return std::nullopt;
    }
    return checkedMultiply(*outputs, in[0].back());
}

template <typename T>
Status compute(const DenseAttrs &attrs, const ReferenceCall &call)
{
    const T *data = call.in[0].as<T>();
    T *out = call.out[0].as<T>();
    const std::int64_t units = attrs.units;
    const std::int64_t inputs = call.in[1].shape[1];
    const std::int64_t rows = call.out[0].count() / units;
    for (std::int64_t row = 0; row < rows; ++row, data += inputs) {
        for (std::int64_t unit = 0; unit < units; ++unit) {
            const T *weight = call.in[1].as<T>() + unit * inputs;
            T sum = attrs.useBias ? call.in[2].as<T>()[unit] : T{};
            for (std::int64_t i = 0; i < inputs; ++i) {
                sum = static_cast<T>(sum + data[i] * weight[i]);
            }
            *out++ = sum;
        }
        if (isCancelled(call.cancel)) {
            return cancelledError();
        }
    }
    return {};
}

Status reference(const DenseAttrs &attrs, const ReferenceCall &call)
{
    const auto &data = call.in[0].shape;
    const auto &weight = call.in[1].shape;
    if (data.empty() || weight.size() != 2 || weight[0] != attrs.units
        || weight[1] != data.back()) {
        return makeError("infer-shape", "input 1 (weight) has shape "
                                            + shapeText(Shape(weight.begin(), weight.end()))
                                            + ", expected one for data "
                                            + shapeText(Shape(data.begin(), data.end())));
    }
    if (Status status = requireOneType(call); !status) {
        return status;
    }
    return withNumberType(call.in[0].type,
                          [&](auto zero) { return compute<decltype(zero)>(attrs, call); });
}

Result<KernelSpec> kernel(const DenseAttrs &attrs, const KernelContext &context)
{
    const Shape &data = context.inShapes[0];
    const auto outputs = elementCount(context.outShapes[0]);
    if (data.empty() || !outputs || context.inShapes[1] != Shape{attrs.units, data.back()}) {
        return noKernelFor("weights of shape " + shapeText(context.inShapes[1]));
    }
    return denseKernel(*outputs / attrs.units, data.back(), attrs.units, attrs.useBias, context);
}

} // namespace

void registerDense(OpRegistry &ops)
{
    ops.add(OpBuilder<DenseAttrs>(Dialect::Nnvm, "dense")
                .summary("fully connected layer: Y = X * W^T + b")
                .category(OpCategory::Convolution)
                .attr(field("units", &DenseAttrs::units, "number of output features")
                          .required()
                          .atLeast(1))
                .attr(field("use_bias", &DenseAttrs::useBias, "whether a bias is added"))
                .inputs(inputNames)
                .parameters({1, 2})
                .shape(inferShape)
                .type(inferType)
                .pattern(OpPattern::OutElementwiseFusable)
                .macs(macs)
                .reference(reference)
                .kernel(kernel)
                .build());
}

} // namespace nervure
