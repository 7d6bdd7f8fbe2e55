// SPDX-License-Identifier: Apache-2.0
#include "core/proof/bisection.h"

#include "core/proof/step_checks.h"
#include "core/proof/step_states.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

constexpr std::array<std::string_view, 8> verdictNames{"unchanged", "same", "joined",    "differs",
                                                       "broken",    "open", "not asked", "unread"};

bool isForTheCaller(const Diagnostic &error)
{
    return error.code == "cancelled" || error.code == "out-of-memory" || error.code == "usage"
           || error.code.starts_with("device-");
}

class Bisector {
public:
    Bisector(const ProofSteps &steps, const BisectOptions &options, const ProofContext &context)
        : m_steps(steps),
          m_options(options),
          m_context(context),
          m_states(steps, options.heldBytes, context)
    {}

    Result<Bisection> run()
    {
        m_result.isAgainstFirst = m_options.isAgainstFirst;
        if (!m_options.only) {
            RETURN_IF_FAILED(checkLast());
        }
        for (std::size_t i = 0; i < m_steps.steps.size() && !isDone(i); ++i) {
            const ProofStep &step = m_steps.steps[i];
            m_context.execution.control.report(
                static_cast<double>(i) / static_cast<double>(m_steps.steps.size()), step.name);
            if (step.failure) {
                if (m_pending || m_result.found) {
                    break; // it stumbled over the graph that it was given
                }
                return *step.failure;
            }
            m_result.steps.push_back({step.name});
            if (step.unread) {
                m_result.steps.back().verdict = ProofVerdict::Unread;
                m_result.steps.back().remark = step.unread->message;
                continue;
            }
            RETURN_IF_FAILED(prove(step, m_result.steps.back()));
        }
        if (m_pending) {
            blameBroken();
        }
        return std::move(m_result);
    }

private:
    /// A step whose graph does not run, as long as none behind it does.
    struct Pending {
        std::size_t step = 0;
        Diagnostic why;
    };

    /// Nothing of the steps from `step` on is asked for.
    [[nodiscard]] bool isDone(std::size_t step) const
    {
        if (m_options.only) {
            return step > *m_options.only && !m_pending;
        }
        return m_result.found && !m_options.goesOn;
    }

    /// The step that is proved at the moment is one of those that were asked for, or shows what became of one.
    [[nodiscard]] bool isAsked() const
    {
        return !m_options.only || m_result.steps.size() > *m_options.only;
    }

    /// So that a graph which cannot run is no later pass's fault.
    Status checkLast()
    {
        const StepState &last = m_states.last();
        const auto &nodes = last.runnable->index->nodes();
        const auto node = std::find_if(nodes.begin(), nodes.end(),
                                       [](const auto &one) { return !one.isVariable(); });
        if (node != nodes.end()) {
            RETURN_IF_FAILED(last.trace->value({node->source, 0, 0}));
        }
        return {};
    }

    Status prove(const ProofStep &step, ProvedStep &proved)
    {
        RETURN_IF_FAILED(m_states.follow(step));
        if (!isAsked()) {
            return pass(step, proved);
        }
        if (m_options.only && m_result.steps.size() == *m_options.only + 1) {
            RETURN_IF_FAILED(checkLast());
        }
        if (step.hasChanged) {
            return compare(step, proved);
        }
        if (m_isOpen) {
            proved.verdict = ProofVerdict::Open;
        } else if (!m_pending && isKnownAgain(step)) {
            m_states.takeOver(step);
            if (const auto claim =
                    falseClaim(*step.index, step.analyses, *m_states.last().runnable)) {
                blame(*claim, m_result.steps.size() - 1);
            }
        }
        return {};
    }

    /// A step that nobody asked about: its graph is what the next one is compared with, if it can be run.
    Status pass(const ProofStep &step, ProvedStep &proved)
    {
        proved.verdict = ProofVerdict::NotAsked;
        if (!step.hasChanged) {
            if (isKnownAgain(step) && !m_isOpen) {
                m_states.takeOver(step);
            }
            return {};
        }
        if (m_options.isAgainstFirst) {
            return {};
        }
        Result<StepState> now = m_states.make(step);
        m_isOpen = !now;
        if (now) {
            m_states.take(std::move(now).value());
        }
        return {};
    }

    /// More is known now of the graph that others are compared with.
    [[nodiscard]] bool isKnownAgain(const ProofStep &step) const
    {
        return step.index && step.provenance.hasSharedIds && !m_options.isAgainstFirst;
    }

