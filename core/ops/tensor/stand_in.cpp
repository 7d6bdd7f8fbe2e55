// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/numbered_names.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

/// Operators that stand for something that is not in the graph: a value that nobody may use, and a
/// compiled function.
namespace {

Status undefinedValue(const NoAttrs &, const ReferenceCall &)
{
    return makeError("no-reference", "an undefined value cannot be computed");
}

struct TvmOpAttrs {
    std::string funcName;
    std::int64_t inputCount = 1;
    std::int64_t outputCount = 1;
    std::int64_t flattenData = 0;
};

std::vector<std::string> functionInputs(const TvmOpAttrs &attrs)
{
    return numberedNames("input", static_cast<std::size_t>(attrs.inputCount));
}

std::vector<std::string> functionOutputs(const TvmOpAttrs &attrs)
{
    return numberedNames("output", static_cast<std::size_t>(attrs.outputCount));
}

Status missingFunction(const TvmOpAttrs &attrs, const ReferenceCall &)
{
    return makeError("no-reference",
                     "the compiled function '{}' is not part of the graph and cannot be run",
                     attrs.funcName);
}

} // namespace

void registerStandIn(OpRegistry &ops)
{
    ops.add(OpBuilder<>(Dialect::Nnvm, "__undef__")
                .summary("a value that does not exist: passes leave it where nobody may look")
                .category(OpCategory::Other)
                .acceptsAnyKey()
                .inputs(std::vector<std::string>{})
                .shape(elementwiseShape(1))
                .type(elementwiseType(1))
                .layout(anyLayout())
                .inplace({{0, 0}})
                .reference(undefinedValue)
                .build());
    using A = TvmOpAttrs;
    const auto most = static_cast<double>(mostNumbered);
    ops.add(OpBuilder<A>(Dialect::Nnvm, "tvm_op")
                .summary("calls a function that was compiled from a group of operators")
                .category(OpCategory::Other)
                .attr(field("func_name", &A::funcName, "name of the compiled function").required())
                .attr(field("num_inputs", &A::inputCount, "number of tensors it takes")
                          .atLeast(0)
                          .atMost(most))
                .attr(field("num_outputs", &A::outputCount, "number of tensors it gives")
                          .atLeast(0)
                          .atMost(most))
                .attr(field("flatten_data", &A::flattenData,
                            "1: it takes its tensors as rows of elements")
                          .atLeast(0)
                          .atMost(4294967295.0))
                .inputs(functionInputs)
                .outputs(functionOutputs)
                .reference(missingFunction)
                .build());
}

} // namespace nervure
