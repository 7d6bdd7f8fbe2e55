// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/kernel_bodies.h"
#include "core/proof/proof_steps.h"
#include "core/proof/value_comparison.h"

#include <memory>

namespace nervure {

/// A graph of a step, ready to be run, with its values.
struct StepState {
    std::shared_ptr<const Graph> graph; ///< as the pass left it
    std::shared_ptr<const IndexedGraph> index;
    Analyses analyses;
    std::shared_ptr<RunnableGraph> runnable; ///< calls of kernels put in words
    std::shared_ptr<ValueTrace> trace;
    std::shared_ptr<const CutOperators> cuts; ///< null: none

    [[nodiscard]] TracedGraph traced() const { return {*index, &analyses, *trace, cuts.get()}; }
};

/// Goes from step to step: knows the values of all variables, what kernels compute, and where nodes came
/// from in the last graph that could be run. Nothing but what is computed beforehand runs until a value is
/// asked for.
class StepStates {
public:
    /// All must outlive it. `start` is what runs of the first graph, its values included; `seed` makes values of
    /// operators that steps cut out. `heldBytes`: of the values of a graph at a time.
    StepStates(const ProofSteps &steps, const RunnableGraph &start, std::uint64_t seed,
               std::size_t heldBytes, const ProofContext &context);

    /// The last graph that could be run.
    [[nodiscard]] const StepState &last() const { return m_last; }
    /// From last() to the graph that was followed to.
    [[nodiscard]] const Provenance &provenance() const { return m_provenance; }

    /// To the next step. Fails where what it computes beforehand cannot be.
    Status follow(const ProofStep &step);
    /// What runs of the step that was followed to. Fails where it cannot be run, with "no-value" and
    /// "no-reference" where nobody can tell whether it could.
    [[nodiscard]] Result<StepState> make(const ProofStep &step) const;
    /// It is the last one that could be run, from now on.
    void take(StepState state) { m_last = std::move(state); }
    /// The step left the graph alone: it is last(), of which more is known now.
    void takeOver(const ProofStep &step);

private:
    [[nodiscard]] Provenance overGraphsBetween(const ProofStep &step) const;
    Status followValues(const ProofStep &step);
    Status computeBeforehand(const ProofStep &step);

    const ProofSteps &m_steps;
    std::uint64_t m_seed;
    std::size_t m_heldBytes;
    const ProofContext &m_context;
    SharedValues m_values; ///< of all variables that there were so far
    KernelBodies m_bodies;
    StepState m_last;
    std::shared_ptr<const Graph> m_before; ///< the graph of the step before
    Provenance m_provenance;               ///< from `m_last` to `m_before`
};

} // namespace nervure
