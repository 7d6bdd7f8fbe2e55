// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/dense/dense_kernel.h"
#include "core/ops/dense/matmul_kernel.h"
#include "core/ops/rules/accumulator.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/strided_walk.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

struct MatmulAttrs {
    bool transposeA = false;
    bool transposeB = false;
};

/// A matrix as it is multiplied: one dimension is a row, transposing turns the dimensions around.
Shape operandShape(Shape shape, bool transposes)
{
    if (shape.size() == 1) {
        shape.insert(shape.begin(), 1);
    }
    if (transposes) {
        std::reverse(shape.begin(), shape.end());
    }
    return shape;
}

struct Operands {
    Shape left;
    Shape right;
};

/// The last dimension of the left one and the first of the right one must be equal, in exact even unknown.
Result<Operands> operandsOf(const MatmulAttrs &attrs, const Shape &left, const Shape &right,
                            Semantics semantics)
{
    if (!left.hasRank() || !right.hasRank()) {
        return makeError("infer-shape",
                         "input {} has no shape yet, expected a known number of dimensions",
                         (left.hasRank() ? "1" : "0"));
    }
    if (left.isScalar() || right.isScalar()) {
        return makeError("infer-shape", "input {} is a scalar, expected at least 1 dimension",
                         (left.isScalar() ? "0" : "1"));
    }
    Operands operands{operandShape(left, attrs.transposeA), operandShape(right, attrs.transposeB)};
    const std::int64_t columns = operands.left.back();
    const std::int64_t rows = operands.right.front();
    const bool waits =
        semantics == Semantics::Fixed && (isUnknownSize(columns) || isUnknownSize(rows));
    if (columns != rows && !waits) {
        return makeError("infer-shape",
                         "inputs of shape {} and {} do not multiply: {} columns, {} rows",
                         shapeText(left), shapeText(right), columns, rows);
    }
    return operands;
}

Status inferMatmulShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    const auto &attrs = context.attrs.as<MatmulAttrs>();
    ASSIGN_OR_RETURN(const auto operands, operandsOf(attrs, in[0], in[1], context.semantics));
    Shape product(operands.left.begin(), operands.left.end() - 1);
    product.insert(product.end(), operands.right.begin() + 1, operands.right.end());
    return assignOutput(out, 0, product);
}

/// The layouts of the outer dimensions, one after the other.
Result<Layout> productLayout(const MatmulAttrs &attrs, const Layout &left, const Layout &right)
{
    const Layout a = attrs.transposeA ? left.reversed() : left;
    const Layout b = attrs.transposeB ? right.reversed() : right;
    const auto rows = a.part(0, a.rank() - 1);
    const auto columns = b.part(1, b.rank() - 1);
    if (!rows || !columns) {
        return rows ? columns.error() : rows.error();
    }
    return rows->joinedWith(*columns);
}

Status matmulLayout(const LayoutCall &call)
{
    RETURN_IF_FAILED(checkLayoutCounts(call, 2, 1));
    for (std::size_t i = 0; i < 2; ++i) {
        call.in[i] = lastOrDelivered(call, i);
    }
    if (call.in[0].rank() < 2 || call.in[1].rank() < 2) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto product,
                     productLayout(call.rule.attrs.as<MatmulAttrs>(), call.in[0], call.in[1]));
    assignLayout(call.out[0], product);
    return {};
}

/// Strides along the dimensions of the operand as it is multiplied.
std::vector<std::int64_t> operandStrides(const Shape &shape, bool transposes)
{
    std::vector<std::int64_t> strides(std::max<std::size_t>(shape.size(), 2), 0);
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        strides[strides.size() - 1 - i] = stride;
        stride *= shape[shape.size() - 1 - i];
    }
    if (transposes) {
        std::reverse(strides.begin(), strides.end());
    }
    return strides;
}

/// How the two factors of one sum move.
struct Steps {
    std::vector<std::int64_t> left;  ///< start in the left operand, along the output's dimensions
    std::vector<std::int64_t> right; ///< the same in the right one
    std::int64_t leftInner = 0;      ///< along the dimension that is added up
    std::int64_t rightInner = 0;
    std::int64_t count = 0;
};

Steps stepsOf(const MatmulAttrs &attrs, const Shape &left, const Shape &right)
{
    Steps steps;
    steps.left = operandStrides(left, attrs.transposeA);
    steps.leftInner = steps.left.back();
    steps.left.pop_back();
    const std::vector<std::int64_t> columns = operandStrides(right, attrs.transposeB);
    steps.rightInner = columns.front();
    steps.right.assign(steps.left.size(), 0);
    steps.right.insert(steps.right.end(), columns.begin() + 1, columns.end());
    steps.left.resize(steps.right.size(), 0);
    steps.count = operandShape(left, attrs.transposeA).back();
    return steps;
}

