// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/bisection.h"
#include "core/proof/step_states.h"
#include "core/proof/value_look.h"

#include <optional>
#include <vector>

namespace nervure {

/// Graphs of steps that are run for what is asked of them: whether they compute the same, and the values on
/// the way.
class ProofSession {
public:
    /// `model` are the nodes of the model as it was read. `how` says on what device, see ProofContext.
    ProofSession(ProofSteps steps, std::vector<NodeId> model, ExecutionRequest how,
                 ExecutionContext execution);
    ProofSession(const ProofSession &) = delete;
    ProofSession &operator=(const ProofSession &) = delete;

    [[nodiscard]] const ProofSteps &steps() const { return m_steps; }

    /// What steps are beside of which values are looked at; as in the last proof unless it is said.
    void setAgainstFirst(bool isAgainstFirst);

    /// Fails with "usage" where there is no step `options.only`, else as bisect() does.
    [[nodiscard]] Result<Bisection> prove(const BisectOptions &options, const JobControl &control);
    /// Fails with "no-such-value", with what reportWeight() fails with, and where the graph cannot be run.
    [[nodiscard]] Result<WeightReport> look(const TensorRequest &request,
                                            const JobControl &control);

private:
    /// A step's graph and the one that it is compared with.
    struct StepPair {
        std::size_t step = 0;
        StepState before;
        StepState after;
    };

    [[nodiscard]] Result<StepPair> makePair(std::size_t step) const;
    Status goTo(std::size_t step);
    [[nodiscard]] Result<Entry> placeOf(const TensorRequest &request) const;

    ProofSteps m_steps;
    std::vector<NodeId> m_model;
    ExecutionRequest m_how;
    ExecutionContext m_execution;
    ProofContext m_context;
    std::optional<StepPair> m_pair; ///< the last that was looked at
    bool m_isAgainstFirst = false;  ///< the last proof was
};

} // namespace nervure
