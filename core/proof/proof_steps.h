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

/// A file of a folder with the request that its model is run with.
using RequestOfFile = std::function<Result<ExecutionRequest>(const std::filesystem::path &)>;

/// The steps of a compiler from its files, in their order. The first file is the start.
[[nodiscard]] Result<ProofSteps> stepsOfFiles(const std::vector<std::filesystem::path> &files,
                                              const RequestOfFile &request,
                                              const Builtins &builtins);

} // namespace nervure
