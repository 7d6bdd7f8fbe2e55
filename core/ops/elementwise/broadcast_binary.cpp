// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/arithmetic_reference.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/elementwise/elementwise_gradients.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/scale_axis_rules.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <optional>

namespace nervure {

namespace {

/// Operators are called broadcast_<function>, with the alias __<alias>_symbol__ if there is one.
struct BroadcastBinaryRow {
    const char *function;
    const char *summary;
    Dialect dialect = Dialect::Nnvm;
};

constexpr BroadcastBinaryRow broadcastBinaryRows[]{
    {"add", "lhs + rhs"},
    {"sub", "lhs - rhs"},
    {"mul", "lhs * rhs"},
    {"div", "lhs / rhs"},
    {"mod", "remainder of lhs / rhs, with the sign of lhs"},
    {"pow", "lhs to the power of rhs"},
    {"max", "the larger of lhs and rhs"},
    {"min", "the smaller of lhs and rhs"},
    {"left_shift", "lhs shifted left by rhs bits"},
    {"right_shift", "lhs shifted right by rhs bits"},
    {"greater", "1 where lhs > rhs, else 0"},
    {"less", "1 where lhs < rhs, else 0"},
    {"equal", "1 where lhs = rhs, else 0"},
    {"not_equal", "1 where lhs differs from rhs, else 0"},
    {"greater_equal", "1 where lhs >= rhs, else 0"},
    {"less_equal", "1 where lhs <= rhs, else 0"},
    {"bitwise_and", "bits that both have", Dialect::Nervure},
    {"bitwise_or", "bits that one has", Dialect::Nervure},
    {"bitwise_xor", "bits that one alone has", Dialect::Nervure},
};

/// One dimension of the result, unknown where one side is; nothing when they clash.
std::optional<std::int64_t> stretched(std::int64_t left, std::int64_t right)
{
    if (left == right) {
        return left;
    }
    if (isUnknownSize(left) || isUnknownSize(right)) {
        return unknownSize;
    }
    return left == 1 ? std::optional(right) : right == 1 ? std::optional(left) : std::nullopt;
}

Status inferBroadcastBinaryShape(const RuleContext &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    const Shape &left = in[0];
    const Shape &right = in[1];
    if (!left.hasRank() || !right.hasRank()) {
        return {};
    }
    Shape result(std::max(left.size(), right.size()), 1);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto sizeAt = [&](const Shape &shape) {
            const std::size_t lead = result.size() - shape.size();
            return i < lead ? std::int64_t{1} : shape[i - lead];
        };
        const auto size = stretched(sizeAt(left), sizeAt(right));
        if (!size) {
            return makeError(
                "infer-shape",
                "shapes {} and {} do not stretch to each other: dimension {} is {} and {}",
                shapeText(left), shapeText(right), i, sizeAt(left), sizeAt(right));
        }
        result[i] = *size;
    }
    return assignOutput(out, 0, result);
}

} // namespace

void registerBroadcastBinary(OpRegistry &ops)
{
    for (const BroadcastBinaryRow &row : broadcastBinaryRows) {
        const std::string function = row.function;
        OpBuilder<> builder(row.dialect, "broadcast_" + function);
        if (row.dialect == Dialect::Nnvm) {
            builder.alias("__" + function + "_symbol__");
        }
        builder.summary(std::string(row.summary) + ", stretching dimensions of 1")
            .category(OpCategory::Elementwise)
            .acceptsAnyKey()
            .inputs({"lhs", "rhs"})
            .shape(OpSpec::ShapeRule(inferBroadcastBinaryShape))
            .type(elementwiseType(2))
            .pattern(OpPattern::Broadcast)
            .inplace({{0, 0}, {1, 0}})
            .layout(broadcastLayout())
            .gradient(elementwiseGradient("broadcast_" + function));
        if (function == "add" || function == "sub") {
            builder.scaleAxis(addScaleBackward, addScaleForward);
        }
        OpSpec spec = builder.build();
        spec.reference = [f = findBinaryFunction(row.function)](const ReferenceCall &call) {
            return binaryReference(*f, call);
        };
        const BinaryFunction &f = *findBinaryFunction(row.function);
        spec.elementTakesVectors = f.takesVectors();
        setElement(spec, f.element, f.whole, f.passingNan);
        ops.add(std::move(spec));
    }
}

} // namespace nervure
