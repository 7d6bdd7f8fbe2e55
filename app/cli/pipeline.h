// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/load_model.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nervure::cli {

/// One pass that ran.
struct PipelineStep {
    std::string name;
    double ms = 0;
    bool isChanged = false; ///< it changed the graph
    Graph graph;            ///< after the pass; only kept when it was asked for
};

/// What a pipeline of passes left behind; as far as it came, when it failed.
struct PipelineResult {
    Graph graph;
    std::shared_ptr<const IndexedGraph> index; ///< of `graph`; null when it cannot be indexed
    Analyses analyses;                         ///< over `index`
    std::vector<PipelineStep> steps;
    Diagnostics diagnostics;
    std::optional<Diagnostic> failure; ///< what stopped it
};

/// Runs passes written as `A,PlanMemory{match_range=8}` on a copy of the model's graph.
[[nodiscard]] Result<PipelineResult> runPipeline(const std::string &passes, const CliModel &model,
                                                 const Builtins &builtins, bool keepGraphs = false);

/// Shapes and types as far as they can be known; never fails.
[[nodiscard]] PipelineResult infer(const CliModel &model, const Builtins &builtins);

} // namespace nervure::cli