template <typename T>
Status multiply(const Steps &steps, const ReferenceCall &call)
{
    StridedWalk left(call.out[0].shape, steps.left);
    StridedWalk right(call.out[0].shape, steps.right);
    const std::int64_t count = call.out[0].count();
    for (std::int64_t i = 0; i < count; ++i, left.next(), right.next()) {
        if (isCanceled(call.cancel)) {
            return canceledError();
        }
        const T *a = call.in[0].as<T>() + left.at();
        const T *b = call.in[1].as<T>() + right.at();
        Accumulator<T> sum(0);
        for (std::int64_t k = 0; k < steps.count; ++k) {
            addProduct<T>(sum, a[k * steps.leftInner], b[k * steps.rightInner]);
        }
        call.out[0].as<T>()[i] = static_cast<T>(sum);
    }
    return {};
}

Status matmulReference(const MatmulAttrs &attrs, const ReferenceCall &call)
{
    const Shape left(call.in[0].shape.begin(), call.in[0].shape.end());
    const Shape right(call.in[1].shape.begin(), call.in[1].shape.end());
    Shapes in{left, right};
    Shapes out{Shape(call.out[0].shape.begin(), call.out[0].shape.end())};
    RETURN_IF_FAILED(inferMatmulShape(call.rule, in, out));
    RETURN_IF_FAILED(requireOneType(call));
    const Steps steps = stepsOf(attrs, left, right);
    return withNumberType(call.in[0].type,
                          [&](auto zero) { return multiply<decltype(zero)>(steps, call); });
}

/// A plain product with a transposed right operand is a dense layer.
Result<KernelSpec> matmulKernel(const MatmulAttrs &attrs, const KernelContext &context)
{
    const auto operands =
        operandsOf(attrs, context.inShapes[0], context.inShapes[1], Semantics::Exact);
    if (!operands) {
        return noKernelFor("these shapes");
    }
    const Shape &left = operands->left;
    const Shape &right = operands->right;
    const bool isPlain = left.size() == 2 && right.size() == 2 && !attrs.transposeA;
    if (isPlain && attrs.transposeB && context.outTypes[0] == DType::Float32
        && context.inShapes[1].size() == 2) {
        return denseKernel(left[0], left[1], right[1], false, context);
    }
    const Steps steps = stepsOf(attrs, context.inShapes[0], context.inShapes[1]);
    MatmulProduct product;
    product.depth = steps.count;
    product.isStepwise = true;
    const std::size_t rows = left.size() - 1;
    product.left = {{left.begin(), left.end() - 1},
                    {steps.left.begin(), steps.left.begin() + static_cast<std::ptrdiff_t>(rows)},
                    steps.leftInner};
    product.right = {{right.begin() + 1, right.end()},
                     {steps.right.begin() + static_cast<std::ptrdiff_t>(rows), steps.right.end()},
                     steps.rightInner};
    return matmulKernel(product, context);
}

std::optional<std::int64_t> matmulMacs(const MatmulAttrs &attrs, std::span<const Shape> in,
                                       std::span<const Shape> out)
{
    if (in.size() != 2 || out.empty() || isUnknown(in[0]) || in[0].isScalar()
        || isUnknown(out[0])) {
        return std::nullopt;
    }
    const auto count = elementCount(out[0]);
    return count ? checkedMultiply(*count, operandShape(in[0], attrs.transposeA).back())
                 : std::nullopt;
}

/// One operand of a gradient: an entry and whether it is transposed.
struct Factor {
    Entry entry;
    bool transposes;
};

Entry product(const GradientNodes &n, const char *suffix, const Factor &a, const Factor &b)
{
    return n.make("matmul", suffix, {a.entry, b.entry},
                  {{"transpose_a", a.transposes ? "true" : "false"},
                   {"transpose_b", b.transposes ? "true" : "false"}});
}

/// With a' and b' the operands as they are multiplied: da' = dy * b'^T, db' = a'^T * dy. Transposing
/// an operand turns its product around.
std::vector<Entry> matmulGradient(const GradientNodes &n)
{
    const auto &attrs = n.attrs<MatmulAttrs>();
    const Entry dy = n.outGrad();
    const Entry a = n.input(0);
    const Entry b = n.input(1);
    const Entry da = attrs.transposeA ? product(n, "_grad_0", {b, attrs.transposeB}, {dy, true})
                                      : product(n, "_grad_0", {dy, false}, {b, !attrs.transposeB});
    const Entry db = attrs.transposeB ? product(n, "_grad_1", {dy, true}, {a, attrs.transposeA})
                                      : product(n, "_grad_1", {a, !attrs.transposeA}, {dy, false});
    return {da, db};
}

} // namespace

void registerMatmul(OpRegistry &ops)
{
    using A = MatmulAttrs;
    ops.add(
        OpBuilder<A>(Dialect::Nnvm, "matmul")
            .summary("matrix product; of more dimensions the last of lhs meets the first of rhs")
            .category(OpCategory::Convolution)
            .attr(field("transpose_a", &A::transposeA, "whether lhs is transposed"))
            .attr(field("transpose_b", &A::transposeB, "whether rhs is transposed"))
            .inputs({"lhs", "rhs"})
            .shape(OpSpec::ShapeRule(inferMatmulShape))
            .type(elementwiseType(2))
            .pattern(OpPattern::OutElementwiseFusable)
            .layout(matmulLayout)
            .gradient(gradientRule(2, matmulGradient))
            .macs(matmulMacs)
            .reference(matmulReference)
            .kernel(matmulKernel)
            .build());
}

} // namespace nervure
