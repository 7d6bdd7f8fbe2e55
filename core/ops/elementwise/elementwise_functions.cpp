// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/arithmetic_reference.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

/// Functions of one number that NNVM has no operator for.
struct FunctionRow {
    const char *name;
    const char *summary;
};

constexpr FunctionRow functionRows[]{
    {"erf", "error function"},
    {"expm1", "exp(x) - 1"},
    {"log1p", "log(1 + x)"},
    {"cbrt", "cube root"},
    {"sign", "-1, 0 or 1"},
    {"rint", "nearest whole number, halves to the even one"},
    {"sin", "sine"},
    {"cos", "cosine"},
    {"tan", "tangent"},
    {"asin", "inverse of the sine"},
    {"acos", "inverse of the cosine"},
    {"atan", "inverse of the tangent"},
    {"sinh", "hyperbolic sine"},
    {"cosh", "hyperbolic cosine"},
    {"asinh", "inverse of the hyperbolic sine"},
    {"acosh", "inverse of the hyperbolic cosine"},
    {"atanh", "inverse of the hyperbolic tangent"},
};

} // namespace

void registerElementwiseFunctions(OpRegistry &ops)
{
    for (const FunctionRow &row : functionRows) {
        OpSpec spec = OpBuilder<>(Dialect::Nervure, row.name)
                          .summary(row.summary)
                          .category(OpCategory::Elementwise)
                          .inputs({"data"})
                          .shape(elementwiseShape(1))
                          .type(elementwiseType(1))
                          .pattern(OpPattern::Elementwise)
                          .inplace({{0, 0}})
                          .layout(anyLayout())
                          .build();
        const UnaryFunction &function = *findUnaryFunction(row.name);
        spec.reference = [&function](const ReferenceCall &call) {
            return unaryReference(function, call);
        };
        spec.elementTakesVectors = true;
        setElement(spec, function.element, function.whole, function.passingNan);
        ops.add(std::move(spec));
    }
}

} // namespace nervure
