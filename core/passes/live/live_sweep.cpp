// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_checks.h"
#include "core/passes/inference/contradictions.h"
#include "core/passes/inference/inference_inputs.h"
#include "core/passes/live/live_state.h"

namespace nervure {

bool LiveSweep::run(LiveState &state)
{
    const Graph &graph = m_request.graph;
    // Values of such types are found in one walk, by the passes themselves.
    if (!m_result.index || !graph.attrs().empty() || hasValueTypes(graph.dialect())) {
        return false;
    }
    m_found = m_result.index->problems();
    if (hasErrors(m_found) || !checkWellFormed(*m_result.index)) {
        return false;
    }
    state.readers = EntryUses(*m_result.index);
    if (!sweep("InferShape", state.readers, state.shapes)
        || !sweep("InferType", state.readers, state.types) || !plan()) {
        return false;
    }
    state.parameters = RunningParameters(
        graph, m_ops, m_request.facts.parameters.value_or(m_request.facts.loaded));
    state.totals = RunningTotals(
        *m_result.index, m_result.analyses,
        [&state](NodeId id) { return state.parameters.contains(id); }, m_request.semantics);
    return true;
}

bool LiveSweep::prepareStart(const PassContext &context, Shapes &start)
{
    return dropUnusable(*context.index, context.semantics, start).empty();
}

bool LiveSweep::prepareStart(const PassContext &context, DTypes &start)
{
    if (context.semantics == Semantics::Exact) {
        setDefaultTypes(context, start);
    }
    return true;
}

template <typename Traits>
bool LiveSweep::sweep(const char *name, const EntryUses &readers, LiveValues<Traits> &values)
{
    using Value = typename Traits::Value;
    const Pass pass = begin(name);
    if (!pass.spec) {
        return false;
    }
    PassContext context = contextFor(pass.options);
    const Diagnostics found = std::exchange(m_found, {});
    std::vector<Value> start;
    constexpr const Value *kind = nullptr;
    if (!startValues<Traits>(context, this->factsOf(kind), start)
        || !prepareStart(context, start)) {
        return false;
    }
    values.notes = std::exchange(m_found, found);
    std::size_t steps = 0;
    auto swept = sweepAll<Traits>(context, readers, std::move(start), steps);
    if (!swept || m_control.cancel.isCanceled()) {
        return false;
    }
    values.sweep = std::move(*swept);
    m_result.steps = m_result.steps.value_or(0) + steps;
    Contradictions<Traits> contradictions(context, values.sweep.values, values.sweep.settledBy);
    for (std::uint32_t id = 0; id < m_result.index->nodeCount(); ++id) {
        if (auto finding = contradictions.of(id)) {
            values.contradictions.emplace(id, std::move(*finding));
        }
    }
    if (!this->tell(values)) {
        return false;
    }
    this->store(values);
    finish(pass);
    return true;
}

} // namespace nervure
