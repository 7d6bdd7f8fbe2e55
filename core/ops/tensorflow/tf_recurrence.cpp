// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

namespace nervure::tensorflow {

namespace {

enum Input : std::size_t {
    dataInput,
    stateInput,
    hiddenInput,
    weightInput,
    inGate,
    forgetGate,
    outGate,
    biasInput
};

/// Every output is [batch, units].
Status cellShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Dimensions data, onnx::shapeOfRank(call, dataInput, 2));
    ASSIGN_OR_RETURN(const Dimensions state, onnx::shapeOfRank(call, stateInput, 2));
    ASSIGN_OR_RETURN(const Dimensions weight, onnx::shapeOfRank(call, weightInput, 2));
    ASSIGN_OR_RETURN(const Dimension batch, onnx::same(data[0], state[0], "batches"));
    ASSIGN_OR_RETURN(const Dimension units, onnx::same(state[1], weight[1].dividedBy(4),
                                                       "units and columns of the weight"));
    ASSIGN_OR_RETURN([[maybe_unused]] const Dimension rows,
                     onnx::same(data[1] + units, weight[0], "what is summed up"));
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        call.setShape(i, Dimensions{batch, units});
    }
    return {};
}

/// One step of a long short-term memory: gates in the order in, new, forget, out.
Lowered cell(const OnnxLowering &op)
{
    const Operand &state = op.in(stateInput);
    const std::int64_t units = state.dims[1];
    const bool looksBack = op.attrs().integer("use_peephole") != 0;
    const Operand rows = op.concatenate({op.in(dataInput), op.in(hiddenInput)}, 1);
    const Operand weight = op.transposeLast(op.in(weightInput));
    const Operand sums =
        op.make("dense", {rows, weight, op.in(biasInput)},
                attrsOf({{"units", std::to_string(4 * units)}, {"use_bias", "True"}}),
                {rows.dims[0], 4 * units}, rows.type);
    const auto gate = [&](std::int64_t i) { return op.slice(sums, 1, i * units, (i + 1) * units); };
    const auto seen = [&](const Operand &sum, const Operand &from, std::size_t by) {
        return looksBack ? op.binary("add", sum, op.binary("mul", from, op.in(by))) : sum;
    };
    const Operand in = op.unary("sigmoid", seen(gate(0), state, inGate));
    const Operand fresh = op.unary("tanh", gate(1));
    const Operand forget = op.unary("sigmoid", op.scalar("add", seen(gate(2), state, forgetGate),
                                                         op.attrs().number("forget_bias")));
    Operand next = op.binary("add", op.binary("mul", fresh, in), op.binary("mul", state, forget));
    if (const double most = op.attrs().number("cell_clip"); most > 0) {
        next = op.make("clip", {next},
                       attrsOf({{"a_min", attrText(-most)}, {"a_max", attrText(most)}}), next.dims,
                       next.type);
    }
    const Operand out = op.unary("sigmoid", seen(gate(3), next, outGate));
    const Operand shown = op.unary("tanh", next);
    return std::vector{in, next, forget, out, fresh, shown, op.binary("mul", shown, out)};
}

void declareAllRecurrence(OpRegistry &ops)
{
    add(ops,
        {.name = "LSTMBlockCell",
         .category = OpCategory::Other,
         .signature = "x:T cs_prev:T h_prev:T w:T wci:T wcf:T wco:T b:T -> i:T cs:T f:T o:T ci:T "
                      "co:T h:T",
         .types = "T = f16 f32",
         .attributes = "forget_bias:float=1 cell_clip:float=3 use_peephole:bool=false",
         .summary = "one step of a long short-term memory",
         .infer = cellShape,
         .lower = cell});
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfRecurrence(OpRegistry &ops)
{
    tensorflow::declareAllRecurrence(ops);
}

} // namespace nervure
