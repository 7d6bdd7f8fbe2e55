// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_sizes.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <string>

namespace nervure {

namespace {

struct DotAttrs {
    bool transposeA = false;
    bool transposeB = false;
    std::string storage = "None";
};

Diagnostic badProduct(const Shape &left, const Shape &right)
{
    return makeError("infer-shape", "inputs of shape {} and {} do not multiply", shapeText(left),
                     shapeText(right));
}

/// A tensor as the matrix that dot multiplies: the dimension that is added up, and the others as one.
struct DotFactor {
    std::int64_t depth = 1;
    Shape others; ///< in their order; none for a vector
    bool isDepthFirst = false;
};

/// For a shape with dimensions.
DotFactor factorOf(const Shape &shape, bool isDepthFirst)
{
    DotFactor factor;
    factor.isDepthFirst = isDepthFirst || shape.size() == 1;
    if (factor.isDepthFirst) {
        factor.depth = shape.front();
        factor.others.assign(shape.begin() + 1, shape.end());
    } else {
        factor.depth = shape.back();
        factor.others.assign(shape.begin(), shape.end() - 1);
    }
    return factor;
}

DotFactor leftFactor(const DotAttrs &attrs, const Shape &shape)
{
    return factorOf(shape, attrs.transposeA);
}

DotFactor rightFactor(const DotAttrs &attrs, const Shape &shape)
{
    return factorOf(shape, !attrs.transposeB);
}

Status mxnetDotShape(const DotAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!in[0].hasRank() || !in[1].hasRank()) {
        return {};
    }
    if (in[0].isScalar() || in[1].isScalar()) {
        return badProduct(in[0], in[1]);
    }
    const DotFactor left = leftFactor(attrs, in[0]);
    const DotFactor right = rightFactor(attrs, in[1]);
    const bool areVectors = left.others.isScalar() && right.others.isScalar();
    if (!mayBeEqual(left.depth, right.depth)
        || (areVectors && (attrs.transposeA || attrs.transposeB))) {
        return badProduct(in[0], in[1]);
    }
    Shape shape = left.others;
    shape.insert(shape.end(), right.others.begin(), right.others.end());
    return assignOutput(out, 0, areVectors ? Shape{1} : shape);
}

/// The tensor as a matrix of depth and all others, in the order in which they stand.
Entry matrixOf(const Lowering &op, std::size_t input, const DotFactor &factor)
{
    const std::int64_t others = sizeOf(factor.others);
    return op.reshape(op.in(input), factor.isDepthFirst ? Shape{factor.depth, others}
                                                        : Shape{others, factor.depth});
}

Result<Entry> lowerDot(const Lowering &op)
{
    const auto &attrs = op.attrs<DotAttrs>();
    const DotFactor left = leftFactor(attrs, op.shape(0));
    const DotFactor right = rightFactor(attrs, op.shape(1));
    const Entry product = op.make("matmul", {matrixOf(op, 0, left), matrixOf(op, 1, right)},
                                  attrsOf({{"transpose_a", attrText(left.isDepthFirst)},
                                           {"transpose_b", attrText(!right.isDepthFirst)}}));
    return op.reshape(product, op.outShape());
}

/// The outer dimensions must be equal.
Status batchDotShape(const DotAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    const Shape &left = in[0];
    const Shape &right = in[1];
    if (!left.hasRank() || !right.hasRank()) {
        return {};
    }
    const std::size_t rank = left.size();
    if (rank < 3 || right.size() != rank) {
        return makeError("infer-shape",
                         "inputs have shapes {} and {}, expected as many dimensions, at least 3",
                         shapeText(left), shapeText(right));
    }
    if (isUnknownSize(left[rank - 1]) || isUnknownSize(right[rank - 2])) {
        return {};
    }
    Shape shape(left.begin(), left.end() - 2);
    const Shape rightOuter(right.begin(), right.end() - 2);
    const std::int64_t leftDepth = left[attrs.transposeA ? rank - 2 : rank - 1];
    const std::int64_t rightDepth = right[attrs.transposeB ? rank - 1 : rank - 2];
    if (!mergeShape(shape, rightOuter) || !mayBeEqual(leftDepth, rightDepth)) {
        return badProduct(left, right);
    }
    shape.push_back(left[attrs.transposeA ? rank - 1 : rank - 2]);
    shape.push_back(right[attrs.transposeB ? rank - 2 : rank - 1]);
    return assignOutput(out, 0, shape);
}

Result<Entry> lowerBatchDot(const Lowering &op)
{
    const auto &attrs = op.attrs<DotAttrs>();
    return op.make("batch_matmul", op.inputs(),
                   attrsOf({{"transpose_a", attrText(attrs.transposeA)},
                            {"transpose_b", attrText(attrs.transposeB)}}));
}

/// Products are as many as the output has elements, times what each adds up.
std::optional<std::int64_t> dotMacs(const DotAttrs &attrs, std::span<const Shape> in,
                                    std::span<const Shape> out)
{
    if (in.size() != 2 || out.empty() || in[0].size() == 0 || isUnknown(in[0])
        || isUnknown(out[0])) {
        return std::nullopt;
    }
    const auto count = elementCount(out[0]);
    return count ? checkedMultiply(*count, leftFactor(attrs, in[0]).depth) : std::nullopt;
}

std::optional<std::int64_t> batchDotMacs(const DotAttrs &attrs, std::span<const Shape> in,
                                         std::span<const Shape> out)
{
    if (in.size() != 2 || out.empty() || in[0].size() < 3 || isUnknown(in[0])
        || isUnknown(out[0])) {
        return std::nullopt;
    }
    const auto count = elementCount(out[0]);
    return count ? checkedMultiply(*count, in[0][in[0].size() - (attrs.transposeA ? 2 : 1)])
                 : std::nullopt;
}

OpBuilder<DotAttrs> declareDot(const char *name, const char *summary)
{
    using A = DotAttrs;
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Convolution)
        .attr(field("transpose_a", &A::transposeA, "whether lhs is transposed"))
        .attr(field("transpose_b", &A::transposeB, "whether rhs is transposed"))
        .attr(field("forward_stype", &A::storage, "how the result is stored")
                  .oneOf({"None", "default", "row_sparse", "csr"}))
        .inputs({"lhs", "rhs"})
        .type(elementwiseType(2));
    return builder;
}

