// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/weight_report.h"
#include "core/proof/bisection.h"
#include "core/proof/step_states.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nervure {

/// Which value of a step is looked at.
enum class TensorSide : std::uint8_t {
    After,      ///< as the step's graph computes it
    Before,     ///< as the graph that the step is compared with computes it
    Difference, ///< the first less the second
};

/// A value that a run computes on the way, and what is asked of it.
struct TensorRequest {
    std::size_t step =
        0; ///< how many passes have been; 0: what the model was lowered to, or itself
    TensorSide side = TensorSide::After;
    bool isOfModel =
        false; ///< of the model as it was read: `place` numbers its nodes in their order
    /// The value: its node's number in the indexed graph of the step.
    std::uint32_t place = 0;
    std::uint32_t output = 0;
    /// The same in the graph that the step is compared with, for the other two sides.
    std::uint32_t beforePlace = 0;
    std::uint32_t beforeOutput = 0;
    WeightRequest view{};
};

/// Graphs of steps that are run for what is asked of them: whether they compute the same, and the values on
/// the way. Of two graphs at a time as many values are held as `heldBytes` allow, so that a second look runs
/// nothing.
class ProofSession {
public:
    static constexpr std::size_t heldBytes = std::size_t{256} << 20;

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
    [[nodiscard]] Result<WeightReport> lookAtDifference(const TensorRequest &request,
                                                        const Entry &after, const Entry &before,
                                                        const JobControl &control);

    ProofSteps m_steps;
    std::vector<NodeId> m_model;
    ExecutionRequest m_how;
    ExecutionContext m_execution;
    ProofContext m_context;
    std::optional<StepPair> m_pair; ///< the last that was looked at
    bool m_isAgainstFirst = false;  ///< the last proof was
};

} // namespace nervure
