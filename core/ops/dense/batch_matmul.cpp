// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/dense/matmul_kernel.h"
#include "core/ops/rules/accumulator.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

struct BatchMatmulAttrs {
    bool transposeA = false;
    bool transposeB = false;
};

/// Sizes of the products: `batches` times (rows, depth) by (depth, columns).
struct BatchSizes {
    std::int64_t batches = 1;
    std::int64_t rows = 0;
    std::int64_t depth = 0;
    std::int64_t columns = 0;
};

Result<BatchSizes> batchSizes(const BatchMatmulAttrs &attrs, const Shape &left, const Shape &right)
{
    const std::size_t rank = left.size();
    const bool fits = rank >= 2 && right.size() == rank
                      && std::equal(left.begin(), left.end() - 2, right.begin());
    if (!fits) {
        return makeError("infer-shape",
                         "inputs have shapes {} and {}, expected equal dimensions but for the last "
                         "two",
                         shapeText(left), shapeText(right));
    }
    BatchSizes sizes;
    sizes.batches = sizeOf(Shape(left.begin(), left.end() - 2));
    sizes.rows = left[attrs.transposeA ? rank - 1 : rank - 2];
    sizes.depth = left[attrs.transposeA ? rank - 2 : rank - 1];
    sizes.columns = right[attrs.transposeB ? rank - 2 : rank - 1];
    if (right[attrs.transposeB ? rank - 1 : rank - 2] != sizes.depth) {
        return makeError("infer-shape", "inputs of shape {} and {} do not multiply",
                         shapeText(left), shapeText(right));
    }
    return sizes;
}

Status batchMatmulShape(const BatchMatmulAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (isUnknown(in[0]) || isUnknown(in[1])) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto sizes, batchSizes(attrs, in[0], in[1]));
    Shape shape(in[0].begin(), in[0].end() - 2);
    shape.push_back(sizes.rows);
    shape.push_back(sizes.columns);
    return assignOutput(out, 0, shape);
}

template <typename T>
Status multiplyBatches(const BatchMatmulAttrs &attrs, const BatchSizes &sizes,
                       const ReferenceCall &call)
{
    const std::int64_t aRow = attrs.transposeA ? 1 : sizes.depth;
    const std::int64_t aStep = attrs.transposeA ? sizes.rows : 1;
    const std::int64_t bColumn = attrs.transposeB ? sizes.depth : 1;
    const std::int64_t bStep = attrs.transposeB ? 1 : sizes.columns;
    T *out = call.out[0].as<T>();
    for (std::int64_t i = 0; i < sizes.batches * sizes.rows; ++i) {
        if (isCanceled(call.cancel)) {
            return canceledError();
        }
        const std::int64_t batch = i / sizes.rows;
        const T *a = call.in[0].as<T>() + batch * sizes.rows * sizes.depth + i % sizes.rows * aRow;
        const T *b = call.in[1].as<T>() + batch * sizes.depth * sizes.columns;
        for (std::int64_t j = 0; j < sizes.columns; ++j) {
            Accumulator<T> sum(0);
            for (std::int64_t k = 0; k < sizes.depth; ++k) {
                addProduct<T>(sum, a[k * aStep], b[j * bColumn + k * bStep]);
            }
            *out++ = static_cast<T>(sum);
        }
    }
    return {};
}

Status batchMatmulReference(const BatchMatmulAttrs &attrs, const ReferenceCall &call)
{
    RETURN_IF_FAILED(requireOneType(call));
    ASSIGN_OR_RETURN(const auto sizes, batchSizes(attrs, shapeOf(call.in[0]), shapeOf(call.in[1])));
    if (call.out[0].count() != sizes.batches * sizes.rows * sizes.columns) {
        return makeError("infer-shape", "the output has {} elements, expected {}",
                         call.out[0].count(), sizes.batches * sizes.rows * sizes.columns);
    }
    return withNumberType(call.in[0].type, [&](auto zero) {
        return multiplyBatches<decltype(zero)>(attrs, sizes, call);
    });
}

Result<KernelSpec> batchMatmulKernel(const BatchMatmulAttrs &attrs, const KernelContext &context)
{
    const auto sizes = batchSizes(attrs, context.inShapes[0], context.inShapes[1]);
    if (!sizes) {
        return noKernelFor("these shapes");
    }
    MatmulProduct product;
    product.depth = sizes->depth;
    product.isStepwise = true;
    product.left = {
        {sizes->rows}, {attrs.transposeA ? 1 : sizes->depth}, attrs.transposeA ? sizes->rows : 1};
    product.right = {{sizes->columns},
                     {attrs.transposeB ? sizes->depth : 1},
                     attrs.transposeB ? 1 : sizes->columns};
    product.batches = sizes->batches;
    product.leftBatch = sizes->rows * sizes->depth;
    product.rightBatch = sizes->depth * sizes->columns;
    return matmulKernel(product, context);
}

std::optional<std::int64_t> batchMatmulMacs(const BatchMatmulAttrs &attrs,
                                            std::span<const Shape> in, std::span<const Shape> out)
{
    if (in.size() != 2 || out.empty() || in[0].size() < 2 || isUnknown(in[0])
        || isUnknown(out[0])) {
        return std::nullopt;
    }
    const auto count = elementCount(out[0]);
    return count ? checkedMultiply(*count, in[0][in[0].size() - (attrs.transposeA ? 2 : 1)])
                 : std::nullopt;
}

} // namespace

void registerBatchMatmul(OpRegistry &ops)
{
    using A = BatchMatmulAttrs;
    ops.add(OpBuilder<A>(Dialect::Nervure, "batch_matmul")
                .summary("matrix products, one for each place in the outer dimensions")
                .category(OpCategory::Convolution)
                .attr(field("transpose_a", &A::transposeA,
                            "whether the matrices of lhs are "
                            "transposed"))
                .attr(field("transpose_b", &A::transposeB, "whether those of rhs are"))
                .inputs({"lhs", "rhs"})
                .shape(batchMatmulShape)
                .type(elementwiseType(2))
                .pattern(OpPattern::OutElementwiseFusable)
                .macs(batchMatmulMacs)
                .reference(batchMatmulReference)
                .kernel(batchMatmulKernel)
                .build());
}

} // namespace nervure
