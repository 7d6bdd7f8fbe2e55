// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <cmath>
#include <numbers>

namespace nervure {

namespace {

/// An operator of one input and its counterpart in NNVM or ours.
struct MXNetUnary {
    const char *name;
    const char *nnvm;
    const char *summary;
    OpCategory category = OpCategory::Elementwise;
};

constexpr MXNetUnary mxnetUnaries[]{
    {"relu", "relu", "max(x, 0)", OpCategory::Activation},
    {"sigmoid", "sigmoid", "1 / (1 + exp(-x))", OpCategory::Activation},
    {"tanh", "tanh", "hyperbolic tangent", OpCategory::Activation},
    {"exp", "exp", "exponential"},
    {"log", "log", "natural logarithm"},
    {"expm1", "expm1", "exp(x) - 1"},
    {"log1p", "log1p", "log(1 + x)"},
    {"sqrt", "sqrt", "square root"},
    {"cbrt", "cbrt", "cube root"},
    {"erf", "erf", "error function"},
    {"sin", "sin", "sine"},
    {"cos", "cos", "cosine"},
    {"tan", "tan", "tangent"},
    {"arcsin", "asin", "inverse of the sine"},
    {"arccos", "acos", "inverse of the cosine"},
    {"arctan", "atan", "inverse of the tangent"},
    {"sinh", "sinh", "hyperbolic sine"},
    {"cosh", "cosh", "hyperbolic cosine"},
    {"arcsinh", "asinh", "inverse of the hyperbolic sine"},
    {"arccosh", "acosh", "inverse of the hyperbolic cosine"},
    {"arctanh", "atanh", "inverse of the hyperbolic tangent"},
    {"negative", "negative", "-x"},
    {"abs", "abs", "absolute value"},
    {"sign", "sign", "-1, 0 or 1"},
    {"round", "round", "nearest whole number, halves away from zero"},
    {"rint", "rint", "nearest whole number, halves to the even one"},
    {"ceil", "ceil", "smallest whole number not below x"},
    {"floor", "floor", "largest whole number not above x"},
    {"trunc", "trunc", "whole part of x"},
    {"fix", "trunc", "nearest whole number towards zero"},
    {"_copy", "copy", "x itself"},
    {"BlockGrad", "copy", "x, with no gradient passing back"},
    {"_contrib_round_ste", "round", "round, through which gradients pass"},
    {"_contrib_sign_ste", "sign", "sign, through which gradients pass"},
    {"make_loss", "copy", "x, from which gradients start"},
    {"zeros_like", "zeros_like", "zeros of the input's shape and type"},
    {"ones_like", "ones_like", "ones of the input's shape and type"},
};

template <typename Attrs = NoAttrs>
OpBuilder<Attrs> declareUnary(const MXNetUnary &row)
{
    OpBuilder<Attrs> builder(Dialect::MXNet, row.name);
    builder.summary(row.summary)
        .category(row.category)
        .inputs({"data"})
        .shape(elementwiseShape(1))
        .type(elementwiseType(1));
    return builder;
}

/// An operator that several of NNVM's compute.
struct ComposedUnary {
    MXNetUnary row;
    Result<Entry> (*lower)(const Lowering &);
};

Result<Entry> lowerSquare(const Lowering &op)
{
    return op.make("elemwise_mul", {op.in(0), op.in(0)});
}

Result<Entry> lowerReciprocal(const Lowering &op)
{
    return op.makeScalar("__rdiv_scalar__", op.in(0), 1);
}

Result<Entry> lowerReciprocalRoot(const Lowering &op)
{
    return op.makeScalar("__rdiv_scalar__", op.make("sqrt", {op.in(0)}), 1);
}

Result<Entry> lowerReciprocalCubeRoot(const Lowering &op)
{
    return op.makeScalar("__rdiv_scalar__", op.make("cbrt", {op.in(0)}), 1);
}

Result<Entry> lowerLog2(const Lowering &op)
{
    return op.makeScalar("__mul_scalar__", op.make("log", {op.in(0)}), std::numbers::log2e);
}

Result<Entry> lowerLog10(const Lowering &op)
{
    return op.makeScalar("__mul_scalar__", op.make("log", {op.in(0)}), std::numbers::log10e);
}

Result<Entry> lowerDegrees(const Lowering &op)
{
    return op.makeScalar("__mul_scalar__", op.in(0), 180 / std::numbers::pi);
}

Result<Entry> lowerRadians(const Lowering &op)
{
    return op.makeScalar("__mul_scalar__", op.in(0), std::numbers::pi / 180);
}

Result<Entry> lowerSoftsign(const Lowering &op)
{
    const Entry size = op.makeScalar("__add_scalar__", op.make("abs", {op.in(0)}), 1);
    return op.make("elemwise_div", {op.in(0), size});
}

Result<Entry> lowerNot(const Lowering &op)
{
    return op.make("broadcast_equal", {op.in(0), op.full(0, {1}, op.type(0))});
}

/// x / sqrt(size of the last dimension).
Result<Entry> lowerDivSqrtDim(const Lowering &op)
{
    if (op.shape(0).isScalar()) {
        return makeError("not-supported", "a scalar has no last dimension");
    }
    return op.makeScalar("__div_scalar__", op.in(0),
                         std::sqrt(static_cast<double>(op.shape(0).back())));
}

constexpr ComposedUnary composedUnaries[]{
    {{"square", "", "x * x"}, lowerSquare},
    {{"reciprocal", "", "1 / x"}, lowerReciprocal},
    {{"rsqrt", "", "1 / sqrt(x)"}, lowerReciprocalRoot},
    {{"rcbrt", "", "1 / cbrt(x)"}, lowerReciprocalCubeRoot},
    {{"log2", "", "logarithm to the base of 2"}, lowerLog2},
    {{"log10", "", "logarithm to the base of 10"}, lowerLog10},
    {{"degrees", "", "radians as degrees"}, lowerDegrees},
    {{"radians", "", "degrees as radians"}, lowerRadians},
    {{"softsign", "", "x / (1 + |x|)", OpCategory::Activation}, lowerSoftsign},
    {{"logical_not", "", "1 where x is 0, else 0"}, lowerNot},
    {{"_contrib_div_sqrt_dim", "", "x / sqrt(size of the last dimension)"}, lowerDivSqrtDim},
};

struct ClipAttrs {
    float least = 0;
    float most = 0;
};

Result<Entry> lowerClip(const Lowering &op)
{
    const auto &attrs = op.attrs<ClipAttrs>();
    return op.make(
        "clip", {op.in(0)},
        attrsOf({{"a_min", formatNumber(attrs.least)}, {"a_max", formatNumber(attrs.most)}}));
}

struct HardSigmoidAttrs {
    float alpha = 0.2F;
    float beta = 0.5F;
};

Result<Entry> lowerHardSigmoid(const Lowering &op)
{
    const auto &attrs = op.attrs<HardSigmoidAttrs>();
    const Entry scaled = op.makeScalar("__mul_scalar__", op.in(0), attrs.alpha);
    return op.make("clip", {op.makeScalar("__add_scalar__", scaled, attrs.beta)},
                   attrsOf({{"a_min", "0"}, {"a_max", "1"}}));
}

struct MXNetCastAttrs {
    DType dtype = DType::Float32;
};

Status castType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    return assignOutputType(out, 0, context.attrs.as<MXNetCastAttrs>().dtype);
}

Result<Entry> lowerCast(const Lowering &op)
{
    if (op.type(0) == DType::Bool || op.outType() == DType::Bool) {
        return makeError("not-lowered", "values of type bool are not supported");
    }
    return op.make("cast", {op.in(0)}, attrsOf({{"dtype", attrText(op.outType())}}));
}

struct MultiplierAttrs {
    double scalar = 1;
    bool isInteger = true;
};

struct StorageAttrs {
    std::string storage;
};

struct QuadraticAttrs {
    float a = 0;
    float b = 0;
    float c = 0;
};

/// (a * x + b) * x + c
Result<Entry> lowerQuadratic(const Lowering &op)
{
    const auto &attrs = op.attrs<QuadraticAttrs>();
    const Entry scaled = op.makeScalar("__mul_scalar__", op.in(0), attrs.a);
    const Entry inner = op.makeScalar("__add_scalar__", scaled, attrs.b);
    return op.makeScalar("__add_scalar__", op.make("elemwise_mul", {inner, op.in(0)}), attrs.c);
}

void registerRare(OpRegistry &ops)
{
    using M = MultiplierAttrs;
    ops.add(declareUnary<M>({"_contrib_gradientmultiplier", "", "x, whose gradient is scaled"})
                .attr(field("scalar", &M::scalar, "factor of the gradient"))
                .attr(field("is_int", &M::isInteger, "whether the factor is a whole number"))
                .lower(lowerToOperator("copy"))
                .build());
    using S = StorageAttrs;
    ops.add(declareUnary<S>({"cast_storage", "", "x, stored in another way"})
                .attr(field("stype", &S::storage, "how it is stored")
                          .required()
                          .oneOf({"csr", "default", "row_sparse"}))
                .lower(lowerToOperator("copy"))
                .build());
    using Q = QuadraticAttrs;
    ops.add(declareUnary<Q>({"_contrib_quadratic", "", "a * x * x + b * x + c"})
                .attr(field("a", &Q::a, "factor of x * x"))
                .attr(field("b", &Q::b, "factor of x"))
                .attr(field("c", &Q::c, "what is added"))
                .lower(lowerTo(lowerQuadratic))
                .build());
}

void registerWithAttributes(OpRegistry &ops)
{
    using C = ClipAttrs;
    ops.add(declareUnary<C>({"clip", "", "x, held between two numbers"})
                .attr(field("a_min", &C::least, "least value").required())
                .attr(field("a_max", &C::most, "largest value").required())
                .lower(lowerTo(lowerClip))
                .build());
    using H = HardSigmoidAttrs;
    ops.add(declareUnary<H>(
                {"hard_sigmoid", "", "max(0, min(1, alpha * x + beta))", OpCategory::Activation})
                .attr(field("alpha", &H::alpha, "slope"))
                .attr(field("beta", &H::beta, "value at 0"))
                .lower(lowerTo(lowerHardSigmoid))
                .build());
    using A = MXNetCastAttrs;
    const auto declareCast = [](const char *name, const char *summary) {
        auto builder = declareUnary<A>({name, "", summary});
        builder.attr(field("dtype", &A::dtype, "type of the result").required())
            .type(castType)
            .lower(lowerTo(lowerCast));
        return builder;
    };
    ops.add(declareCast("Cast", "converts the elements to another type").alias("cast").build());
    ops.add(declareCast("amp_cast", "converts the elements for mixed precision").build());
}

} // namespace

void registerMxElementwise(OpRegistry &ops)
{
    for (const MXNetUnary &row : mxnetUnaries) {
        auto builder = declareUnary(row);
        builder.lower(lowerToOperator(row.nnvm));
        if (std::string_view(row.name) == "_copy") {
            builder.alias("identity");
        } else if (std::string_view(row.name) == "BlockGrad") {
            builder.alias("stop_gradient");
        }
        ops.add(builder.build());
    }
    for (const ComposedUnary &operation : composedUnaries) {
        ops.add(declareUnary(operation.row).lower(lowerTo(operation.lower)).build());
    }
    registerWithAttributes(ops);
    registerRare(ops);
}

} // namespace nervure
