// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op_builder.h"
#include "core/ops/arithmetic_reference.h"
#include "core/ops/element_kernel.h"
#include "core/ops/shape_rules.h"

namespace nervure {

namespace {

struct Row {
    const char *name;
    const char *function;
    const char *summary;
    bool isComparison = false; ///< greater and less: pattern 0, no storage to share
};

constexpr Row rows[]{
    {"elemwise_add", "add", "lhs + rhs"},
    {"elemwise_sub", "sub", "lhs - rhs"},
    {"elemwise_mul", "mul", "lhs * rhs"},
    {"elemwise_div", "div", "lhs / rhs"},
    {"elemwise_mod", "mod", "remainder of lhs / rhs, with the sign of lhs"},
    {"elemwise_pow", "pow", "lhs to the power of rhs"},
    {"greater", "greater", "1 where lhs > rhs, else 0", true},
    {"less", "less", "1 where lhs < rhs, else 0", true},
};

} // namespace

void registerElementwiseBinary(OpRegistry &ops)
{
    for (const Row &row : rows) {
        OpBuilder<> builder(Dialect::Nnvm, row.name);
        builder.summary(row.summary)
            .category(OpCategory::Elementwise)
            .acceptsAnyKey()
            .inputs({"lhs", "rhs"})
            .shape(elementwiseShape(2))
            .type(elementwiseType(2))
            .pattern(row.isComparison ? OpPattern::Elementwise : OpPattern::Broadcast);
        if (!row.isComparison) {
            builder.inplace({{0, 0}, {1, 0}});
        }
        OpSpec spec = builder.build();
        spec.reference = [function = findBinaryFunction(row.function)](const ReferenceCall &call) {
            return binaryReference(*function, call);
        };
        setElement(spec, findBinaryFunction(row.function)->element);
        ops.add(std::move(spec));
    }
}

} // namespace nervure
