// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/elementwise_sum.h"

#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <fmt/format.h>
#include <type_traits>

namespace nervure {

namespace {

std::vector<std::string> elementwiseSumInputNames(const ElementwiseSumAttrs &attrs)
{
    constexpr int mostNames = 4096;
    std::vector<std::string> names;
    for (int i = 0; i < std::min(attrs.numArgs, mostNames); ++i) {
        names.push_back(fmt::format("args{}", i));
    }
    return names;
}

Status inferElementwiseSumShape(const ElementwiseSumAttrs &, Shapes &in, Shapes &out)
{
    return mergeAllShapes(in, out);
}

Status elementwiseSumReference(const ElementwiseSumAttrs &, const ReferenceCall &call)
{
    if (call.in.empty()) {
        return makeError("input-count", "found no input, expected at least 1");
    }
    RETURN_IF_FAILED(requireAlike(call));
    return withNumberType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
            // Whole numbers wrap around, which unsigned ones alone do by themselves.
            std::conditional_t<isFloatElement<T>, double, std::uint64_t> sum{};
            for (const ConstTensorView &view : call.in) {
                sum += static_cast<decltype(sum)>(view.as<T>()[i]);
            }
            call.out[0].as<T>()[i] = static_cast<T>(sum);
        }
        return {};
    });
}

/// The output's gradient for every input. All nodes have one name, as in NNVM.
std::vector<Entry> elementwiseSumGradient(const GradientNodes &nodes)
{
    std::vector<Entry> copies;
    for (std::size_t i = 0; i < nodes.inputCount(); ++i) {
        copies.push_back(nodes.make("copy", "_grad_0", {nodes.outGrad()}));
    }
    return copies;
}

/// Whole numbers wrap around.
std::string elementwiseSumElement(const ElementwiseSumAttrs &, const KernelContext &context,
                                  std::span<const ElementOperand> operands)
{
    const std::string cast = isFloat(context.outTypes[0]) ? "" : "(ulong)";
    std::string text;
    for (const ElementOperand &operand : operands) {
        if (operand.value.empty()) {
            return {};
        }
        text += (text.empty() ? "" : " + ") + cast + operand.value;
    }
    return text.empty() ? text : '(' + text + ')';
}

} // namespace

void registerElementwiseSum(OpRegistry &ops)
{
    ops.add(OpBuilder<ElementwiseSumAttrs>(Dialect::Nnvm, "elemwise_sum")
                .summary("sum of all inputs")
                .category(OpCategory::Elementwise)
                .attr(field("num_args", &ElementwiseSumAttrs::numArgs, "number of inputs")
                          .required()
                          .atLeast(1))
                .inputs(elementwiseSumInputNames)
                .shape(inferElementwiseSumShape)
                .type(anyCountSameType())
                .pattern(OpPattern::Elementwise)
                .layout(keptLayout(allOfThem))
                .gradient(gradientRule(0, elementwiseSumGradient))
                .reference(elementwiseSumReference)
                .element(elementwiseSumElement)
                .elementTakesVectors()
                .with(setElementKernel)
                .build());
}

} // namespace nervure
