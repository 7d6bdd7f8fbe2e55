// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_match.h"
#include "core/proof/value_look.h"
#include "core/proof/verdict.h"

#include <filesystem>
#include <map>
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
    ProofVerdict verdict = ProofVerdict::NotRun; ///< Identical, Equal or Different
    std::vector<std::string> assumed{};  ///< operators that nothing here computes, as in ProvedStep
    std::vector<std::string> invented{}; ///< variables of the first whose values nobody gave
    std::size_t seeds =
        1; ///< how many seeds made them, up to the first with which an output differs
    std::size_t sharedVariables = 0; ///< of the second model, with the values of one of the first
    /// Those that have values of their own: nothing in the first model is them, or both files hold values.
    std::vector<std::string> ownVariables;
};

/// Where two models come from, for what their files hold beside the graphs.
struct ComparedFiles {
    std::filesystem::path first;
    std::filesystem::path second;
};

/// Two models that are kept, on the same inputs and weights: whether they compute the same, and their values.
class ModelPair {
public:
    /// Nodes are paired by what they match with; variables that match have the values of the model that has some, and
    /// where none has, they are made from seeds. A value that somebody gave for a variable that one of them does not
    /// have is dropped from it. Operators that nothing here computes are cut out where both have them. The files are
    /// where the requests come from. Fails with "usage" on names that neither has, with "no-reference" on an unknown
    /// operator that one alone has, and where a model cannot be run.
    [[nodiscard]] static Result<std::unique_ptr<ModelPair>> make(ExecutionRequest &first,
                                                                 ExecutionRequest &second,
                                                                 const ComparedFiles &files,
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
    Status relateModels(const ExecutionRequest &first, const ExecutionRequest &second,
                        const ComparedFiles &files);
    Status makeModels(const ExecutionRequest &first, const ExecutionRequest &second,
                      const Provenance &provenance);
    /// With the values of the first seed, or of the first with which an output differs.
    Result<ValueComparison> compareSeeds(std::optional<double> tolerance, ModelComparison &result);
    /// What both run with when nobody gave it, from that seed.
    Result<std::pair<RunnableGraph, RunnableGraph>> seeded(std::uint64_t seed) const;

    ExecutionContext m_execution;
    ExecutionRequest m_firstManner;
    ExecutionRequest m_secondManner;
    ProofContext m_firstContext;
    ProofContext m_secondContext;
    RunnableModel m_first;
    RunnableModel m_second;
    ModelComparison m_known;      ///< without values
    GraphDifference m_difference; ///< of the documents
    CutOperators m_firstCuts;
    CutOperators m_secondCuts;
    /// Variables of the second that have the values of one of the first, by name.
    std::map<std::string, std::string> m_shared;
    Provenance m_provenance;
    std::optional<ValueTrace> m_firstTrace; ///< of what is looked at
    std::optional<ValueTrace> m_secondTrace;
};

/// The request's model, which came from `files.first`, beside that of `files.second`, run in the same manner: what was given for the request's inputs is
/// for both. Findings of the file go to `diagnostics`.
[[nodiscard]] Result<std::unique_ptr<ModelPair>> pairWithFile(ExecutionRequest request,
                                                              const ComparedFiles &files,
                                                              const ExecutionContext &execution,
                                                              Diagnostics &diagnostics);

} // namespace nervure
