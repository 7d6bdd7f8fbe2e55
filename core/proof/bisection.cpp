// SPDX-License-Identifier: Apache-2.0
#include "core/proof/bisection.h"

#include "core/graph/difference/node_lineage.h"
#include "core/proof/kernel_bodies.h"
#include "core/proof/step_checks.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

bool isForTheCaller(const Diagnostic &error)
{
    return error.code == "cancelled" || error.code == "out-of-memory" || error.code == "usage"
           || error.code.starts_with("device-");
}

/// A graph that was run, with its values.
struct RunState {
    std::shared_ptr<const Graph> graph; ///< as the pass left it
    std::shared_ptr<const IndexedGraph> index;
    Analyses analyses;
    std::unique_ptr<RunnableGraph> runnable; ///< calls of kernels put in words
    std::unique_ptr<ValueTrace> trace;

    [[nodiscard]] TracedGraph traced() const { return {*index, &analyses, *trace}; }
};

class Bisector {
public:
    Bisector(const ProofSteps &steps, const BisectOptions &options, const ProofContext &context)
        : m_steps(steps),
          m_options(options),
          m_context(context),
          m_builtins(context.execution.builtins),
          m_values(steps.start.graph.values)
    {}

    Result<Bisection> run()
    {
        RETURN_IF_FAILED(start());
        for (std::size_t i = 0; i < m_steps.steps.size() && !m_result.found; ++i) {
            const ProofStep &step = m_steps.steps[i];
            m_context.execution.control.report(
                static_cast<double>(i) / static_cast<double>(m_steps.steps.size()), step.name);
            if (step.failure) {
                if (m_pending) {
                    break; // it stumbled over the graph that it was given
                }
                return *step.failure;
            }
            m_result.steps.push_back({step.name});
            RETURN_IF_FAILED(prove(step, m_result.steps.back()));
        }
        if (m_pending && !m_result.found) {
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

    Status start()
    {
        const RunnableGraph &graph = m_steps.start.graph;
        m_last.index = graph.index;
        m_last.graph = std::shared_ptr<const Graph>(graph.index, &graph.index->graph());
        m_last.runnable = std::make_unique<RunnableGraph>(graph);
        m_last.trace =
            std::make_unique<ValueTrace>(*m_last.runnable, m_context, m_options.heldBytes);
        m_before = m_last.graph;
        for (const IndexedNode &node : graph.index->nodes()) {
            if (!node.isVariable()) { // so that a model which cannot run is no pass's fault
                RETURN_IF_FAILED(m_last.trace->value({node.source, 0, 0}));
                break;
            }
        }
        return {};
    }

    Status prove(const ProofStep &step, ProvedStep &proved)
    {
        RETURN_IF_FAILED(followValues(step));
        m_bodies.follow(*m_before, *step.graph, step.provenance);
        if (const auto *fused = step.analyses.find(keys::fusedEntry, step.index)) {
            m_bodies.take(**fused, *step.index);
        }
        m_provenance = m_before == m_last.graph ? step.provenance : overGraphsBetween(step);
        m_before = step.graph;
        if (step.hasChanged) {
            return compare(step, proved);
        }
        if (m_isOpen) {
            proved.verdict = ProofVerdict::Open;
        } else if (!m_pending && step.index && step.provenance.hasSharedIds) {
            takeOver(step);
        }
        return {};
    }

    /// Where the step's nodes came from in the last graph that ran.
    [[nodiscard]] Provenance overGraphsBetween(const ProofStep &step) const
    {
        const NodeLineage lineage(
            {{m_last.graph},
             {m_before, std::make_shared<const Provenance>(m_provenance)},
             {step.graph, std::make_shared<const Provenance>(step.provenance)}});
        return lineage.between(0, 2);
    }

    /// The same graph, of which more is known now.
    void takeOver(const ProofStep &step)
    {
        m_last.graph = step.graph;
        m_last.index = step.index;
        m_last.analyses = step.analyses;
        if (const auto claim = falseClaim(*step.index, step.analyses, *m_last.runnable)) {
            blame(*claim, m_result.steps.size() - 1);
        }
    }

    Status compare(const ProofStep &step, ProvedStep &proved)
    {
        RunState now;
        const Status made = makeState(step, now);
        if (!made) {
            return setAside(made.error(), proved);
        }
        Result<ValueComparison> compared = compareValues(
            m_last.traced(), now.traced(), m_provenance, m_options.tolerance, m_context);
        if (!compared) {
            return setAside(compared.error(), proved);
        }
        note(*compared, proved);
        joinPending();
        m_isOpen = false;
        if (compared->first) {
            blame(*compared, step);
        } else if (const auto claim = falseClaim(*step.index, step.analyses, *now.runnable)) {
            blame(*claim, m_result.steps.size() - 1);
        }
        m_last = std::move(now);
        return {};
    }

    Status makeState(const ProofStep &step, RunState &state)
    {
        if (!step.index) {
            return makeError("compare", "the graph has a cycle or reads what is not there");
        }
        const Graph expanded = m_bodies.expanded(*step.graph, m_builtins.ops);
        if (const auto unknown = unknownNode(expanded, m_builtins.ops)) {
            return *unknown;
        }
        ASSIGN_OR_RETURN(
            RunnableGraph runnable,
            makeRunnable(expanded, m_values, m_steps.start.graph.semantics, m_builtins));
        state.graph = step.graph;
        state.index = step.index;
        state.analyses = step.analyses;
        state.runnable = std::make_unique<RunnableGraph>(std::move(runnable));
        state.trace = std::make_unique<ValueTrace>(*state.runnable, m_context, m_options.heldBytes);
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

    /// Values of variables that the step named anew, that its file has, or that are computed beforehand from
    /// now on.
    Status followValues(const ProofStep &step)
    {
        const NodeComparison comparison(*m_before, *step.graph, &step.provenance);
        SharedValues more = step.own;
        for (const NodeId id : step.graph->nodes()) {
            const Node &node = step.graph->node(id);
            const NodeId was = node.isVariable() ? comparison.stillIs(id) : NodeId();
            const auto value =
                was == NodeId() ? m_values.end() : m_values.find(m_before->node(was).name);
            if (value != m_values.end()) {
                more.emplace(node.name, value->second);
            }
        }
        for (auto &[name, value] : more) {
            m_values.insert_or_assign(name, std::move(value));
        }
        return step.hasChanged ? computeBeforehand(step) : Status();
    }

    Status computeBeforehand(const ProofStep &step)
    {
        const auto *graph = step.analyses.find(keys::precomputeGraph);
        const auto *names = step.analyses.find(keys::precomputeOutputNames);
        if (!graph || !*graph || !names) {
            return {};
        }
        ASSIGN_OR_RETURN(
            const RunnableGraph runnable,
            makeRunnable(**graph, m_values, m_steps.start.graph.semantics, m_builtins));
        ASSIGN_OR_RETURN(std::vector<Tensor> values,
                         entryValues(runnable, (*graph)->heads(), m_context));
        for (std::size_t i = 0; i < std::min(names->size(), values.size()); ++i) {
            m_values[(*names)[i]] = std::make_shared<const Tensor>(std::move(values[i]));
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
        const NodeComparison comparison(*m_last.graph, *step.graph, &m_provenance);
        if (const Provenance::Origin *origin = comparison.originOf(value.after)) {
            found.reason = origin->reason;
            for (const NodeId source : origin->from) {
                const Node *node = m_last.graph->find(source);
                found.from.push_back(node ? node->name : std::string());
            }
        }
        m_result.found = std::move(found);
    }

    void blame(const Diagnostic &why, std::size_t step)
    {
        m_result.steps[step].verdict = ProofVerdict::Broken;
        m_result.steps[step].remark = why.message;
        m_result.found = FirstDifference{step, why.where.node};
    }

    void blameBroken()
    {
        const Pending pending = *m_pending;
        m_result.steps.resize(pending.step + 1);
        blame(pending.why, pending.step);
    }

    const ProofSteps &m_steps;
    const BisectOptions &m_options;
    const ProofContext &m_context;
    const Builtins &m_builtins;
    SharedValues m_values; ///< of all variables that there were so far
    KernelBodies m_bodies;
    RunState m_last;                       ///< the last graph that ran
    std::shared_ptr<const Graph> m_before; ///< the graph of the step before
    Provenance m_provenance;               ///< from `m_last` to `m_before`
    std::optional<Pending> m_pending;
    bool m_isOpen = false; ///< the graph of the step before could not be compared
    Bisection m_result;
};

} // namespace

std::string_view verdictName(ProofVerdict verdict)
{
    constexpr std::array<std::string_view, 6> names{"unchanged", "same",   "joined",
                                                    "differs",   "broken", "open"};
    return names[static_cast<std::size_t>(verdict)];
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
