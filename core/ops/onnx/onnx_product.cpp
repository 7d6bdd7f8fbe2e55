// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/support/text.h"

namespace nervure {

namespace {

using namespace onnx;

/// The dimensions in front of the last two, which are broadcast.
MaybeShape leading(const Dimensions &shape)
{
    return shape.size() > 2 ? Dimensions(shape.begin(), shape.end() - 2) : Dimensions();
}

/// As NumPy multiplies: a vector is a row on the left and a column on the right, and its dimension of 1
/// is left out of the result.
Result<MaybeShape> productShape(const MaybeShape &left, const MaybeShape &right)
{
    if (!left || !right) {
        return MaybeShape();
    }
    if (left->empty() || right->empty()) {
        return makeError("infer-shape", "an operand has no dimensions, expected at least 1");
    }
    const bool isRow = left->size() == 1;
    const bool isColumn = right->size() == 1;
    const Dimension &inner = isColumn ? right->front() : (*right)[right->size() - 2];
    ASSIGN_OR_RETURN(const Dimension checked,
                     same(left->back(), inner, "columns of the first and rows of the second"));
    ASSIGN_OR_RETURN(MaybeShape shape, broadcast(leading(*left), leading(*right)));
    if (!isRow) {
        shape->push_back((*left)[left->size() - 2]);
    }
    if (!isColumn) {
        shape->push_back(right->back());
    }
    return shape;
}

ValueRule matrixProduct(std::size_t left, std::size_t right)
{
    return [left, right](ValueCall &call) -> Status {
        ASSIGN_OR_RETURN(MaybeShape shape, productShape(call.shape(left), call.shape(right)));
        call.setShape(0, std::move(shape));
        return {};
    };
}

/// Rows and columns of an operand as they are multiplied.
Result<Dimensions> matrixOf(const ValueCall &call, std::size_t input, std::string_view transposed)
{
    ASSIGN_OR_RETURN(Dimensions matrix, shapeOfRank(call, input, 2));
    if (call.attrs.integer(transposed) != 0) {
        std::swap(matrix[0], matrix[1]);
    }
    return matrix;
}

Status generalProduct(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Dimensions left, matrixOf(call, 0, "transA"));
    ASSIGN_OR_RETURN(const Dimensions right, matrixOf(call, 1, "transB"));
    ASSIGN_OR_RETURN(const Dimension checked,
                     same(left[1], right[0], "columns of the first and rows of the second"));
    call.setShape(0, Dimensions{left[0], right[1]});
    return {};
}

Status determinant(ValueCall &call)
{
    const MaybeShape &shape = call.shape(0);
    if (!shape) {
        return {};
    }
    if (shape->size() < 2) {
        return makeError("infer-shape", "input has {} dimensions, expected at least 2",
                         shape->size());
    }
    ASSIGN_OR_RETURN(const Dimension checked,
                     same(shape->back(), (*shape)[shape->size() - 2], "rows and columns"));
    call.setShape(0, leading(*shape));
    return {};
}

/// Each result is a sum over the last dimension of the first input.
std::optional<std::int64_t> productMacs(const RuleContext &, std::span<const Shape> in,
                                        std::span<const Shape> out)
{
    const auto results = elementCount(out[0]);
    const bool isKnown = !in.empty() && !isUnknown(in[0]) && !in[0].isScalar();
    return results && isKnown ? checkedMultiply(*results, in[0].back()) : std::nullopt;
}

std::optional<std::int64_t> gemmMacs(const RuleContext &context, std::span<const Shape> in,
                                     std::span<const Shape> out)
{
    const bool isTransposed = context.attrs.as<OnnxAttrs>().integer("transA") != 0;
    const auto results = elementCount(out[0]);
    return results && !in.empty() && in[0].size() == 2 && !isUnknown(in[0])
               ? checkedMultiply(*results, in[0][isTransposed ? 0 : 1])
               : std::nullopt;
}

void registerGemm(OpRegistry &ops)
{
    const Attribute alpha = number("alpha", 1, "the factor of the product");
    const Attribute beta = number("beta", 1, "the factor of C");
    const Attribute transposeA = flag("transA", false, "whether A is transposed");
    const Attribute transposeB = flag("transB", false, "whether B is transposed");
    add(ops, OpCategory::Convolution, "Gemm", "alpha * A * B + beta * C, of matrices",
        {{1, "A:T B:T C:T -> Y:T", "T = float",
          std::vector{alpha, beta, flag("broadcast", false, "whether C is repeated"), transposeA,
                      transposeB},
          generalProduct},
         {6},
         {7,
          {},
          {},
          std::vector{alpha, beta, transposeA, transposeB},
          {},
          "repeats C as NumPy does"},
         {9, {}, "T += i32 i64 u32 u64"},
         {11, "A:T B:T C:T? -> Y:T"},
         {13, {}, "T += bf16"}},
        gemmMacs);
}

} // namespace

void registerOnnxProduct(OpRegistry &ops)
{
    const std::vector<Attribute> none;
    add(ops, OpCategory::Convolution, "MatMul", "matrix product, as NumPy's matmul",
        {{1, "A:T B:T -> Y:T", "T = float", none, matrixProduct(0, 1)},
         {9, {}, "T += i32 i64 u32 u64"},
         {13, {}, "T += bf16"}},
        productMacs);
    add(ops, OpCategory::Convolution, "MatMulInteger", "matrix product of 8-bit whole numbers",
        {{10, "A:T1 B:T2 a_zero_point:T1? b_zero_point:T2? -> Y:T3",
          "T1 = i8 u8; T2 = i8 u8; T3 = i32", none, matrixProduct(0, 1)}},
        productMacs);
    add(ops, OpCategory::Convolution, "QLinearMatMul",
        "matrix product of 8-bit numbers that stand for others by scales and zero points",
        {{10,
          "a:T1 a_scale:f32 a_zero_point:T1 b:T2 b_scale:f32 b_zero_point:T2 y_scale:f32 "
          "y_zero_point:T3 -> y:T3",
          "T1 = i8 u8; T2 = i8 u8; T3 = i8 u8", none, matrixProduct(0, 3)},
         {21,
          "a:T1 a_scale:TS a_zero_point:T1 b:T2 b_scale:TS b_zero_point:T2 y_scale:TS "
          "y_zero_point:T3 -> y:T3",
          "TS = bf16 f16 f32; T1 += f8; T2 += f8; T3 += f8"}},
        productMacs);
    registerGemm(ops);
    add(ops, OpCategory::Reduction, "Det", "the determinant of each square matrix",
        {{11, "X:T -> Y:T", "T = float", none, determinant}, {22, {}, "T += bf16"}});
}

} // namespace nervure
