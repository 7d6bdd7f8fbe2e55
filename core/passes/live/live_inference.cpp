// SPDX-License-Identifier: Apache-2.0
#include "core/passes/live/live_inference.h"

#include "core/graph/analysis/memory_plan.h"
#include "core/graph/analysis/parameters.h"
#include "core/passes/live/live_state.h"

#include <algorithm>

namespace nervure {

namespace {

bool areSame(const InputFacts &a, const InputFacts &b)
{
    return a.shapes == b.shapes && a.dtypes == b.dtypes && a.defaultType == b.defaultType
           && a.layouts == b.layouts && a.parameters == b.parameters && a.loaded == b.loaded;
}

} // namespace

std::vector<PassRequest> livePasses(const Graph &graph)
{
    std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
    const auto &attrs = graph.attrs();
    const bool isCompiled = std::any_of(attrs.begin(), attrs.end(), [](const GraphAttr &attr) {
        return attr.name == keys::dltype.name;
    });
    if (!isCompiled) {
        passes.push_back({"PlanMemory"});
    }
    return passes;
}

LiveInference::LiveInference(const OpRegistry &ops, const PassRegistry &passes)
    : m_ops(ops),
      m_passes(passes)
{}

LiveInference::~LiveInference() = default;

const LiveResult &LiveInference::update(const LiveRequest &request, const JobControl &control)
{
    if (m_state
        && (m_state->semantics != request.semantics || !areSame(m_state->facts, request.facts))) {
        m_state.reset();
    }
    if (control.cancel.isCanceled()) {
        return m_result;
    }
    const std::shared_ptr<const IndexedGraph> index = indexOf(request);
    LiveResult next;
    next.index = index;
    std::optional<std::vector<ValueChange>> changes = patch(request, next);
    if (!changes) {
        next = {};
        next.index = index;
        if (!sweep(request, control, next)) {
            runAll(request, control, next);
            if (control.cancel.isCanceled()) {
                return m_result;
            }
            m_state.reset();
        }
    }
    next.revision = request.graph.revision();
    if (next.index) {
        // Of larger graphs it would take longer than what an edit changes.
        constexpr std::size_t mostWithPeak = 10000;
        const bool withPeak = next.index->nodeCount() <= mostWithPeak;
        const PlanBytes plan = planBytes(*next.index, next.analyses, withPeak);
        next.totals.plannedBytes = plan.planned;
        next.totals.peakBytes = plan.peak;
    }
    tellChanges(request, next, std::move(changes));
    m_result = std::move(next);
    return m_result;
}

/// Null where the graph has none.
std::shared_ptr<const IndexedGraph> LiveInference::indexOf(const LiveRequest &request) const
{
    if (request.index && request.index->revision() == request.graph.revision()) {
        return request.index;
    }
    Diagnostics ignored;
    auto index = IndexedGraph::build(request.graph, m_ops, ignored, m_result.index.get());
    return index ? std::move(*index) : nullptr;
}

std::optional<std::vector<ValueChange>> LiveInference::patch(const LiveRequest &request,
                                                             LiveResult &next)
{
    // It takes a moment, after which the state fits no other graph: so it is not canceled.
    const JobControl control;
    LivePatch patch(m_ops, m_passes, request, control, next);
    if (!m_state || !patch.fits(m_result)) {
        return std::nullopt;
    }
    if (!patch.run(*m_state, m_result)) {
        m_state.reset();
        return std::nullopt;
    }
    next.ok = true;
    next.totals = m_state->totals.totals();
    return patch.changes();
}

bool LiveInference::sweep(const LiveRequest &request, const JobControl &control, LiveResult &next)
{
    auto state = std::make_unique<LiveState>();
    state->facts = request.facts;
    state->semantics = request.semantics;
    if (!LiveSweep(m_ops, m_passes, request, control, next).run(*state)) {
        return false;
    }
    next.ok = true;
    next.totals = state->totals.totals();
    m_state = std::move(state);
    return true;
}

void LiveInference::runAll(const LiveRequest &request, const JobControl &control, LiveResult &next)
{
    next = {};
    PassEnvironment environment{m_passes, m_ops, request.facts, request.semantics, control};
    environment.addNeeded = false;
    environment.keepsGoing = true;
    PassRun run = runPasses(request.graph, livePasses(request.graph), environment);
    next.index = std::move(run.index);
    next.analyses = std::move(run.analyses);
    next.diagnostics = std::move(run.diagnostics);
    next.passes = std::move(run.steps);
    next.ok = run.ok;
    if (next.index) {
        const auto parameters = findParameters(
            request.graph, m_ops, request.facts.parameters.value_or(request.facts.loaded));
        next.totals = graphTotals(*next.index, next.analyses, parameters, request.semantics);
    }
}

/// Against what was seen last. `changes` are against the result before, where they are known.
void LiveInference::tellChanges(const LiveRequest &request, LiveResult &next,
                                std::optional<std::vector<ValueChange>> changes)
{
    if (m_known && (!request.seen || *request.seen == m_known->revision)) {
        m_seen = m_known;
    }
    // What is unknown for the sake of a fault is no consequence to tell; the fault is told.
    if (!next.ok || !next.analyses.find(keys::shape, next.index)) {
        return;
    }
    const KnownValues now{next.revision, next.index, next.analyses};
    if (m_seen && m_seen->revision != next.revision) {
        if (m_seen->revision != m_result.revision) {
            changes.reset();
        }
        next.changes = changes ? compareValues(*m_seen, now, std::move(*changes))
                               : compareValues(*m_seen, now);
    }
    m_known = now;
}

} // namespace nervure
