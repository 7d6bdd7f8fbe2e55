// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <array>
#include <vector>

namespace nervure::onnx {

namespace {

/// Inference finds the result where all elements are known; else not even its size is.
Lowered sizeOfData(const OnnxLowering &)
{
    return makeError("not-supported",
                     "the size of its result depends on elements that are computed when the model "
                     "runs, expected constants or given values");
}

/// The slices for which a condition holds that is known before the model runs.
Lowered compressed(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const Numbers conditions, op.numbers(1, "condition"));
    const bool hasAxis = op.attrs().has("axis");
    const Operand x = hasAxis ? op.in(0) : op.reshape(op.in(0), {op.in(0).count()});
    ASSIGN_OR_RETURN(const std::size_t axis,
                     axisOf(hasAxis ? op.attrs().integer("axis") : 0, x.rank()));
    std::vector<double> places;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        if (conditions[i] != 0) {
            places.push_back(static_cast<double>(i));
        }
    }
    const auto count = static_cast<std::int64_t>(places.size());
    return std::vector{op.take(x, op.constant(places, {count}, DType::Int32), axis)};
}

} // namespace

std::span<const LoweringRule> choiceRules()
{
    static constexpr std::array rules{
        LoweringRule{"NonZero", sizeOfData, {}, inputBits(0)},
        LoweringRule{"Unique", sizeOfData, {}, inputBits(0)},
        LoweringRule{"NonMaxSuppression", sizeOfData, {}, inputBits(0, 1, 2, 3, 4)},
        LoweringRule{"Compress", compressed, {}, inputBits(1)},
    };
    return rules;
}

} // namespace nervure::onnx
