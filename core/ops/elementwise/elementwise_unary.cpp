// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/arithmetic_reference.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/elementwise/elementwise_gradients.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/scale_axis_rules.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct ElementwiseUnaryRow {
    const char *name;
    const char *summary;
    OpCategory category = OpCategory::Elementwise;
};

constexpr ElementwiseUnaryRow elementwiseUnaryRows[]{
    {"relu", "max(x, 0)", OpCategory::Activation},
    {"sigmoid", "1 / (1 + exp(-x))", OpCategory::Activation},
    {"tanh", "hyperbolic tangent", OpCategory::Activation},
    {"exp", "exponential"},
    {"log", "natural logarithm"},
    {"sqrt", "square root"},
    {"negative", "-x"},
    {"abs", "absolute value"},
    {"floor", "largest whole number not above x"},
    {"ceil", "smallest whole number not below x"},
    {"trunc", "whole part of x"},
    {"round", "nearest whole number, halves away from zero"},
    {"copy", "a copy of x"},
    {"block_grad", "x, with no gradient passing back"},
    {"zeros_like", "zeros of the input's shape and type"},
    {"ones_like", "ones of the input's shape and type"},
};

} // namespace

void registerElementwiseUnary(OpRegistry &ops)
{
    for (const ElementwiseUnaryRow &row : elementwiseUnaryRows) {
        OpBuilder<> builder(Dialect::Nnvm, row.name);
        builder.summary(row.summary)
            .category(row.category)
            .acceptsAnyKey()
            .inputs({"data"})
            .shape(elementwiseShape(1))
            .type(elementwiseType(1))
            .pattern(OpPattern::Elementwise)
            .inplace({{0, 0}})
            .layout(anyLayout())
            .gradient(elementwiseGradient(row.name));
        if (std::string_view(row.name) == "relu") {
            builder.scaleAxis(passScaleBackward, passScaleForward);
        }
        OpSpec spec = builder.build();
        spec.inplaceIdentity = spec.name == "block_grad";
        spec.reference = [function = findUnaryFunction(row.name)](const ReferenceCall &call) {
            return unaryReference(*function, call);
        };
        const UnaryFunction &function = *findUnaryFunction(row.name);
        spec.elementTakesVectors = true;
        setElement(spec, function.element, function.whole, function.passingNan);
        ops.add(std::move(spec));
    }
}

} // namespace nervure
