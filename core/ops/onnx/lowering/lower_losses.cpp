// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <array>

namespace nervure::onnx {

namespace {

/// The loss of log-probabilities (batch, classes, …) where target says which class each place has.
Operand likelihoodLoss(const OnnxLowering &op, const Operand &logs)
{
    const Operand target = op.cast(op.in(1), DType::Int64);
    const std::int64_t classes = logs.dims[1];
    const Shape apart = target.dims.apartAt(1);
    Shape along(logs.rank(), 1);
    along[1] = classes;
    const Operand numbers = op.reshape(op.arange(0, 1, classes, DType::Int64), along);
    // What is ignored is in no class.
    Operand isClass = op.compare("equal", op.reshape(target, apart), numbers);
    if (op.attrs().has("ignore_index")) {
        const Operand counts = op.compare("not_equal", op.reshape(target, apart),
                                          static_cast<double>(op.attrs().integer("ignore_index")));
        isClass = op.binary("mul", isClass, counts);
    }
    Operand weights = op.cast(isClass, logs.type);
    if (op.has(2)) {
        weights = op.binary("mul", weights, op.reshape(op.cast(op.in(2), logs.type), along));
    }
    // 0 times minus infinity is none of a loss.
    const Operand zero = op.full(0, Shape::scalar(), logs.type);
    const Operand counted = op.where(isClass, op.binary("mul", weights, logs), zero);
    const Operand losses = op.unary("negative", op.reduce("sum", counted, {1}, false));
    const std::string_view reduction = op.attrs().text("reduction");
    if (reduction == "none") {
        return losses;
    }
    const Operand sum = op.reduce("sum", losses, countingTo(losses.rank()), false);
    if (reduction == "sum") {
        return sum;
    }
    const Operand total = op.reduce("sum", weights, countingTo(weights.rank()), false);
    return op.binary("div", sum, total);
}

Lowered negativeLogLikelihood(const OnnxLowering &op)
{
    const Operand logs = op.cast(op.in(0), computedType(op.in(0).type));
    return op.result(likelihoodLoss(op, logs));
}

Lowered softmaxCrossEntropy(const OnnxLowering &op)
{
    const Operand x = op.cast(op.in(0), computedType(op.in(0).type));
    const Operand logs = op.make("log_softmax", {x}, attrsOf({{"axis", "1"}}), x.dims, x.type);
    std::vector<Operand> outputs{op.cast(likelihoodLoss(op, logs), op.outType())};
    if (op.outputCount() > 1) {
        outputs.push_back(op.cast(logs, op.outType(1)));
    }
    return outputs;
}

} // namespace

std::span<const LoweringRule> lossRules()
{
    static constexpr std::array rules{
        LoweringRule{"NegativeLogLikelihoodLoss", negativeLogLikelihood},
        LoweringRule{"SoftmaxCrossEntropyLoss", softmaxCrossEntropy},
    };
    return rules;
}

} // namespace nervure::onnx
