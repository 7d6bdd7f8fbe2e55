// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/graph_totals.h"
#include "core/passes/pass_request.h"
#include "core/passes/pass_spec.h"
#include "core/passes/step_gap.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nervure {

/// What one pass of a run did.
struct PassResult {
    std::string name;
    double ms = 0;
    bool changed = false; ///< the graph is another one now
    bool ok = true;
    bool wasAdded = false;             ///< run because a later pass needs what it provides
    std::string partOf;                ///< the pass that was asked for and stands for this one
    std::vector<std::string> provided; ///< graph attributes that it added or replaced
    std::optional<StepGap> gap;        ///< what it left open without an error
    Diagnostics diagnostics;
    std::shared_ptr<const Graph> graph;        ///< after the pass
    std::shared_ptr<const IndexedGraph> index; ///< of `graph`; null where it cannot be indexed
    Analyses analyses;     ///< over `index`, after the pass; PassEnvironment::describesSteps
    Provenance provenance; ///< from the graph before the pass
    /// What passes know of `graph`, and its totals; not without PassEnvironment::describesSteps.
    std::shared_ptr<const InheritedFacts> inherited;
    GraphTotals totals;
    KeptNodes
        kept; ///< nodes of the graph before that the pass left alone, and why; asked by describesSteps
};

/// What a pipeline gives back: the state after the last pass that succeeded, and every step.
struct PassRun {
    Graph graph;
    std::shared_ptr<const IndexedGraph> index; ///< null when the graph cannot be indexed
    Analyses analyses;                         ///< over `index`
    HeldValues held;                           ///< of variables that the passes made
    std::vector<PassResult> steps;             ///< the last one may have failed
    Diagnostics diagnostics;                   ///< all findings of the steps, in order
    bool ok = true;                            ///< every pass ran and found no error
};

/// What passes run with.
struct PassEnvironment {
    const PassRegistry &passes;
    const OpRegistry &ops;
    InputFacts inputs{};
    Semantics semantics = Semantics::Exact;
    JobControl control{};
    /// Whether passes that provide what others need are put in front, as steps of their own; else a
    /// need that is missing fails the pass, as in NNVM.
    bool addNeeded = true;
    TargetLookup targets{}; ///< for passes that choose kernels; may be empty
    /// Changes the passes that one stands for before they run; a failure is that pass's. May be empty.
    std::function<Status(std::vector<PassRequest> &)> changesExpansion{};
    /// For showing: once a pass has changed the graph, the analyses of each step also hold the
    /// shapes, types and memory plan of its graph where the passes do not say them. The steps' totals
    /// are added up then.
    bool describesSteps = false;
    /// For finding out what there is to know: passes that only look are run on graphs that have faults,
    /// and after others that found some. What they cannot do then is not told.
    bool keepsGoing = false;
    /// For passes that start programs; empty: they may not.
    ProgramPermission programs{};
    /// Asked after each step that succeeded: whether the run ends with it, well. May be empty.
    std::function<bool(const PassResult &)> stopsAfter{};
};

/// Runs passes one after the other. Starting values of analyses are the graph's own attributes
/// (`shape`, `dtype`, …). A pass that changes the graph makes earlier analyses invalid. Unknown
/// passes, options and devices, needs that nothing provides, failures and cancellation end the run;
/// what was reached until then is given back. A pass that stands for others (Compile) becomes a step for each of
/// them; between those, what inference found out about the variables is kept.
[[nodiscard]] PassRun runPasses(Graph graph, std::span<const PassRequest> passes,
                                const PassEnvironment &environment);

/// Runs another pass with its default options inside of one, as NNVM's ApplyPass: on `graph`, whose
/// snapshot is `index`, and its analyses. `graph` may only be changed by passes that say so.
[[nodiscard]] Status applyPass(const PassContext &outer, const std::string &name, Graph &graph,
                               std::shared_ptr<const IndexedGraph> index, Analyses &analyses);

/// What `pass` stands for; itself, when it stands for no others. Fails as runPasses() would.
[[nodiscard]] Result<Expansion> expandPass(const PassRequest &pass, const Graph &graph,
                                           const PassEnvironment &environment);

/// Why a step failed: its last error. Null when it did not fail.
[[nodiscard]] const Diagnostic *failureOf(const PassResult &step);

} // namespace nervure
