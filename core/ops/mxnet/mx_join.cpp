// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_binary.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/numbered_names.h"
#include "core/ops/rules/shape_rules.h"

#include <string>
#include <vector>

namespace nervure {

namespace {

struct JoinAttrs {
    int count = 1;
    int axis = 1;
};

std::vector<std::string> joinNames(const JoinAttrs &attrs)
{
    return argumentNames(attrs.count);
}

/// What the inputs and the output of a concatenation have in common, and their sizes along the axis.
struct Joint {
    Shape common; ///< unknown along the axis
    std::size_t axis = 0;
    std::int64_t total = 0;        ///< of the sizes that are known
    std::vector<std::size_t> open; ///< inputs whose size along the axis is not
};

Status addToJoint(const Shape &shape, int axis, Joint &joint)
{
    if (!shape.hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(joint.axis, dimensionAt(axis, shape));
    Shape rest = shape;
    rest[joint.axis] = unknownSize;
    if (!mergeShape(joint.common, rest)) {
        return makeError("infer-shape",
                         "found shapes {} and {}, expected equal ones but for "
                         "dimension {}",
                         shapeText(joint.common), shapeText(shape), joint.axis);
    }
    return {};
}

Result<Joint> jointOf(const JoinAttrs &attrs, const Shapes &in, const Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), static_cast<std::size_t>(attrs.count), 1));
    Joint joint;
    for (std::size_t i = 0; i < in.size(); ++i) {
        RETURN_IF_FAILED(addToJoint(in[i], attrs.axis, joint));
        const bool isKnown = in[i].hasRank() && !isUnknownSize(in[i][joint.axis]);
        joint.total += isKnown ? in[i][joint.axis] : 0;
        if (!isKnown) {
            joint.open.push_back(i);
        }
    }
    RETURN_IF_FAILED(addToJoint(out[0], attrs.axis, joint));
    return joint;
}

/// Inputs and output learn what is common; the output its size once all inputs have theirs.
Status spreadJoint(const Joint &joint, Shapes &in, Shapes &out)
{
    for (std::size_t i = 0; i < in.size(); ++i) {
        RETURN_IF_FAILED(assignInput(in, i, "arg" + std::to_string(i), joint.common));
    }
    Shape whole = joint.common;
    whole[joint.axis] = joint.open.empty() ? joint.total : unknownSize;
    return assignOutput(out, 0, whole);
}

Status joinShape(const JoinAttrs &attrs, Shapes &in, Shapes &out)
{
    ASSIGN_OR_RETURN(const auto joint, jointOf(attrs, in, out));
    return joint.common.hasRank() ? spreadJoint(joint, in, out) : Status();
}

/// One or two inputs of unknown size share what the others leave of the output.
Status parameterShape(const JoinAttrs &attrs, Shapes &in, Shapes &out)
{
    ASSIGN_OR_RETURN(const auto joint, jointOf(attrs, in, out));
    if (!joint.common.hasRank()) {
        return {};
    }
    RETURN_IF_FAILED(spreadJoint(joint, in, out));
    const std::int64_t left = out[0][joint.axis] - joint.total;
    if (isUnknownSize(out[0][joint.axis]) || joint.open.empty() || joint.open.size() > 2) {
        return {};
    }
    const auto parts = static_cast<std::int64_t>(joint.open.size());
    if (left < parts) {
        return makeError("infer-shape", "the inputs have {} elements, more than the output's {}",
                         joint.total, out[0][joint.axis]);
    }
    for (const std::size_t i : joint.open) {
        in[i][joint.axis] = left / parts;
    }
    return {};
}

Result<Entry> lowerConcat(const Lowering &op)
{
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(op.attrs<JoinAttrs>().axis, op.outShape()));
    return op.make("concatenate", op.inputs(), attrsOf({{"axis", attrText(axis)}}));
}

OpBuilder<JoinAttrs> declareConcat(const char *name, const char *summary)
{
    using A = JoinAttrs;
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Layout)
        .attr(field("num_args", &A::count, "number of inputs")
                  .required()
                  .atLeast(1)
                  .atMost(static_cast<double>(mostNumbered)))
        .attr(field("dim", &A::axis, "dimension along which they are joined"))
        .inputs(joinNames)
        .type(anyCountSameType())
        .lower(lowerTo(lowerConcat));
    return builder;
}

struct StackAttrs {
    int axis = 0;
    int count = 1;
};

std::vector<std::string> stackNames(const StackAttrs &attrs)
{
    return argumentNames(attrs.count);
}

Status stackShape(const StackAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), static_cast<std::size_t>(attrs.count), 1));
    Shape common;
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (!mergeShape(common, in[i])) {
            return makeError("infer-shape", "input {} has shape {}, expected {}", i,
                             shapeText(in[i]), shapeText(common));
        }
    }
    if (isUnknown(common)) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, Shape::ofRank(common.size() + 1)));
    common.insert(common.begin() + static_cast<std::ptrdiff_t>(axis), attrs.count);
    return assignOutput(out, 0, common);
}

Result<Entry> lowerStack(const Lowering &op)
{
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(op.attrs<StackAttrs>().axis, op.outShape()));
    Shape part = op.outShape();
    part[axis] = 1;
    std::vector<Entry> parts;
    for (const Entry &input : op.inputs()) {
        parts.push_back(op.reshape(input, part));
    }
    return op.make("concatenate", std::move(parts), attrsOf({{"axis", attrText(axis)}}));
}

} // namespace

void registerMxJoin(OpRegistry &ops)
{
    ops.add(declareConcat("Concat", "joins tensors along one dimension")
                .alias("concat")
                .shape(joinShape)
                .build());
    ops.add(declareConcat("_rnn_param_concat", "joins the parameters of a recurrent network")
                .shape(parameterShape)
                .build());
    using A = StackAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "stack")
                .summary("joins tensors along a new dimension")
                .category(OpCategory::Layout)
                .attr(field("axis", &A::axis, "place of the new dimension in the result"))
                .attr(field("num_args", &A::count, "number of inputs")
                          .required()
                          .atLeast(1)
                          .atMost(static_cast<double>(mostNumbered)))
                .inputs(stackNames)
                .shape(stackShape)
                .type(anyCountSameType())
                .lower(lowerTo(lowerStack))
                .build());
}

} // namespace nervure
