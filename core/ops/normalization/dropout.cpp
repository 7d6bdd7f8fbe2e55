// SPDX-License-Identifier: Apache-2.0
#include "core/ops/normalization/dropout.h"

#include "core/graph/op/op_builder.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>

namespace nervure {

namespace {

/// Everything is kept: the output is the input, the mask is all ones.
Status dropoutReference(const DropoutAttrs &, const ReferenceCall &call)
{
    if (Status status = copyReference(call); !status || call.out.size() < 2) {
        return status;
    }
    return withNumberType(call.out[1].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        std::fill_n(call.out[1].as<T>(), call.out[1].count(), T{1});
        return {};
    });
}

/// The input stands for the output, and nothing for the mask.
Result<std::vector<Entry>> simplify(const RewriteCall &call)
{
    if (call.inputs.empty()) {
        return makeError("input-count", "found no input, expected 1");
    }
    return std::vector<Entry>{call.inputs[0], call.make("__undef__", "undef", {})};
}

} // namespace

void registerDropout(OpRegistry &ops)
{
    ops.add(OpBuilder<DropoutAttrs>(Dialect::Nnvm, "dropout")
                .summary("drops random elements while learning; passes the input on otherwise")
                .category(OpCategory::Normalization)
                .attr(field("rate", &DropoutAttrs::rate, "share of the elements that are dropped")
                          .atLeast(0)
                          .atMost(1))
                .inputs({"data"})
                .outputs({"output", "mask"})
                .visibleOutputs(1)
                .shape(elementwiseShape(1, 2))
                .type(elementwiseType(1, 2))
                .layout(anyLayout())
                .simplify(simplify)
                .view()
                .reference(dropoutReference)
                .build());
}

} // namespace nervure
