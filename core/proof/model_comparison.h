// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_match.h"
#include "core/proof/value_look.h"

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

/// Two models that are kept, on the same inputs and weights: whether they compute the same, and their values.
class ModelPair {
public:
    /// Nodes are paired by what they match with; variables that match have the values of the model that has some, and
    /// where none has, they are made from the seed. A value that somebody gave for a variable that one of them does not
    /// have is dropped from it. Fails with "usage" on names that neither has, and where a model cannot be run.
    [[nodiscard]] static Result<std::unique_ptr<ModelPair>> make(ExecutionRequest &first,
                                                                 ExecutionRequest &second,
                                                                 const ExecutionContext &execution);
    ModelPair(const ModelPair &) = delete;
    ModelPair &operator=(const ModelPair &) = delete;

    /// Runs both, one kernel a node, and compares results by their number and nodes by what they match with.
    [[nodiscard]] Result<ModelComparison> compare(std::optional<double> tolerance);
    /// A value of the second, or of the first, or their difference. Fails as lookAt() does.
    [[nodiscard]] Result<WeightReport> look(const TensorRequest &request,
                                            const JobControl &control);

private:
    ModelPair(const ExecutionRequest &first, const ExecutionRequest &second,
              const ExecutionContext &execution);
    Status relateModels(const ExecutionRequest &first, const ExecutionRequest &second);

    ExecutionContext m_execution;
    ExecutionRequest m_firstManner;
    ExecutionRequest m_secondManner;
    ProofContext m_firstContext;
    ProofContext m_secondContext;
    RunnableModel m_first;
    RunnableModel m_second;
    ModelComparison m_known; ///< without values
    Provenance m_provenance;
    std::optional<ValueTrace> m_firstTrace; ///< of what is looked at
    std::optional<ValueTrace> m_secondTrace;
};

/// The request's model beside that of a file, run in the same manner: what was given for the request's inputs is
/// for both. Findings of the file go to `diagnostics`.
[[nodiscard]] Result<std::unique_ptr<ModelPair>> pairWithFile(ExecutionRequest request,
                                                              const std::string &file,
                                                              const ExecutionContext &execution,
                                                              Diagnostics &diagnostics);

} // namespace nervure
