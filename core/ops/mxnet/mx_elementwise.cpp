// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

/// An operator of one input and its counterpart in NNVM.
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
    {"negative", "negative", "-x"},
    {"abs", "abs", "absolute value"},
    {"round", "round", "nearest whole number, halves away from zero"},
    {"_copy", "copy", "x itself"},
    {"BlockGrad", "copy", "x, with no gradient passing back"},
    {"zeros_like", "zeros_like", "zeros of the input's shape and type"},
    {"ones_like", "ones_like", "ones of the input's shape and type"},
};

OpBuilder<> declareUnary(const MXNetUnary &row)
{
    OpBuilder<> builder(Dialect::MXNet, row.name);
    builder.summary(row.summary)
        .category(row.category)
        .inputs({"data"})
        .shape(elementwiseShape(1))
        .type(elementwiseType(1))
        .lower(lowerToOperator(row.nnvm));
    return builder;
}

Result<Entry> lowerSquare(const Lowering &op)
{
    return op.make("elemwise_mul", {op.in(0), op.in(0)});
}

} // namespace

void registerMxElementwise(OpRegistry &ops)
{
    for (const MXNetUnary &row : mxnetUnaries) {
        ops.add(declareUnary(row).build());
    }
    ops.add(declareUnary({"square", "", "x * x"}).lower(lowerTo(lowerSquare)).build());
}

} // namespace nervure
