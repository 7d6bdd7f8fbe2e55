// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/arithmetic_reference.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/elementwise/elementwise_gradients.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct ElementwiseBinaryRow {
    const char *name;
    const char *function;
    const char *summary;
    bool isComparison = false; ///< greater and less give float32, whatever they compare
};

constexpr ElementwiseBinaryRow elementwiseBinaryRows[]{
    {"elemwise_add", "add", "lhs + rhs"},
    {"elemwise_sub", "sub", "lhs - rhs"},
    {"elemwise_mul", "mul", "lhs * rhs"},
    {"elemwise_div", "div", "lhs / rhs"},
    {"elemwise_mod", "mod", "remainder of lhs / rhs, with the sign of lhs"},
    {"elemwise_pow", "pow", "lhs to the power of rhs"},
    {"greater", "greater", "1 where lhs > rhs, else 0", true},
    {"less", "less", "1 where lhs < rhs, else 0", true},
};

/// Comparisons learn nothing about their inputs, which may even differ in type.
Status comparisonType(const RuleContext &, DTypes &, DTypes &out)
{
    return assignOutputType(out, 0, DType::Float32);
}

OpSpec declareElementwiseBinary(const ElementwiseBinaryRow &row)
{
    OpBuilder<> builder(Dialect::Nnvm, row.name);
    builder.summary(row.summary)
        .category(OpCategory::Elementwise)
        .acceptsAnyKey()
        .inputs({"lhs", "rhs"})
        .shape(elementwiseShape(2))
        .gradient(elementwiseGradient(row.name));
    if (row.isComparison) {
        builder.type(comparisonType).pattern(OpPattern::Elementwise).layout(keptInputLayout());
    } else {
        builder.type(elementwiseType(2))
            .pattern(OpPattern::Broadcast)
            .inplace({{0, 0}, {1, 0}})
            .layout(leftLayout());
    }
    return builder.build();
}

} // namespace

void registerElementwiseBinary(OpRegistry &ops)
{
    for (const ElementwiseBinaryRow &row : elementwiseBinaryRows) {
        OpSpec spec = declareElementwiseBinary(row);
        const auto run = row.isComparison ? comparisonReference : binaryReference;
        spec.reference = [run, function = findBinaryFunction(row.function)](
                             const ReferenceCall &call) { return run(*function, call); };
        const BinaryFunction &function = *findBinaryFunction(row.function);
        spec.elementTakesVectors = function.takesVectors();
        setElement(spec, function.element, function.whole, function.passingNan);
        ops.add(std::move(spec));
    }
}

} // namespace nervure
