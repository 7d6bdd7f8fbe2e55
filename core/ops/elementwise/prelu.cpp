// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

struct PreluAttrs {
    int axis = 1;
};

/// NNVM compares the axis with the number of elements; where that passes beyond the shape it reads
/// outside, so the rank is asked in any case.
Status checkAxis(const PreluAttrs &attrs, const Shape &data, Semantics semantics)
{
    const std::int64_t bound =
        semantics == Semantics::Exact ? std::min<std::int64_t>(sizeOf(data), 4) : 4;
    if (attrs.axis < 0 || attrs.axis >= bound) {
        return makeError("infer-shape", "axis is {}, expected a dimension of data {}", attrs.axis,
                         shapeText(data));
    }
    return {};
}

/// The data must be known: nothing is learnt from the output.
Status inferPreluShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkLeastInputs(in.size(), 2));
    const Shape data = in[0];
    if (data.size() != 4) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected 4 dimensions",
                         shapeText(data));
    }
    const auto &attrs = context.attrs.as<PreluAttrs>();
    RETURN_IF_FAILED(checkAxis(attrs, data, context.semantics));
    const Shape slopes{data[static_cast<std::size_t>(attrs.axis)]};
    const Status status = assignInput(in, 1, "alpha", slopes);
    return status ? assignOutput(out, 0, data) : status;
}

/// The channels must stand where the attribute says, and whole.
Status preluLayout(const LayoutCall &call)
{
    RETURN_IF_FAILED(checkLayoutCounts(call, 2, 1));
    const auto &attrs = call.rule.attrs.as<PreluAttrs>();
    const Layout data = lastOrDelivered(call, 0);
    if (data.isDefined() && (data.indexOf('C') != attrs.axis || data.contains('c'))) {
        return layoutError(fmt::format("data has layout {}, expected whole channels at {}",
                                       data.text(), attrs.axis));
    }
    auto channels = Layout::parse("C");
    call.in[0] = data;
    call.in[1] = *channels;
    assignLayout(call.out[0], data);
    return {};
}

Status preluReference(const PreluAttrs &attrs, const ReferenceCall &call)
{
    const auto shape = call.in[0].shape;
    const auto axis = static_cast<std::size_t>(attrs.axis);
    if (attrs.axis < 0 || axis >= shape.size() || call.in[1].count() != shape[axis]
        || call.in[0].count() != call.out[0].count()) {
        return makeError("infer-shape",
                         "input 1 (alpha) has {} elements, expected one for each channel",
                         call.in[1].count());
    }
    RETURN_IF_FAILED(requireOneType(call));
    std::int64_t inner = 1;
    for (std::size_t i = axis + 1; i < shape.size(); ++i) {
        inner *= shape[i];
    }
    return withFloatType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
            const T x = call.in[0].as<T>()[i];
            const T slope = call.in[1].as<T>()[i / inner % shape[axis]];
            call.out[0].as<T>()[i] = x > T{} ? x : static_cast<T>(x * slope);
        }
        return {};
    });
}

std::string preluElement(const PreluAttrs &attrs, const KernelContext &context,
                         std::span<const ElementOperand> operands)
{
    const Shape &shape = context.inShapes[0];
    const auto axis = static_cast<std::size_t>(attrs.axis);
    const bool fits = attrs.axis >= 0 && axis < shape.size() && isFloat(context.inTypes[0])
                      && context.inTypes[0] == context.inTypes[1]
                      && context.outTypes[0] == context.inTypes[0]
                      && context.inShapes[1] == Shape{shape[axis]} && !operands[1].buffer.empty();
    if (!fits) {
        return {};
    }
    const auto inner = elementCount(Shape(shape.begin() + attrs.axis + 1, shape.end()));
    const std::string channel = fmt::format("(i / {}) % {}", inner.value_or(1), shape[axis]);
    return elementText("%0 > 0 ? %0 : %0 * " + elementAt(context, 1, operands[1], channel),
                       operands);
}

} // namespace

void registerPrelu(OpRegistry &ops)
{
    ops.add(OpBuilder<PreluAttrs>(Dialect::Nnvm, "prelu")
                .summary("x for positive x, else x times the slope of its channel")
                .category(OpCategory::Activation)
                .attr(field("axis", &PreluAttrs::axis, "dimension of the channels"))
                .inputs({"data", "alpha"})
                .parameters({1})
                .shape(OpSpec::ShapeRule(inferPreluShape))
                .pattern(OpPattern::Broadcast)
                .layout(preluLayout)
                .reference(preluReference)
                .element(preluElement)
                .with(setElementKernel)
                .build());
}

} // namespace nervure