struct Gemm2Attrs {
    bool transposeA = false;
    bool transposeB = false;
    double alpha = 1;
    int axis = -2; ///< of the rows
};

/// Matrices in the last two dimensions.
Status gemm2Shape(const Gemm2Attrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (isUnknown(in[0]) || isUnknown(in[1])) {
        return {};
    }
    const std::size_t rank = in[0].size();
    if (attrs.axis != -2 && attrs.axis + 2 != static_cast<int>(rank)) {
        return makeError("attr-invalid", "axis is {}, expected -2: other rows are not supported",
                         attrs.axis);
    }
    if (rank < 2 || in[1].size() != rank) {
        return makeError("infer-shape",
                         "inputs have shapes {} and {}, expected as many dimensions, at least 2",
                         shapeText(in[0]), shapeText(in[1]));
    }
    Shape shape(in[0].begin(), in[0].end() - 2);
    const bool isSameDepth = in[0][attrs.transposeA ? rank - 2 : rank - 1]
                             == in[1][attrs.transposeB ? rank - 1 : rank - 2];
    if (shape != Shape(in[1].begin(), in[1].end() - 2) || !isSameDepth) {
        return badProduct(in[0], in[1]);
    }
    shape.push_back(in[0][attrs.transposeA ? rank - 1 : rank - 2]);
    shape.push_back(in[1][attrs.transposeB ? rank - 2 : rank - 1]);
    return assignOutput(out, 0, shape);
}

Result<Entry> lowerGemm2(const Lowering &op)
{
    const auto &attrs = op.attrs<Gemm2Attrs>();
    const bool isMatrix = op.outShape().size() == 2;
    const Entry product = op.make(isMatrix ? "matmul" : "batch_matmul", op.inputs(),
                                  attrsOf({{"transpose_a", attrText(attrs.transposeA)},
                                           {"transpose_b", attrText(attrs.transposeB)}}));
    return attrs.alpha == 1 ? product : op.makeScalar("__mul_scalar__", product, attrs.alpha);
}

std::optional<std::int64_t> gemm2Macs(const Gemm2Attrs &attrs, std::span<const Shape> in,
                                      std::span<const Shape> out)
{
    if (in.size() != 2 || out.empty() || in[0].size() < 2 || isUnknown(in[0])
        || isUnknown(out[0])) {
        return std::nullopt;
    }
    const auto count = elementCount(out[0]);
    return count ? checkedMultiply(*count, in[0][in[0].size() - (attrs.transposeA ? 2 : 1)])
                 : std::nullopt;
}

OpSpec gemm2Spec()
{
    using A = Gemm2Attrs;
    return OpBuilder<A>(Dialect::MXNet, "_linalg_gemm2")
        .alias("linalg_gemm2")
        .summary("alpha times the products of matrices")
        .category(OpCategory::Convolution)
        .attr(field("transpose_a", &A::transposeA, "whether A is transposed"))
        .attr(field("transpose_b", &A::transposeB, "whether B is transposed"))
        .attr(field("alpha", &A::alpha, "factor of the products"))
        .attr(field("axis", &A::axis, "dimension of the matrices' rows"))
        .inputs({"A", "B"})
        .shape(gemm2Shape)
        .type(elementwiseType(2))
        .macs(gemm2Macs)
        .lower(lowerTo(lowerGemm2))
        .build();
}

} // namespace

void registerMxMatrix(OpRegistry &ops)
{
    ops.add(declareDot("dot", "matrix product; the last dimension of lhs meets the first of rhs")
                .shape(mxnetDotShape)
                .macs(dotMacs)
                .lower(lowerTo(lowerDot))
                .build());
    ops.add(declareDot("batch_dot", "matrix products, one for each place in the outer dimensions")
                .shape(batchDotShape)
                .macs(batchDotMacs)
                .lower(lowerTo(lowerBatchDot))
                .build());
    ops.add(gemm2Spec());
}

} // namespace nervure
