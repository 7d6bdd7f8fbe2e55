// SPDX-License-Identifier: Apache-2.0
// Our own control flow. The host drives it: plans hold bodies as plans (PlanStep::flow), so there is
// neither a reference nor a kernel. Places are those of the node's inputs; which of them a body reads is
// listed in the order of the body's variables.
#include "core/ops/rules/control_flow.h"

namespace nervure {

namespace {

struct LoopAttrs {
    std::int64_t numOutputs = 1;
    std::int64_t numOutData = 0;
    std::int64_t maxIterations = 1;
    IntTuple inDataLocs;
    IntTuple inStateLocs;
    IntTuple condInputLocs;
    IntTuple bodyInputLocs;
};

struct ChoiceAttrs {
    std::int64_t numOutputs = 1;
    IntTuple condInputLocs;
    IntTuple thenInputLocs;
    IntTuple elseInputLocs;
};

OpBuilder<LoopAttrs> declareLoop(const char *name, const char *summary)
{
    using A = LoopAttrs;
    OpBuilder<A> op = declareControlFlow<A>(Dialect::Nervure, name, summary);
    op.attr(field("num_out_data", &A::numOutData, "outputs with a row for each step; states follow")
                .required()
                .atLeast(0))
        .attr(field("in_state_locs", &A::inStateLocs, "inputs that are states").required())
        .attr(field("body_input_locs", &A::bodyInputLocs, "inputs that a step reads").required());
    return op;
}

} // namespace

void registerControlFlow(OpRegistry &ops)
{
    using A = LoopAttrs;
    ops.add(declareLoop("foreach", "runs its body for each slice of its data")
                .attr(field("in_data_locs", &A::inDataLocs, "inputs that are sliced").required())
                .build());
    ops.add(
        declareLoop("while_loop", "runs its body as long as its condition says so")
            .attr(field("max_iterations", &A::maxIterations, "most steps").required().atLeast(0))
            .attr(field("cond_input_locs", &A::condInputLocs, "inputs that the condition reads")
                      .required())
            .build());
    using C = ChoiceAttrs;
    ops.add(
        declareControlFlow<C>(Dialect::Nervure, "cond",
                              "runs one of two bodies, as its condition says")
            .attr(field("cond_input_locs", &C::condInputLocs, "inputs that the condition reads")
                      .required())
            .attr(field("then_input_locs", &C::thenInputLocs, "inputs that the first body reads")
                      .required())
            .attr(field("else_input_locs", &C::elseInputLocs, "inputs that the second body reads")
                      .required())
            .build());
}

} // namespace nervure
