// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_window.h"

#include <array>

namespace nervure::tensorflow {

namespace {

/// Values, then statistics of each channel.
Status fusedShape(ValueCall &call)
{
    const ImageAxes axes = imageAxes(call.attrs);
    ASSIGN_OR_RETURN(const Dimensions image, onnx::shapeOfRank(call, 0, 4));
    for (std::size_t i = 1; i < 3; ++i) {
        RETURN_IF_FAILED(onnx::checkVector(call, i, image[axes.channels], "channels and factors"));
    }
    call.setShape(0, image);
    for (std::size_t i = 1; i < 5; ++i) {
        call.setShape(i, Dimensions{image[axes.channels]});
    }
    return {};
}

Operand normalized(const OnnxLowering &op, const std::array<Operand, 5> &operands, std::size_t axis,
                   double epsilon, bool scales)
{
    const Operand &x = operands[0];
    return op.make("batch_norm", {operands.begin(), operands.end()},
                   attrsOf({{"axis", std::to_string(axis)},
                            {"epsilon", attrText(epsilon)},
                            {"scale", attrText(scales)}}),
                   x.dims, x.type);
}

/// With the statistics of this batch, which are what it gives, too; the variance there is that of a sample.
std::vector<Operand> normalizedByBatch(const OnnxLowering &op, const Operand &x, std::size_t axis,
                                       double epsilon)
{
    Numbers axes = onnx::countingTo(4);
    axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(axis));
    const Operand mean = op.reduce("mean", x, axes, false);
    Shape along(4, 1);
    along[axis] = x.dims[axis];
    const Operand centered = op.binary("sub", x, op.reshape(mean, along));
    const Operand variance = op.reduce("mean", op.binary("mul", centered, centered), axes, false);
    const double count = static_cast<double>(x.count()) / static_cast<double>(x.dims[axis]);
    const Operand ofSample = op.scalar("mul", variance, count > 1 ? count / (count - 1) : 1);
    const Operand y = normalized(op, {x, op.in(1), op.in(2), mean, variance}, axis, epsilon, true);
    return {y, mean, ofSample, mean, variance};
}

Lowered normalizeFused(const OnnxLowering &op)
{
    const double epsilon = op.attrs().number("epsilon");
    const std::size_t axis = imageAxes(op.attrs()).channels;
    const Operand x = op.cast(op.in(0), op.in(1).type); // half precision is rounded once
    std::vector<Operand> outputs;
    if (op.attrs().integer("is_training") != 0) {
        outputs = normalizedByBatch(op, x, axis, epsilon);
    } else {
        outputs = {normalized(op, {x, op.in(1), op.in(2), op.in(3), op.in(4)}, axis, epsilon, true),
                   op.in(3), op.in(4), op.in(3), op.in(4)};
    }
    outputs[0] = op.cast(outputs[0], op.outType());
    return outputs;
}

Lowered normalizeGlobally(const OnnxLowering &op)
{
    const bool scales = op.attrs().integer("scale_after_normalization") != 0;
    return std::vector{normalized(op, {op.in(0), op.in(4), op.in(3), op.in(1), op.in(2)},
                                  op.in(0).rank() - 1, op.attrs().number("variance_epsilon"),
                                  scales)};
}

/// x / (bias + alpha * sum of squares of channels around it) ^ beta; NNVM divides alpha by the number of channels.
Lowered normalizeLocally(const OnnxLowering &op)
{
    const std::int64_t size = 2 * op.attrs().integer("depth_radius") + 1;
    const Operand &x = op.in(0);
    return std::vector{op.make(
        "lrn", {x},
        attrsOf({{"size", std::to_string(size)},
                 {"axis", "3"},
                 {"alpha", attrText(op.attrs().number("alpha") * static_cast<double>(size))},
                 {"beta", attrText(op.attrs().number("beta"))},
                 {"bias", attrText(op.attrs().number("bias"))}}),
        x.dims, x.type)};
}

Status imageShape(ValueCall &call)
{
    RETURN_IF_FAILED(onnx::checkRank(call, 0, 4));
    return onnx::sameShape(call);
}

constexpr std::string_view fusedAttributes =
    "epsilon:float=0.0001 exponential_avg_factor:float=1 data_format:NHWC|NCHW=NHWC "
    "is_training:bool=true";
constexpr std::string_view fusedSummary = "normalizes each channel by its mean and variance";

void declareAllNormalization(OpRegistry &ops)
{
    addAll(ops, {{.name = "FusedBatchNorm",
                  .category = OpCategory::Normalization,
                  .signature =
                      "x:T scale:T offset:T mean:T variance:T -> y:T batch_mean:T batch_variance:T "
                      "reserve_space_1:T reserve_space_2:T",
                  .types = "T = f32",
                  .attributes = fusedAttributes,
                  .summary = fusedSummary,
                  .infer = fusedShape,
                  .lower = normalizeFused,
                  .emptyInputs = inputBits(3, 4)},
                 {.name = "FusedBatchNormV2",
                  .category = OpCategory::Normalization,
                  .signature =
                      "x:T scale:U offset:U mean:U variance:U -> y:T batch_mean:U batch_variance:U "
                      "reserve_space_1:U reserve_space_2:U",
                  .types = "T = f16 bf16 f32; U = f32",
                  .attributes = fusedAttributes,
                  .summary = fusedSummary,
                  .infer = fusedShape,
                  .lower = normalizeFused,
                  .emptyInputs = inputBits(3, 4)},
                 {.name = "FusedBatchNormV3",
                  .category = OpCategory::Normalization,
                  .signature =
                      "x:T scale:U offset:U mean:U variance:U -> y:T batch_mean:U batch_variance:U "
                      "reserve_space_1:U reserve_space_2:U reserve_space_3:U",
                  .types = "T = f16 bf16 f32; U = f32",
                  .attributes = fusedAttributes,
                  .summary = fusedSummary,
                  .infer = fusedShape,
                  .lower = normalizeFused,
                  .emptyInputs = inputBits(3, 4)},
                 {.name = "BatchNormWithGlobalNormalization",
                  .category = OpCategory::Normalization,
                  .signature = "t:T m:T v:T beta:T gamma:T -> result:T",
                  .types = "T = float bf16",
                  .attributes = "variance_epsilon:float! scale_after_normalization:bool!",
                  .summary = fusedSummary,
                  .infer = imageShape,
                  .lower = normalizeGlobally},
                 {.name = "LRN",
                  .category = OpCategory::Normalization,
                  .signature = "input:T -> output:T",
                  .types = "T = f16 bf16 f32",
                  .attributes = "depth_radius:int=5 bias:float=1 alpha:float=1 beta:float=0.5",
                  .as = "LRN",
                  .infer = imageShape,
                  .lower = normalizeLocally}});
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfNormalization(OpRegistry &ops)
{
    tensorflow::declareAllNormalization(ops);
}

} // namespace nervure
