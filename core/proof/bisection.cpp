// SPDX-License-Identifier: Apache-2.0
#include "core/proof/bisection.h"

#include "core/proof/step_checks.h"
#include "core/proof/step_states.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

bool hasCuts(const ProofSteps &steps)
{
    return std::any_of(steps.steps.begin(), steps.steps.end(),
                       [](const ProofStep &step) { return step.cuts != nullptr; });
}

bool isForTheCaller(const Diagnostic &error)
{
    return error.code == "cancelled" || error.code == "out-of-memory" || error.code == "usage"
           || error.code.starts_with("device-");
}

/// Goes through the steps once, with the values of one seed.
class Bisector {
public:
    /// `start` is what runs of the first graph, with the values of that seed. Seeds behind the first only ask of outputs,
    /// unless these differ.
    Bisector(const ProofSteps &steps, const RunnableGraph &start, std::size_t seed,
             const BisectOptions &options, const ProofContext &context)
        : m_steps(steps),
          m_seed(seed),
          m_options(options),
          m_context(context),
          m_states(steps, start, context.how.seed + seed, options.heldBytes, context)
    {}

    /// `end`: steps from there on are not asked for.
    Result<Bisection> run(std::size_t end)
    {
        m_result.isAgainstFirst = m_options.isAgainstFirst;
        if (!m_options.only && m_seed == 0) {
            RETURN_IF_FAILED(checkLast());
        }
        const std::size_t count = std::min(end, m_steps.steps.size());
        for (std::size_t i = 0; i < count && !isDone(i); ++i) {
            const ProofStep &step = m_steps.steps[i];
            report(i, step.name);
            if (step.failure) {
                if (m_pending || m_result.found) {
                    break; // it stumbled over the graph that it was given
                }
                return *step.failure;
            }
            m_result.steps.push_back({step.name});
            if (!step.graph) {
                passOver(step, m_result.steps.back());
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

    void report(std::size_t step, const std::string &name) const
    {
        const auto all = static_cast<double>(m_steps.steps.size() * m_options.seeds);
        const auto done = static_cast<double>(m_steps.steps.size() * m_seed + step);
        m_context.execution.control.report(done / all, name);
    }

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

    /// A step without a graph: its file cannot be read or run, or says what the one before says, which cannot.
    void passOver(const ProofStep &step, ProvedStep &proved)
    {
        if (!isAsked() || step.isOther) {
            proved.verdict = ProofVerdict::NotAsked;
            proved.remark = step.isOther ? "no step: " + step.notRun->message : std::string();
        } else if (step.notRun) {
            proved.verdict = ProofVerdict::NotRun;
            proved.remark = step.notRun->message;
            proved.isUnreadable = step.isUnreadable;
            m_across.push_back(step.name);
        }
    }

    Status prove(const ProofStep &step, ProvedStep &proved)
    {
        RETURN_IF_FAILED(m_states.follow(step));
        if (!isAsked()) {
            return pass(step, proved);
        }
        if (m_options.only && m_result.steps.size() == *m_options.only + 1 && m_seed == 0) {
            RETURN_IF_FAILED(checkLast());
        }
        if (!step.isIdentical) {
            return compare(step, proved);
        }
        if (!m_pending && m_across.empty() && isKnownAgain(step)) {
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
        if (step.isIdentical) {
            if (isKnownAgain(step) && m_across.empty()) {
                m_states.takeOver(step);
            }
            return {};
        }
        if (m_options.isAgainstFirst) {
            return {};
        }
        Result<StepState> now = m_states.make(step);
        if (now) {
            m_states.take(std::move(now).value());
            m_across.clear();
        } else {
            m_across.push_back(step.name);
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
        const CutOperators none;
        const CutOperators &old = m_states.last().cuts ? *m_states.last().cuts : none;
        const CutOperators &cuts = step.cuts ? *step.cuts : none;
        if (const std::string alone = cutInOneAlone(old, cuts); !alone.empty()) {
            proved.verdict = ProofVerdict::NotRun;
            proved.remark = "unknown operator " + alone;
            m_across.clear(); // the next one is compared with this one, if it has the operator, too
            return moveOn(std::move(now).value());
        }
        if (m_seed > 0) {
            Result<bool> differs = outputsDiffer(m_states.last().traced(), now->traced(),
                                                 m_options.tolerance, m_context);
            if (!differs) {
                return setAside(differs.error(), proved);
            }
            if (!*differs) {
                proved.verdict = ProofVerdict::Equal;
                joinPending();
                m_across.clear();
                return moveOn(std::move(now).value());
            }
        }
        Result<ValueComparison> compared =
            compareValues(m_states.last().traced(), now->traced(), m_states.provenance(),
                          m_options.tolerance, m_context);
        if (!compared) {
            return setAside(compared.error(), proved);
        }
        return conclude(step, std::move(*compared), std::move(now).value(), proved);
    }

    Status conclude(const ProofStep &step, ValueComparison compared, StepState now,
                    ProvedStep &proved)
    {
        note(compared, proved);
        for (const CutOperator &cut : step.cuts ? *step.cuts : CutOperators()) {
            proved.assumed.push_back(cut.title);
        }
        proved.notRunBefore = std::exchange(m_across, {});
        joinPending();
        if (proved.verdict == ProofVerdict::Different) {
            proved.seed = m_context.how.seed + m_seed;
            blame(compared, step);
        } else if (const auto claim = falseClaim(*step.index, step.analyses, *now.runnable)) {
            blame(*claim, m_result.steps.size() - 1);
        }
        proved.values = std::move(compared.values);
        return moveOn(std::move(now));
    }

    /// The next step is compared with this graph.
    Status moveOn(StepState now)
    {
        if (!m_options.isAgainstFirst) {
            m_states.take(std::move(now));
        }
        return {};
    }

    /// A step that cannot be compared: it was not run where nothing is known to be wrong.
    Status setAside(const Diagnostic &why, ProvedStep &proved)
    {
        if (isForTheCaller(why)) {
            return why;
        }
        proved.remark = why.message;
        m_across.push_back(proved.name);
        if (why.code == "no-value" || why.code == "no-reference") {
            proved.verdict = ProofVerdict::NotRun;
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
            if (!compared.resultsDiffer() && value.differs()) {
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
        proved.verdict = verdictOf({nullptr, &compared});
        if (proved.verdict == ProofVerdict::NotRun) {
            proved.remark = "the graphs have no outputs that could be compared";
        }
    }

    void blame(const ValueComparison &compared, const ProofStep &step)
    {
        if (!compared.first) { // there are not as many results, and those that there are agree
            keepFirst(FirstDifference{m_result.steps.size() - 1, {}});
            return;
        }
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
    std::size_t m_seed; ///< which of the seeds
    const BisectOptions &m_options;
    const ProofContext &m_context;
    StepStates m_states;
    std::optional<Pending> m_pending;
    std::vector<std::string> m_across; ///< steps since the last graph that could be run
    Bisection m_result;
};

} // namespace

std::string_view againstName(bool isAgainstFirst)
{
    return isAgainstFirst ? "first" : "before";
}

namespace {

bool isWrong(const ProvedStep &step)
{
    return step.verdict == ProofVerdict::Different || step.verdict == ProofVerdict::Broken;
}

/// What another seed shows: a step is as bad as with the seed that is worst for it.
void merge(Bisection other, Bisection &result)
{
    for (std::size_t i = 0; i < std::min(other.steps.size(), result.steps.size()); ++i) {
        ProvedStep &step = result.steps[i];
        const std::size_t seeds = step.seeds + (step.compared > 0 ? 1 : 0);
        if (isWrong(other.steps[i]) && !isWrong(step)) {
            step = std::move(other.steps[i]);
        }
        step.seeds = seeds;
    }
    const auto isBefore = [&](const FirstDifference &found) {
        return !result.found || found.step < result.found->step;
    };
    if (other.found && isBefore(*other.found)) {
        result.found = std::move(other.found);
    }
}

} // namespace

Result<Bisection> bisect(const ProofSteps &steps, const BisectOptions &options,
                         const ProofContext &context)
{
    BisectOptions own = options;
    const bool isInvented = !steps.start.seeded.empty() || hasCuts(steps);
    own.seeds = isInvented ? std::max<std::size_t>(options.seeds, 1) : 1;
    ASSIGN_OR_RETURN(Bisection result,
                     Bisector(steps, steps.start.graph, 0, own, context).run(steps.steps.size()));
    for (ProvedStep &step : result.steps) {
        step.seeds = step.compared > 0 ? 1 : 0;
    }
    for (std::size_t seed = 1; seed < own.seeds; ++seed) {
        // What differs with one seed need not be run with another.
        const std::size_t end =
            result.found && !own.goesOn ? result.found->step : result.steps.size();
        ASSIGN_OR_RETURN(const RunnableGraph start, reseeded(steps.start, context.how.seed + seed));
        ASSIGN_OR_RETURN(Bisection other, Bisector(steps, start, seed, own, context).run(end));
        merge(std::move(other), result);
        if (result.found && !own.goesOn) {
            result.steps.resize(result.found->step + 1);
        }
    }
    for (const SeededVariable &variable : steps.start.seeded) {
        if (!variable.name.starts_with(cutKeyPrefix)) {
            result.invented.push_back(variable.name);
        }
    }
    return result;
}

} // namespace nervure
