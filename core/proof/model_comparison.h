// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_match.h"
#include "core/proof/value_comparison.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// Two models that were run on the same inputs and weights.
struct ModelComparison {
    /// As they ran: other frameworks' operators lowered.
    std::shared_ptr<const IndexedGraph> first;
    std::shared_ptr<const IndexedGraph> second;
    GraphMatch match; ///< which of their nodes are the same, and how sure that is
    ValueComparison values;
    std::size_t sharedVariables = 0; ///< of the second model, with the values of one of the first
    /// Those that have values of their own: nothing in the first model is them, or both files hold values.
    std::vector<std::string> ownVariables;
};

/// One of them, and how it runs.
struct ComparedModel {
    const ExecutionRequest &request;
    const ProofContext &context;
};

/// Runs both, one kernel a node, and compares results by their number and nodes by what they match with.
/// Variables that match have the values of the model that has some; where none has, they are made from the seed.
/// Fails where a model cannot be run.
[[nodiscard]] Result<ModelComparison> compareModels(const ComparedModel &first,
                                                    const ComparedModel &second,
                                                    std::optional<double> tolerance);

/// The same of two requests that somebody gave values: a value for a variable that one of them does not have is
/// dropped from it. Fails with "usage" on names that neither has.
[[nodiscard]] Result<ModelComparison> compareRequests(ExecutionRequest &first,
                                                      ExecutionRequest &second,
                                                      std::optional<double> tolerance,
                                                      ExecutionContext &execution);

/// The request's model beside that of a file, run in the same manner: what was given for the request's inputs is
/// for both. Findings of the file go to `diagnostics`.
[[nodiscard]] Result<ModelComparison> compareWithFile(ExecutionRequest request,
                                                      const std::string &file,
                                                      std::optional<double> tolerance,
                                                      ExecutionContext &execution,
                                                      Diagnostics &diagnostics);

} // namespace nervure
