// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <fmt/format.h>

namespace nervure {

namespace {

/// x and y must be equal as they are, known or not; the condition may also have one dimension. Its
/// size is looked at only when the operator runs, as in NNVM.
Status inferWhereShape(const RuleContext &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 1));
    if (in[1] != in[2]) {
        return makeError("infer-shape",
                         "input 2 (y) has shape {}, expected that of input 1 (x), {}",
                         shapeText(in[2]), shapeText(in[1]));
    }
    if (in[0] != in[1] && in[0].size() != 1) {
        return makeError(
            "infer-shape",
            "input 0 (condition) has shape {}, expected one dimension or that of x, {}",
            shapeText(in[0]), shapeText(in[1]));
    }
    return assignOutput(out, 0, in[1]);
}

/// As NNVM's rule this is no merge: an unknown x contradicts a known output.
Status inferWhereType(const RuleContext &, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkLeastInputs(in.size(), 2));
    if (out[0] != DType::Unknown && out[0] != in[1]) {
        return makeError("infer-mismatch", "output 0 is {}, expected that of input 1 (x), {}",
                         dtypeName(out[0]), dtypeName(in[1]));
    }
    out[0] = in[1];
    return {};
}

Status whereLayout(const LayoutCall &call)
{
    if (call.lastIn.size() != call.in.size()) {
        return layoutError(
            fmt::format("found {} inputs, expected {}", call.in.size(), call.lastIn.size()));
    }
    for (std::size_t i = 0; i < call.in.size(); ++i) {
        call.in[i] = lastOrDelivered(call, i);
    }
    return {};
}

/// How many elements one element of the condition decides on.
Result<std::int64_t> elementsEach(const ReferenceCall &call)
{
    const std::int64_t conditions = call.in[0].count();
    const std::int64_t count = call.out[0].count();
    const bool isWhole = conditions == count;
    const bool isRows = call.in[0].shape.size() == 1 && !call.out[0].shape.empty()
                        && conditions == call.out[0].shape[0];
    if (call.in[1].count() != count || call.in[2].count() != count) {
        return makeError("infer-shape",
                         "x and y have other sizes than the output, expected {} elements", count);
    }
    if (!isWhole && !isRows) {
        return makeError("infer-shape",
                         "input 0 (condition) has {} elements, expected one for each row of x",
                         conditions);
    }
    return conditions == 0 ? 0 : count / conditions;
}

Status whereReference(const NoAttrs &, const ReferenceCall &call)
{
    ASSIGN_OR_RETURN(const auto each, elementsEach(call));
    const DType type = call.out[0].type;
    if (call.in[1].type != type || call.in[2].type != type) {
        return unsupportedType(call.in[2].type);
    }
    return withNumberType(call.in[0].type, [&](auto condition) {
        return withNumberType(type, [&](auto zero) -> Status {
            using Condition = decltype(condition);
            using T = decltype(zero);
            for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
                const bool isX = call.in[0].as<Condition>()[i / each] != Condition{};
                call.out[0].as<T>()[i] = call.in[isX ? 1 : 2].as<T>()[i];
            }
            return {};
        });
    });
}

/// A condition of one dimension decides on rows.
std::string whereElement(const NoAttrs &, const KernelContext &context,
                         std::span<const ElementOperand> operands)
{
    const Shape &condition = context.inShapes[0];
    const Shape &shape = context.outShapes[0];
    const bool isWhole = elementCount(condition) == elementCount(shape);
    const bool isRows = condition.size() == 1 && shape.size() > 0 && condition[0] == shape[0];
    const bool fits = context.inTypes[1] == context.outTypes[0]
                      && context.inTypes[2] == context.outTypes[0] && context.inShapes[1] == shape
                      && context.inShapes[2] == shape && (isWhole || isRows);
    const bool isAlike = condition == shape;
    if (!fits || (!isAlike && operands[0].buffer.empty())) {
        return {};
    }
    const std::string place =
        isWhole ? "i" : fmt::format("i / {}", sizeOf(Shape(shape.begin() + 1, shape.end())));
    const std::string decides = isAlike ? "%0" : elementAt(context, 0, operands[0], place);
    return elementText(decides + " != 0 ? %1 : %2", operands);
}

} // namespace

void registerWhere(OpRegistry &ops)
{
    ops.add(OpBuilder<>(Dialect::Nnvm, "where")
                .summary("elements of x where the condition is not 0, else of y; a condition of "
                         "one dimension decides on whole rows")
                .category(OpCategory::Elementwise)
                .acceptsAnyKey()
                .inputs({"condition", "x", "y"})
                .shape(OpSpec::ShapeRule(inferWhereShape))
                .type(inferWhereType)
                .pattern(OpPattern::Injective)
                .layout(whereLayout)
                .reference(whereReference)
                .element(whereElement)
                .with(setElementKernel)
                .build());
}

} // namespace nervure
