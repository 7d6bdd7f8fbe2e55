// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

#include <utility>

namespace nervure::tensorflow {

namespace {

/// Of the last two dimensions, the others stretched to each other.
Result<Dimensions> productShape(const ValueCall &call, bool swapsA, bool swapsB)
{
    Dimensions a = *call.shape(0);
    Dimensions b = *call.shape(1);
    if (a.size() < 2 || b.size() < 2) {
        return makeError("infer-shape", "inputs have {} and {} dimensions, expected 2 at least",
                         a.size(), b.size());
    }
    if (swapsA) {
        std::swap(a[a.size() - 1], a[a.size() - 2]);
    }
    if (swapsB) {
        std::swap(b[b.size() - 1], b[b.size() - 2]);
    }
    ASSIGN_OR_RETURN([[maybe_unused]] const Dimension depth,
                     onnx::same(a.back(), b[b.size() - 2], "what is summed up"));
    ASSIGN_OR_RETURN(const onnx::MaybeShape outer,
                     onnx::broadcast(onnx::MaybeShape(Dimensions(a.begin(), a.end() - 2)),
                                     onnx::MaybeShape(Dimensions(b.begin(), b.end() - 2))));
    Dimensions shape = *outer;
    shape.push_back(a[a.size() - 2]);
    shape.push_back(b.back());
    return shape;
}

Status matrixProduct(ValueCall &call)
{
    RETURN_IF_FAILED(onnx::checkRank(call, 0, 2));
    RETURN_IF_FAILED(onnx::checkRank(call, 1, 2));
    if (!call.shape(0) || !call.shape(1)) {
        call.setShape(0, onnx::unknownDimensions(2));
        return {};
    }
    ASSIGN_OR_RETURN(Dimensions shape, productShape(call, call.attrs.integer("transpose_a") != 0,
                                                    call.attrs.integer("transpose_b") != 0));
    call.setShape(0, std::move(shape));
    return {};
}

Status batchProduct(ValueCall &call)
{
    if (call.shape(0) && call.shape(1)) {
        ASSIGN_OR_RETURN(Dimensions shape, productShape(call, call.attrs.integer("adj_x") != 0,
                                                        call.attrs.integer("adj_y") != 0));
        call.setShape(0, std::move(shape));
    }
    return {};
}

/// A fully connected layer, whose weights are transposed; of whole numbers a product.
Lowered multiplied(const OnnxLowering &op)
{
    const Operand a =
        op.attrs().integer("transpose_a") != 0 ? op.transposeLast(op.in(0)) : op.in(0);
    const bool isTransposed = op.attrs().integer("transpose_b") != 0;
    if (!isFloat(a.type)) {
        return std::vector{op.matmul(a, isTransposed ? op.transposeLast(op.in(1)) : op.in(1))};
    }
    const Operand weight = isTransposed ? op.in(1) : op.transposeLast(op.in(1));
    const Shape dims{a.dims[0], weight.dims[0]};
    return std::vector{op.make("dense", {a, weight},
                               attrsOf({{"units", std::to_string(dims[1])}, {"use_bias", "False"}}),
                               dims, a.type)};
}

Lowered multipliedBatches(const OnnxLowering &op)
{
    const auto operand = [&op](std::size_t i, const char *swaps) {
        return op.attrs().integer(swaps) != 0 ? op.transposeLast(op.in(i)) : op.in(i);
    };
    return std::vector{op.matmul(operand(0, "adj_x"), operand(1, "adj_y"))};
}

std::optional<std::int64_t> productMacs(const RuleContext &context, std::span<const Shape> in,
                                        std::span<const Shape> out)
{
    if (in[0].size() < 2 || isUnknown(in[0]) || isUnknown(out[0])) {
        return std::nullopt;
    }
    const auto &attrs = context.attrs.as<OnnxAttrs>();
    const bool isSwapped = attrs.integer("transpose_a") != 0 || attrs.integer("adj_x") != 0;
    const auto count = elementCount(out[0]);
    return count ? std::optional(*count * in[0][in[0].size() - (isSwapped ? 2 : 1)]) : std::nullopt;
}

/// Along the last dimension.
std::optional<OnnxForm> alongLast(const AtNode &)
{
    OnnxForm form{{}, {0}};
    form.attrs.set("axis", std::int64_t{-1});
    return form;
}

void declareAllProduct(OpRegistry &ops)
{
    constexpr std::string_view batchAttributes = "adj_x:bool=false adj_y:bool=false";
    constexpr std::string_view batchSummary = "products of the matrices in the last two dimensions";
    const auto category = OpCategory::Convolution;
    addAll(ops, {{.name = "MatMul",
                  .category = category,
                  .signature = "a:T b:T -> product:T",
                  .types = "T = number bf16 c64 c128",
                  .attributes = "transpose_a:bool=false transpose_b:bool=false",
                  .summary = "product of two matrices",
                  .infer = matrixProduct,
                  .lower = multiplied,
                  .macs = productMacs},
                 {.name = "BatchMatMul",
                  .category = category,
                  .signature = "x:T y:T -> output:T",
                  .types = "T = number bf16 c64 c128",
                  .attributes = batchAttributes,
                  .summary = batchSummary,
                  .infer = batchProduct,
                  .lower = multipliedBatches,
                  .macs = productMacs},
                 {.name = "BatchMatMulV2",
                  .category = category,
                  .signature = "x:T y:T -> output:T",
                  .types = "T = number bf16 c64 c128",
                  .attributes = batchAttributes,
                  .summary = batchSummary,
                  .infer = batchProduct,
                  .lower = multipliedBatches,
                  .macs = productMacs},
                 {.name = "Softmax",
                  .category = OpCategory::Reduction,
                  .signature = "logits:T -> softmax:T",
                  .types = "T = float bf16",
                  .as = "Softmax",
                  .translate = alongLast},
                 {.name = "LogSoftmax",
                  .category = OpCategory::Reduction,
                  .signature = "logits:T -> logsoftmax:T",
                  .types = "T = float bf16",
                  .as = "LogSoftmax",
                  .translate = alongLast}});
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfProduct(OpRegistry &ops)
{
    tensorflow::declareAllProduct(ops);
}

} // namespace nervure
