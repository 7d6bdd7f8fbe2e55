// SPDX-License-Identifier: Apache-2.0
#include "core/ops/dense/dense.h"

#include "core/graph/op/op_builder.h"
#include "core/ops/dense/dense_kernel.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_operand.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

namespace nervure {

namespace {

std::vector<std::string> denseInputNames(const DenseAttrs &attrs)
{
    return attrs.useBias ? std::vector<std::string>{"data", "weight", "bias"}
                         : std::vector<std::string>{"data", "weight"};
}

Status inferDenseShape(const DenseAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.useBias ? 3 : 2, 1));
    if (in[0].isScalar() || out[0].isScalar()) {
        return makeError("infer-shape",
                         "input 0 (data) is a scalar, expected at least 1 dimension");
    }
    if (out[0].hasRank()) {
        Shape data = out[0];
        data.back() = unknownSize;
        RETURN_IF_FAILED(assignInput(in, 0, "data", data));
    }
    std::int64_t inputs = unknownSize;
    if (in[0].hasRank()) {
        Shape result = in[0];
        inputs = result.back();
        result.back() = attrs.units;
        RETURN_IF_FAILED(assignOutput(out, 0, result));
    }
    RETURN_IF_FAILED(assignInput(in, 1, "weight", {attrs.units, inputs}));
    return attrs.useBias ? assignInput(in, 2, "bias", {attrs.units}) : Status();
}

Status inferDenseType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const bool useBias = context.attrs.as<DenseAttrs>().useBias;
    const Status counts = checkCounts(in.size(), out.size(), useBias ? 3 : 2, 1);
    return counts ? mergeAllTypes(in, out) : counts;
}

std::optional<std::int64_t> denseMacs(const DenseAttrs &, std::span<const Shape> in,
                                      std::span<const Shape> out)
{
    const auto outputs = elementCount(out[0]);
    if (!outputs || isUnknown(in[0]) || in[0].isScalar()) {
        return std::nullopt;
    }
    return checkedMultiply(*outputs, in[0].back());
}

/// `in` as call.in, of the type that is computed.
template <typename T>
Status computeDense(const DenseAttrs &attrs, std::span<const ReferenceOperand> in,
                    const TensorView &to, const CancelToken *cancel)
{
    const T *data = in[0].view().as<T>();
    const T *bias = attrs.useBias ? in[2].view().as<T>() : nullptr;
    T *out = to.as<T>();
    const std::int64_t units = attrs.units;
    const std::int64_t inputs = in[1].view().shape[1];
    const std::int64_t rows = to.count() / units;
    for (std::int64_t row = 0; row < rows; ++row, data += inputs) {
        for (std::int64_t unit = 0; unit < units; ++unit) {
            const T *weight = in[1].view().as<T>() + unit * inputs;
            T sum = bias != nullptr ? bias[unit] : T{};
            for (std::int64_t i = 0; i < inputs; ++i) {
                sum = multiplyAdded(sum, data[i], weight[i]);
            }
            *out++ = sum;
        }
        if (isCanceled(cancel)) {
            return canceledError();
        }
    }
    return {};
}

Status checkDenseOperands(const DenseAttrs &attrs, const ReferenceCall &call)
{
    const Shape data = shapeOf(call.in[0]);
    const bool fits = data.size() > 0 && shapeOf(call.in[1]) == Shape{attrs.units, data.back()}
                      && (!attrs.useBias || call.in[2].count() == attrs.units);
    if (!fits) {
        return makeError("infer-shape", "input 1 (weight) has shape {}, expected one for data {}",
                         shapeText(shapeOf(call.in[1])), shapeText(data));
    }
    return requireOneType(call);
}

Status denseReference(const DenseAttrs &attrs, const ReferenceCall &call)
{
    RETURN_IF_FAILED(checkDenseOperands(attrs, call));
    const DType type = computingType(call.out[0].type);
    std::vector<ReferenceOperand> in;
    for (const ConstTensorView &view : call.in) {
        auto operand = ReferenceOperand::make(view, type);
        RETURN_IF_FAILED(operand);
        in.push_back(std::move(operand).value());
    }
    ASSIGN_OR_RETURN(auto result, ReferenceResult::make(call.out[0], type));
    const Status status = withNumberType(type, [&](auto zero) {
        return computeDense<decltype(zero)>(attrs, in, result.view(), call.cancel);
    });
    return status ? result.store() : status;
}

Result<KernelSpec> denseKernel(const DenseAttrs &attrs, const KernelContext &context)
{
    const Shape &data = context.inShapes[0];
    const auto outputs = elementCount(context.outShapes[0]);
    if (data.size() < 1 || !outputs || context.inShapes[1] != Shape{attrs.units, data.back()}) {
        return noKernelFor("weights of shape " + shapeText(context.inShapes[1]));
    }
    return denseKernel(*outputs / attrs.units, data.back(), attrs.units, attrs.useBias, context);
}

/// NNVM's nodes, for data of two dimensions.
std::vector<Entry> denseGradient(const GradientNodes &nodes)
{
    const AttrDict overLast{{"axis", "[-1]"}, {"exclude", "true"}};
    const Entry data = nodes.make("matmul", "_data_grad", {nodes.outGrad(), nodes.input(1)});
    const Entry product = nodes.make("matmul", "_weight_grad_sub0",
                                     {nodes.outGrad(), nodes.input(0)}, {{"transpose_a", "true"}});
    const Entry weight =
        nodes.make("sum", "_weight_grad", {product}, {{"axis", "[0,-1]"}, {"exclude", "true"}});
    std::vector<Entry> gradients{data, weight};
    if (nodes.attrs<DenseAttrs>().useBias) {
        gradients.push_back(nodes.make("sum", "_bias_grad", {nodes.outGrad()}, overLast));
    }
    return gradients;
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
                .inputs(denseInputNames)
                .parameters({1, 2})
                .shape(inferDenseShape)
                .type(inferDenseType)
                .layout(keptLayout(1, 1))
                .pattern(OpPattern::OutElementwiseFusable)
                .macs(denseMacs)
                .reference(denseReference)
                .kernel(denseKernel)
                .gradient(gradientRule(2, denseGradient))
                .build());
}

} // namespace nervure
