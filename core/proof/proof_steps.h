// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "core/passes/steps/step_folder.h"
#include "core/proof/cut_operators.h"

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
    /// The graph and the values that its file holds are those before: nothing has to be run.
    bool isIdentical = false;
    SharedValues own{};                         ///< values of variables that its file has
    std::shared_ptr<const CutOperators> cuts{}; ///< that were cut out of `graph`; null: none
    std::optional<Diagnostic> failure{}; ///< why the pass failed; its graph is the one before then
    /// Why its file holds nothing that could be run; it has no graph then. The next step is compared with the one
    /// before it.
    std::optional<Diagnostic> notRun{};
    bool isUnreadable = false; ///< the file is a damaged model: see notRun
    bool isOther = false;      ///< the file is no model, and not called as the steps are
};

/// The graphs between which something is to be proved.
struct ProofSteps {
    RunnableModel start;
    std::shared_ptr<const CutOperators> startCuts{}; ///< null: none
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
/// others take its values over, and the shapes and types that somebody said of its inputs and named dimensions, and
/// have their own values for variables that are new. Operators that nothing here computes are cut out. Of a file that
/// cannot be read or run the step says so, and the next belongs to the one before it. Other findings go to
/// `diagnostics`.
[[nodiscard]] Result<ProofSteps> stepsOfFiles(const ExecutionRequest &start,
                                              const std::vector<std::filesystem::path> &files,
                                              const Builtins &builtins, Diagnostics &diagnostics,
                                              const JobControl &control = {});

/// The values that the request's model holds, a digest each: those of its file, external data beside it included.
/// Fails with "cancelled".
[[nodiscard]] Result<StoredDigests> storedDigestsOf(const ExecutionRequest &request,
                                                    const std::filesystem::path &file,
                                                    const JobControl &control);

/// Tells a request what somebody said of inputs and named dimensions that its model has.
void bindFacts(const InputFacts &given, ExecutionRequest &request);

} // namespace nervure
