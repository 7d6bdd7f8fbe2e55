// SPDX-License-Identifier: Apache-2.0
// Control flow. MXNetToNNVM lowers it to ours: to lower its bodies is not the business of a rule.
#include "core/ops/rules/control_flow.h"

#include <algorithm>
#include <string>

namespace nervure {

namespace {

struct ForeachAttrs {
    std::int64_t numArgs = 1;
    std::int64_t numOutputs = 1;
    std::int64_t numOutData = 0;
    IntTuple inStateLocs;
    IntTuple inDataLocs;
    IntTuple remainLocs;
};

struct WhileLoopAttrs {
    std::int64_t numArgs = 2;
    std::int64_t numOutputs = 1;
    std::int64_t numOutData = 0;
    std::int64_t maxIterations = 1;
    IntTuple condInputLocs;
    IntTuple funcInputLocs;
    IntTuple funcVarLocs;
};

struct CondAttrs {
    std::int64_t numArgs = 3;
    std::int64_t numOutputs = 1;
    IntTuple condInputLocs;
    IntTuple thenInputLocs;
    IntTuple elseInputLocs;
};

/// Bodies count as arguments, but are no inputs.
template <typename Attrs, std::int64_t bodies>
std::vector<std::string> controlFlowInputs(const Attrs &attrs)
{
    std::vector<std::string> names;
    for (std::int64_t i = 0; i < std::min(attrs.numArgs, mostControlFlowEnds) - bodies; ++i) {
        names.push_back("data" + std::to_string(i));
    }
    return names;
}

template <typename Attrs, std::int64_t bodies>
OpBuilder<Attrs> declareMxControlFlow(const char *name, const char *summary)
{
    OpBuilder<Attrs> op = declareControlFlow<Attrs>(Dialect::MXNet, name, summary);
    op.attr(field("num_args", &Attrs::numArgs, "number of inputs, subgraphs included")
                .required()
                .atLeast(bodies)
                .atMost(mostControlFlowEnds))
        .inputs(controlFlowInputs<Attrs, bodies>);
    return op;
}

} // namespace

void registerMxControlFlow(OpRegistry &ops)
{
    using F = ForeachAttrs;
    ops.add(declareMxControlFlow<F, 1>("_foreach", "runs a subgraph for each slice of its data")
                .attr(field("num_out_data", &F::numOutData, "outputs with a row for each step")
                          .required()
                          .atLeast(0))
                .attr(field("in_state_locs", &F::inStateLocs, "inputs that are states").required())
                .attr(field("in_data_locs", &F::inDataLocs, "inputs that are sliced").required())
                .attr(field("remain_locs", &F::remainLocs, "inputs that are neither").required())
                .build());
    using W = WhileLoopAttrs;
    ops.add(
        declareMxControlFlow<W, 2>("_while_loop", "runs a subgraph as long as another says so")
            .attr(field("num_out_data", &W::numOutData, "outputs with a row for each step")
                      .required()
                      .atLeast(0))
            .attr(field("max_iterations", &W::maxIterations, "most steps").required().atLeast(0))
            .attr(field("cond_input_locs", &W::condInputLocs, "inputs that the condition reads")
                      .required())
            .attr(
                field("func_input_locs", &W::funcInputLocs, "inputs that a step reads").required())
            .attr(field("func_var_locs", &W::funcVarLocs, "which of a step's inputs are states")
                      .required())
            .build());
    using C = CondAttrs;
    ops.add(
        declareMxControlFlow<C, 3>("_cond", "runs one of two subgraphs, as a third one says")
            .attr(field("cond_input_locs", &C::condInputLocs, "inputs that the condition reads")
                      .required())
            .attr(field("then_input_locs", &C::thenInputLocs, "inputs that the first branch reads")
                      .required())
            .attr(field("else_input_locs", &C::elseInputLocs, "inputs that the second branch reads")
                      .required())
            .build());
}

} // namespace nervure
