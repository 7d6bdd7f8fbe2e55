// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "core/passes/steps/step_folder.h"
#include "core/proof/runnable_graph.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// A graph as one pass left it.
struct ProofStep {
    std::string name;
    std::shared_ptr<const Graph> graph;
    std::shared_ptr<const IndexedGraph> index; ///< null: it cannot be indexed
    Analyses analyses;                         ///< over `index`
    Provenance provenance;                     ///< from the graph before
    bool hasChanged = true;
    SharedValues own{};                  ///< values of variables that its file has
    std::optional<Diagnostic> failure{}; ///< why the pass failed; its graph is the one before then
    std::optional<Diagnostic> unread{}; ///< why its file holds nothing to run; it has no graph then
};

/// The graphs between which something is to be proved.
struct ProofSteps {
    RunnableModel start;
    std::string startName;
    std::vector<ProofStep> steps;
};

/// Runs passes over the request's model, which is lowered first as for a run. A pass that fails is the last
/// step.
[[nodiscard]] Result<ProofSteps> stepsOfPasses(const ExecutionRequest &request,
                                               std::vector<PassRequest> passes,
                                               const PassEnvironment &environment,
                                               const Builtins &builtins);

/// The steps of a compiler from its files, in their order. The first file is that of `start`, which must run; the
/// others take its values over, and have their own for variables that are new. Of one that cannot be read the step
/// says so, and the next belongs to the one before it. Other findings go to `diagnostics`.
[[nodiscard]] Result<ProofSteps> stepsOfFiles(const ExecutionRequest &start,
                                              const std::vector<std::filesystem::path> &files,
                                              const Builtins &builtins, Diagnostics &diagnostics);

} // namespace nervure
