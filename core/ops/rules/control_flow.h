// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_builder.h"
#include "core/ops/rules/numbered_names.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nervure {

/// Most inputs and outputs of an operator of control flow.
inline constexpr std::int64_t mostControlFlowEnds = mostNumbered;

template <typename Attrs>
[[nodiscard]] std::vector<std::string> controlFlowOutputs(const Attrs &attrs)
{
    return numberedNames("output", static_cast<std::size_t>(attrs.numOutputs));
}

[[nodiscard]] inline Status typesAreInTheBodies(const RuleContext &, DTypes &, DTypes &)
{
    return {};
}

/// What all operators of control flow have, MXNet's and ours: their bodies are graphs in the node. Shapes
/// and types go through them in the passes InferShape and InferType: rules see one node alone.
template <typename Attrs>
[[nodiscard]] OpBuilder<Attrs> declareControlFlow(Dialect dialect, std::string name,
                                                  std::string summary)
{
    OpBuilder<Attrs> op(dialect, std::move(name));
    op.summary(std::move(summary))
        .category(OpCategory::Other)
        .attr(field("num_outputs", &Attrs::numOutputs, "number of outputs")
                  .required()
                  .atLeast(1)
                  .atMost(mostControlFlowEnds))
        .outputs(controlFlowOutputs<Attrs>)
        .type(typesAreInTheBodies);
    return op;
}

} // namespace nervure
