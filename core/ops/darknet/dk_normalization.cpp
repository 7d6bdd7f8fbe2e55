// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/darknet/darknet_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct DarknetLrnAttrs {
    double alpha = 1e-4;
    double beta = 0.75;
    double kappa = 1;
    std::int64_t size = 5;
};

Status batchnormShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 4, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (!in[0].hasRank()) {
        return {};
    }
    for (std::size_t i = 1; i < 4; ++i) {
        RETURN_IF_FAILED(assignInput(in, i, "moments", {in[0][1]}));
    }
    return assignOutput(out, 0, in[0]);
}

/// Its biases are 0 and in no file.
Result<Entry> lowerBatchnorm(const Lowering &op)
{
    const Entry biases = op.full(0, {op.shape(0)[1]}, DType::Float32);
    return darknetNormalized(op, op.in(0), {biases, op.in(1), op.in(2), op.in(3)});
}

Status imageShape(Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    return assignOutput(out, 0, in[0]);
}

Status lrnShape(const DarknetLrnAttrs &, Shapes &in, Shapes &out)
{
    return imageShape(in, out);
}

Status l2normShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    return imageShape(in, out);
}

/// Sums of squares over `size` channels around each. Darknet's first sum leaves one channel out, number
/// size / 2, which later sums take away all the same: it counts in none.
Entry sumsOfSquares(const Lowering &op, const DarknetLrnAttrs &attrs)
{
    const Shape &shape = op.shape(0);
    const Shape rows{1, 1, shape[1], shape[2] * shape[3]};
    const Entry squares = op.make("elemwise_mul", {op.in(0), op.in(0)});
    const Entry wide = padded(op, op.reshape(squares, rows), {0, 0, (attrs.size - 1) / 2, 0},
                              {0, 0, attrs.size / 2, 0});
    const Entry means =
        op.make("avg_pool2d", {wide},
                attrsOf({{"pool_size", attrText(IntTuple{attrs.size, 1})}, {"strides", "(1, 1)"}}));
    const Entry sums =
        op.reshape(op.makeScalar("__mul_scalar__", means, static_cast<double>(attrs.size)), shape);
    if (attrs.size / 2 >= shape[1]) {
        return sums;
    }
    const Entry left = sliceOf(op, squares, shape, 1, attrs.size / 2, attrs.size / 2 + 1);
    return op.make("broadcast_sub", {sums, left});
}

Result<Entry> lowerLrn(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetLrnAttrs>();
    const Entry scaled = op.makeScalar("__mul_scalar__", sumsOfSquares(op, attrs), attrs.alpha);
    const Entry norms = op.makeScalar("__add_scalar__", scaled, attrs.kappa);
    const Entry factors = op.makeScalar("__pow_scalar__", norms, -attrs.beta);
    return op.make("elemwise_mul", {op.in(0), factors});
}

} // namespace

void registerDkNormalization(OpRegistry &ops)
{
    addDarknetLayer(
        ops, OpBuilder(Dialect::Darknet, "batchnorm")
                 .summary("normalization by the rolling mean and variance of each channel, scaled")
                 .category(OpCategory::Normalization)
                 .inputs({"data", "scales", "rolling_mean", "rolling_variance"})
                 .parameters({1, 2, 3})
                 .shape(batchnormShape)
                 .type(anyCountSameType())
                 .lower(lowerTo(lowerBatchnorm))
                 .build());
    using Lrn = DarknetLrnAttrs;
    addDarknetLayer(
        ops,
        OpBuilder<Lrn>(Dialect::Darknet, "normalization")
            .alias("lrn")
            .summary("local response normalization across channels")
            .category(OpCategory::Normalization)
            .attr(field("alpha", &Lrn::alpha, "factor of the sum of squares"))
            .attr(field("beta", &Lrn::beta, "power of the divisor"))
            .attr(field("kappa", &Lrn::kappa, "what is added to the sum"))
            .attr(field("size", &Lrn::size, "channels of each sum").atLeast(1).atMost(darknetMost))
            .inputs({"data"})
            .shape(lrnShape)
            .type(anyCountSameType())
            .lower(lowerTo(lowerLrn))
            .build());
    addDarknetLayer(ops,
                    OpBuilder(Dialect::Darknet, "l2norm")
                        .summary("values divided by their length across channels")
                        .category(OpCategory::Normalization)
                        .inputs({"data"})
                        .shape(l2normShape)
                        .type(anyCountSameType())
                        .lower(lowerToOperator("l2_normalize", {{"eps", "0"}, {"axis", "(1,)"}}))
                        .build());
}

} // namespace nervure
