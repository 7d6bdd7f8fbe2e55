// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/graph_totals.h"
#include "core/passes/live/value_changes.h"
#include "core/passes/pass_manager.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace nervure {

/// The passes that live inference stands for: InferShape, InferType and PlanMemory, the last not for a
/// compiled graph, which brings the plan that it runs with.
[[nodiscard]] std::vector<PassRequest> livePasses(const Graph &graph);

/// What is inferred.
struct LiveRequest {
    Graph graph; ///< a copy, which is cheap
    InputFacts facts;
    Semantics semantics = Semantics::Exact;
    /// The revision whose result was the last to be shown: what follows is told against that one. None:
    /// against the last one that there was.
    std::optional<std::uint64_t> seen{};
    /// The snapshot of `graph`, where it was made already.
    std::shared_ptr<const IndexedGraph> index = nullptr;
};

struct LiveState; // live_state.h

/// What inference says about a graph: as running livePasses() on it gives.
struct LiveResult {
    std::uint64_t revision = 0;
    std::shared_ptr<const IndexedGraph> index; ///< null when the graph cannot be indexed
    Analyses analyses; ///< over `index`; as much as faults leave to be known
    Diagnostics diagnostics;
    bool ok = false;                ///< all passes ran and found no error
    std::vector<PassResult> passes; ///< what each did; those with findings go on (keepsGoing)

    GraphTotals totals;

    /// Against the earlier revision that was asked for; nothing where either has faults.
    InferenceDelta changes;
    /// Nodes whose step of inference was done again, shapes and types together; nothing when inference
    /// was done as a whole.
    std::optional<std::size_t> steps;
};

/// Keeps shapes, types and memory totals of a graph that is being edited up to date. Only what an edit
/// reaches is inferred again, and the result always equals that of the passes. For use by one thread at
/// a time: the document's job owns it and hands copies of the graph in.
class LiveInference {
public:
    /// Both must outlive it.
    LiveInference(const OpRegistry &ops, const PassRegistry &passes);
    ~LiveInference();
    LiveInference(const LiveInference &) = delete;
    LiveInference &operator=(const LiveInference &) = delete;

    /// Brings the result up to date. The first call, other facts or semantics, and what cannot be done
    /// step by step infer the whole graph. A call that was canceled in time leaves the result as it was,
    /// without the graph's revision.
    const LiveResult &update(const LiveRequest &request, const JobControl &control = {});
    [[nodiscard]] const LiveResult &result() const { return m_result; }

private:
    [[nodiscard]] std::shared_ptr<const IndexedGraph> indexOf(const LiveRequest &request) const;
    /// What changed, where that was enough.
    std::optional<std::vector<ValueChange>> patch(const LiveRequest &request, LiveResult &next);
    bool sweep(const LiveRequest &request, const JobControl &control, LiveResult &next);
    void runAll(const LiveRequest &request, const JobControl &control, LiveResult &next);
    void tellChanges(const LiveRequest &request, LiveResult &next,
                     std::optional<std::vector<ValueChange>> changes);

    const OpRegistry &m_ops;
    const PassRegistry &m_passes;
    LiveResult m_result;
    std::unique_ptr<LiveState> m_state; ///< null: the next update starts from nothing
    std::optional<KnownValues> m_seen;  ///< what changes are told against
    std::optional<KnownValues> m_known; ///< of the last result with shapes
};

} // namespace nervure