    Status compare(const ProofStep &step, ProvedStep &proved)
    {
        Result<StepState> now = m_states.make(step);
        if (!now) {
            return setAside(now.error(), proved);
        }
        Result<ValueComparison> compared =
            compareValues(m_states.last().traced(), now->traced(), m_states.provenance(),
                          m_options.tolerance, m_context);
        if (!compared) {
            return setAside(compared.error(), proved);
        }
        note(*compared, proved);
        joinPending();
        m_isOpen = false;
        if (compared->first) {
            blame(*compared, step);
        } else if (const auto claim = falseClaim(*step.index, step.analyses, *now->runnable)) {
            blame(*claim, m_result.steps.size() - 1);
        }
        proved.values = std::move(compared->values);
        if (!m_options.isAgainstFirst) {
            m_states.take(std::move(now).value());
        }
        return {};
    }

    /// A step that cannot be compared: it is open where nothing is known to be wrong.
    Status setAside(const Diagnostic &why, ProvedStep &proved)
    {
        if (isForTheCaller(why)) {
            return why;
        }
        proved.remark = why.message;
        if (why.code == "no-value" || why.code == "no-reference") {
            proved.verdict = ProofVerdict::Open;
            m_isOpen = true;
            return {};
        }
        proved.verdict = ProofVerdict::Broken;
        if (!m_pending) {
            m_pending = Pending{m_result.steps.size() - 1, why};
        }
        return {};
    }

    /// The graph runs again: the steps that could not be run belong to this one.
    void joinPending()
    {
        for (std::size_t i = m_pending ? m_pending->step : m_result.steps.size();
             i < m_result.steps.size(); ++i) {
            ProvedStep &step = m_result.steps[i];
            step.verdict =
                step.verdict == ProofVerdict::Broken ? ProofVerdict::Joined : step.verdict;
        }
        m_pending.reset();
    }

    static void note(const ValueComparison &compared, ProvedStep &proved)
    {
        for (const ComparedValue &value : compared.values) {
            proved.compared += value.isCompared;
            if (!compared.first && value.differs()) {
                ++proved.madeGood;
                continue;
            }
            proved.worst.absolute = std::max(proved.worst.absolute, value.error.absolute);
            proved.worst.relative = std::max(proved.worst.relative, value.error.relative);
            proved.worst.ulps = std::max(proved.worst.ulps, value.error.ulps);
        }
        if (!compared.nonFiniteBefore) {
            proved.nonFinite = compared.nonFiniteAfter;
        }
        if (compared.resultsBefore != compared.resultsAfter) {
            proved.remark = fmt::format("{} results, there were {}", compared.resultsAfter,
                                        compared.resultsBefore);
        }
        proved.verdict = compared.first ? ProofVerdict::Differs : ProofVerdict::Same;
    }

    void blame(const ValueComparison &compared, const ProofStep &step)
    {
        const ComparedValue &value = compared.values[*compared.first];
        FirstDifference found{m_result.steps.size() - 1, value.name, value};
        const Graph &before = *m_states.last().graph;
        const NodeComparison comparison(before, *step.graph, &m_states.provenance());
        if (const Provenance::Origin *origin = comparison.originOf(value.after)) {
            found.reason = origin->reason;
            for (const NodeId source : origin->from) {
                const Node *node = before.find(source);
                found.from.push_back(node ? node->name : std::string());
            }
        }
        keepFirst(std::move(found));
    }

    void blame(const Diagnostic &why, std::size_t step)
    {
        m_result.steps[step].verdict = ProofVerdict::Broken;
        m_result.steps[step].remark = why.message;
        keepFirst(FirstDifference{step, why.where.node});
    }

    void keepFirst(FirstDifference found)
    {
        if (!m_result.found || found.step < m_result.found->step) {
            m_result.found = std::move(found);
        }
    }

    void blameBroken()
    {
        const Pending pending = *m_pending;
        if (!m_options.goesOn) {
            m_result.steps.resize(pending.step + 1);
        }
        blame(pending.why, pending.step);
    }

    const ProofSteps &m_steps;
    const BisectOptions &m_options;
    const ProofContext &m_context;
    StepStates m_states;
    std::optional<Pending> m_pending;
    bool m_isOpen = false; ///< the graph of the step before could not be compared
    Bisection m_result;
};

} // namespace

std::optional<ProofVerdict> verdictOfName(std::string_view name)
{
    const auto found = std::find(verdictNames.begin(), verdictNames.end(), name);
    return found == verdictNames.end()
               ? std::nullopt
               : std::optional(static_cast<ProofVerdict>(found - verdictNames.begin()));
}

std::string_view verdictName(ProofVerdict verdict)
{
    return verdictNames[static_cast<std::size_t>(verdict)];
}

std::string_view againstName(bool isAgainstFirst)
{
    return isAgainstFirst ? "first" : "before";
}

std::size_t Bisection::countOf(ProofVerdict verdict) const
{
    return static_cast<std::size_t>(
        std::count_if(steps.begin(), steps.end(),
                      [verdict](const auto &step) { return step.verdict == verdict; }));
}

Result<Bisection> bisect(const ProofSteps &steps, const BisectOptions &options,
                         const ProofContext &context)
{
    return Bisector(steps, options, context).run();
}

} // namespace nervure
