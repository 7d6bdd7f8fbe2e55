// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_request.h"
#include "core/passes/pass_spec.h"

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
    std::vector<std::string> provided; ///< graph attributes that it added or replaced
    Diagnostics diagnostics;
    std::shared_ptr<const Graph> graph;        ///< after the pass
    std::shared_ptr<const IndexedGraph> index; ///< of `graph`; null where it cannot be indexed
    Analyses analyses;                         ///< over `index`, after the pass
    Provenance provenance;                     ///< from the graph before the pass
};

/// What a pipeline gives back: the state after the last pass that succeeded, and every step.
struct PassRun {
    Graph graph;
    std::shared_ptr<const IndexedGraph> index; ///< null when the graph cannot be indexed
    Analyses analyses;                         ///< over `index`
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
    /// Whether passes that provide what others need are put in front. Unless said: in fixed
    /// semantics only, since NNVM reports the missing attribute.
    std::optional<bool> addNeeded{};
};

/// Runs passes one after the other. Starting values of analyses are the graph's own attributes
/// (`shape`, `dtype`, …). A pass that changes the graph makes earlier analyses invalid. Unknown
/// passes and options, missing needs, failures and cancellation end the run; what was reached
/// until then is given back.
[[nodiscard]] PassRun runPasses(Graph graph, std::span<const PassRequest> passes,
                                const PassEnvironment &environment);

} // namespace nervure
