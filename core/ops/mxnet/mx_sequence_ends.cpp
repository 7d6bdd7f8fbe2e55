// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_window.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

/// Attributes of MXNet's SequenceLast and SequenceReverse.
struct SequenceEndsAttrs {
    bool usesLength = false;
    int axis = 0; ///< of the steps; the sequences are the other one of the first two dimensions
};

std::vector<std::string> sequenceInputs(const SequenceEndsAttrs &attrs)
{
    return attrs.usesLength ? std::vector<std::string>{"data", "sequence_length"}
                            : std::vector<std::string>{"data"};
}

Status sequenceEndsShape(const SequenceEndsAttrs &attrs, Shapes &in, const Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), sequenceInputs(attrs).size(), 1));
    if (!in[0].hasRank()) {
        return {};
    }
    if (in[0].size() < 2) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected at least 2 dimensions",
                         shapeText(in[0]));
    }
    return attrs.usesLength
               ? assignInput(in, 1, "sequence_length", {in[0][attrs.axis == 0 ? 1 : 0]})
               : Status();
}

/// One step of each sequence.
Status lastStepShape(const SequenceEndsAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(sequenceEndsShape(attrs, in, out));
    if (!in[0].hasRank()) {
        return {};
    }
    Shape shape = in[0];
    if (shape[static_cast<std::size_t>(attrs.axis)] == 0) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected at least one step",
                         shapeText(shape));
    }
    shape.erase(shape.begin() + attrs.axis);
    return assignOutput(out, 0, shape);
}

Status reversedSequenceShape(const SequenceEndsAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(sequenceEndsShape(attrs, in, out));
    return assignOutput(out, 0, in[0]);
}

Status sequenceEndsType(const RuleContext &, DTypes &in, DTypes &out)
{
    if (in.size() == 2 && in[1] == DType::Unknown) {
        in[1] = in[0];
    }
    return assignOutputType(out, 0, in[0]);
}

/// The elements at these steps, which are int32 and 1 along all other dimensions that they do not tell
/// apart.
Entry atSteps(const Lowering &op, Entry steps, const Shape &shape)
{
    const Entry places = op.make("broadcast_to", {steps}, attrsOf({{"shape", attrText(shape)}}));
    return op.make("gather_elements", {op.in(0), places},
                   attrsOf({{"axis", attrText(op.attrs<SequenceEndsAttrs>().axis)}}));
}

/// The sequences' lengths as whole numbers, for broadcasts to the data.
Entry lengthsOf(const Lowering &op)
{
    const Shape &shape = op.shape(0);
    const std::size_t sequences = op.attrs<SequenceEndsAttrs>().axis == 0 ? 1 : 0;
    return alongAxis(op, op.cast(op.in(1), op.type(1), DType::Int32), shape[sequences], sequences,
                     shape.size());
}

Result<Entry> lowerLastStep(const Lowering &op)
{
    const auto &attrs = op.attrs<SequenceEndsAttrs>();
    const auto axis = static_cast<std::size_t>(attrs.axis);
    Shape shape = op.shape(0);
    if (!attrs.usesLength) {
        return op.reshape(sliceOf(op, op.in(0), shape, axis, shape[axis] - 1, shape[axis]),
                          op.outShape());
    }
    shape[axis] = 1;
    const Entry last = op.makeScalar("__sub_scalar__", lengthsOf(op), 1);
    return op.reshape(atSteps(op, last, shape), op.outShape());
}

/// Steps within the length in the other order; those behind it stay where they are.
Result<Entry> lowerReversedSequence(const Lowering &op)
{
    const auto &attrs = op.attrs<SequenceEndsAttrs>();
    const Shape &shape = op.shape(0);
    const std::int64_t count = shape[0];
    const Entry numbers =
        op.make("arange", {}, attrsOf({{"count", attrText(count)}, {"dtype", "int32"}}));
    const Entry steps = alongAxis(op, numbers, count, 0, shape.size());
    if (!attrs.usesLength) {
        const Entry down = op.makeScalar("__rsub_scalar__", steps, static_cast<double>(count - 1));
        return atSteps(op, down, shape);
    }
    const Entry lengths = lengthsOf(op);
    const Entry isInside = op.make("broadcast_less", {steps, lengths});
    const Entry mirrored = op.make(
        "broadcast_sub", {op.makeScalar("__sub_scalar__", lengths, 1),
                          op.makeScalar("__mul_scalar__", steps, 2)}); // minus the step itself
    const Entry shift = op.make("broadcast_mul", {isInside, mirrored});
    return atSteps(op, op.make("broadcast_add", {shift, steps}), shape);
}

OpBuilder<SequenceEndsAttrs> declareSequenceEnds(const char *name, const char *summary,
                                                 int mostAxis)
{
    using A = SequenceEndsAttrs;
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Data)
        .attr(field("use_sequence_length", &A::usesLength,
                    "whether lengths are given; else all steps count"))
        .attr(field("axis", &A::axis, "dimension of the steps").atLeast(0).atMost(mostAxis))
        .inputs(sequenceInputs)
        .type(sequenceEndsType);
    return builder;
}

} // namespace

void registerMxSequenceEnds(OpRegistry &ops)
{
    ops.add(declareSequenceEnds("SequenceLast", "the last step of each sequence", 1)
                .shape(lastStepShape)
                .lower(lowerTo(lowerLastStep))
                .build());
    ops.add(declareSequenceEnds("SequenceReverse", "each sequence from its end to its beginning", 0)
                .shape(reversedSequenceShape)
                .lower(lowerTo(lowerReversedSequence))
                .build());
}

} // namespace nervure
