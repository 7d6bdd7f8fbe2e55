// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/elementwise_scalar.h"

#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/arithmetic_reference.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/elementwise/elementwise_gradients.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

/// What an operator __<name>_scalar__ computes: a function of arithmetic.h, with the scalar as its
/// left operand when `reversed`.
struct ScalarOp {
    const char *name;
    const char *function;
    const char *summary;
    bool reversed;
};
constexpr ScalarOp scalarOps[]{
    {"__add_scalar__", "add", "x + scalar", false},
    {"__sub_scalar__", "sub", "x - scalar", false},
    {"__rsub_scalar__", "sub", "scalar - x", true},
    {"__mul_scalar__", "mul", "x * scalar", false},
    {"__div_scalar__", "div", "x / scalar", false},
    {"__rdiv_scalar__", "div", "scalar / x", true},
    {"__pow_scalar__", "pow", "x to the power of scalar", false},
    {"__rpow_scalar__", "pow", "scalar to the power of x", true},
    {"__lshift_scalar__", "left_shift", "x shifted left by scalar bits", false},
    {"__rshift_scalar__", "right_shift", "x shifted right by scalar bits", false},
};

/// The function's expression with the scalar as one operand, rounded as scalarReference() does.
OpSpec::ElementRule scalarElement(const ScalarOp &op)
{
    const BinaryFunction *function = findBinaryFunction(op.function);
    return
        [function, reversed = op.reversed](const RuleContext &context, const KernelContext &kernel,
                                           std::span<const ElementOperand> operands) {
            const DType type = kernel.inTypes[0];
            const double value =
                roundedScalar(*function, context.attrs.as<ScalarAttrs>().scalar, context.semantics);
            const ElementOperand scalar{valueLiteral(type, value), {}};
            const ElementOperand both[] = {reversed ? scalar : operands[0],
                                           reversed ? operands[0] : scalar};
            return elementText(isFloat(type) ? function->element : function->whole, both);
        };
}

OpBuilder<ScalarAttrs> declareElementwiseScalar(const ScalarOp &op)
{
    OpBuilder<ScalarAttrs> builder(Dialect::Nnvm, op.name);
    builder.summary(op.summary)
        .category(OpCategory::Elementwise)
        .attr(field("scalar", &ScalarAttrs::scalar, "the number").required())
        .inputs({"data"})
        .shape(elementwiseShape(1))
        .type(elementwiseType(1))
        .pattern(OpPattern::Elementwise)
        .inplace({{0, 0}})
        .layout(anyLayout())
        .gradient(elementwiseGradient(op.name));
    return builder;
}

} // namespace

void registerElementwiseScalar(OpRegistry &ops)
{
    for (const ScalarOp &op : scalarOps) {
        OpSpec spec = declareElementwiseScalar(op).build();
        spec.reference = [&op,
                          function = findBinaryFunction(op.function)](const ReferenceCall &call) {
            const double scalar = call.rule.attrs.as<ScalarAttrs>().scalar;
            return scalarReference(*function, scalar, op.reversed, call);
        };
        spec.elementTakesVectors = findBinaryFunction(op.function)->takesVectors();
        setElement(spec, scalarElement(op));
        ops.add(std::move(spec));
    }
}

} // namespace nervure
