// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pass_manager.h"

#include "core/passes/graph_attributes.h"
#include "core/passes/graph_checks.h"
#include "core/passes/inherit.h"
#include "core/passes/known_variables.h"
#include "core/passes/pass_arguments.h"
#include "core/passes/pass_options.h"
#include "core/passes/variable_facts.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <new>
#include <stdexcept>
#include <utility>

namespace nervure {

namespace {

double millisecondsSince(std::chrono::steady_clock::time_point start)
{
    const std::chrono::duration<double, std::milli> passed =
        std::chrono::steady_clock::now() - start;
    return passed.count();
}

/// What describes a step, in this order, and the attribute that tells it was done.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> describingPasses{
    {{"InferShape", keys::shape.name},
     {"InferType", keys::dtype.name},
     {"PlanMemory", keys::storageId.name}}};

class Runner {
public:
    Runner(Graph graph, const PassEnvironment &environment)
        : m_env(environment),
          m_inputs(environment.inputs),
          m_addNeeded(environment.addNeeded)
    {
        m_run.graph = std::move(graph);
    }

    PassRun run(std::span<const PassRequest> passes)
    {
        m_run.ok = (runAll(passes, 0, 1) || m_isStopped) && !hasErrors(m_run.diagnostics);
        return std::move(m_run);
    }

private:
    /// `from` and `to` say which part of the whole run this is.
    bool runAll(std::span<const PassRequest> passes, double from, double to)
    {
        const double share = (to - from) / static_cast<double>(passes.size());
        for (const PassRequest &request : passes) {
            m_env.control.report(from, request.name);
            const PassSpec *spec = m_env.passes.find(request.name);
            const bool ok = spec && spec->expand ? runExpanded(*spec, request, from, from + share)
                                                 : runOne(request, false);
            if (!ok && !m_env.keepsGoing) {
                return false;
            }
            from += share;
        }
        return true;
    }

    bool runExpanded(const PassSpec &spec, const PassRequest &request, double from, double to)
    {
        PassResult failed;
        failed.name = request.name;
        if (!m_partOf.empty()) {
            return fail(failed,
                        makeError("pass-nested", "pass {} cannot be a part of another", spec.name));
        }
        auto expansion = expandPass(request, m_run.graph, m_env);
        if (!expansion) {
            return fail(failed, expansion.error());
        }
        if (m_env.changesExpansion) {
            if (const Status status = m_env.changesExpansion(expansion->passes); !status) {
                return fail(failed, status.error());
            }
        }
        if (expansion->inputs.parameters != m_inputs.parameters) {
            m_inherited = std::make_shared<const InheritedFacts>(
                factsAtStart(m_run.graph, m_env.ops, expansion->inputs));
        }
        InputFacts before = std::exchange(m_inputs, std::move(expansion->inputs));
        m_partOf = spec.name;
        const bool ok = runAll(expansion->passes, from, to);
        m_partOf.clear();
        std::swap(m_inputs, before);
        m_inputs.parameters = std::move(before.parameters);
        return ok;
    }

    /// Indexes the graph unless that is done; imports what the file says about its entries.
    Status prepare(Diagnostics &found)
    {
        if (m_run.index) {
            return {};
        }
        ASSIGN_OR_RETURN(auto index, IndexedGraph::build(m_run.graph, m_env.ops, found));
        m_run.index = index;
        if (!m_imported) {
            m_run.analyses = readGraphAttributes(*m_run.index, listOrderOf(m_env.semantics), found);
            m_imported = true;
        }
        return {};
    }

    bool fail(PassResult &step, Diagnostic error)
    {
        if (m_env.keepsGoing && hasErrors(m_run.diagnostics)) {
            return false; // what was found before is why
        }
        step.ok = false;
        step.diagnostics.push_back(std::move(error));
        return finish(step);
    }

    /// Keeps the step; whether the run may go on.
    bool finish(PassResult &step)
    {
        step.graph = m_run.index ? std::shared_ptr<const Graph>(m_run.index, &m_run.index->graph())
                                 : std::make_shared<const Graph>(m_run.graph);
        step.index = m_run.index;
        step.analyses = m_run.analyses;
        m_known.note(m_run.index, m_run.analyses);
        if (m_env.describesSteps) {
            Analyses described = describe();
            tellTotals(step, described);
            step.analyses = m_hasChanged ? std::move(described) : m_run.analyses;
        }
        step.ok = step.ok && !hasErrors(step.diagnostics);
        const PassSpec *spec = m_env.passes.find(step.name);
        if (step.ok && spec && m_run.index) {
            step.gap = findGap(spec->provides, *m_run.index, m_run.analyses);
        }
        m_run.diagnostics.insert(m_run.diagnostics.end(), step.diagnostics.begin(),
                                 step.diagnostics.end());
        m_run.steps.push_back(std::move(step));
        const PassResult &kept = m_run.steps.back();
        m_isStopped = kept.ok && m_env.stopsAfter && m_env.stopsAfter(kept);
        return kept.ok && !m_isStopped;
    }

    void tellTotals(PassResult &step, const Analyses &described)
    {
        step.inherited = inherited(*step.graph);
        if (step.index) {
            step.totals = graphTotals(*step.index, described, step.inherited->parameters,
                                      m_env.semantics, &step.inherited->kernelMacs);
        }
    }

    /// What is known of the present graph, which `graph` is.
    const std::shared_ptr<const InheritedFacts> &inherited(const Graph &graph)
    {
        if (!m_inherited) {
            m_inherited = std::make_shared<const InheritedFacts>(
                factsAtStart(graph, m_env.ops, m_env.inputs));
        }
        return m_inherited;
    }

    /// The graph is about to become another. Passes that follow are told which variables hold weights,
    /// unless the graph itself names them.
    void followChange(const Graph &now, const Analyses &known, const PassResult &step)
    {
        const IndexedGraph &before = *m_run.index;
        m_inherited = std::make_shared<const InheritedFacts>(inherit(
            *inherited(before.graph()),
            {before, known, step.provenance, now, m_env.semantics, &m_run.held}, m_env.ops));
        if (!m_run.analyses.contains(keys::paramNameList.name)) {
            nameParameters(now);
        }
    }

    void nameParameters(const Graph &graph)
    {
        m_inputs.parameters.emplace();
        for (const NodeId id : m_inherited->parameters) {
            m_inputs.parameters->insert(graph.node(id).name);
        }
    }

    /// The analyses and what they lack for showing. What cannot be found out stays open: whoever runs
    /// that pass is told why.
    [[nodiscard]] Analyses describe()
    {
        Analyses analyses = m_run.analyses;
        if (!m_run.index) {
            return analyses;
        }
        Provenance noProvenance;
        Diagnostics ignored;
        const OptionValues noOptions;
        PassContext context{m_run.graph, analyses,      noProvenance,    ignored,       m_env.ops,
                            m_inputs,    noOptions,     m_env.semantics, m_env.control, m_run.index,
                            {},          &m_env.passes, m_env.targets};
        for (const auto &[name, provides] : describingPasses) {
            if (analyses.contains(provides)) {
                continue;
            }
            Analyses more = m_known.startOf(provides, analyses, *m_run.index);
            if (applyPass(context, std::string(name), m_run.graph, m_run.index, more)) {
                analyses = std::move(more);
            }
        }
        return analyses;
    }

    bool runOne(const PassRequest &request, bool isAdded)
    {
        PassResult step;
        step.name = request.name;
        step.wasAdded = isAdded;
        step.partOf = m_partOf;
        const PassSpec *spec = m_env.passes.find(request.name);
        if (!spec) {
            return fail(step, unknownPass(m_env.passes, request.name));
        }
        const auto options = completeOptions(*spec, request);
        if (!options) {
            return fail(step, options.error());
        }
        if (Status status = checkDevices(*spec, *options, m_env.targets); !status) {
            return fail(step, status.error());
        }
        const bool imports = spec->importsInExact && m_env.semantics == Semantics::Exact;
        if (Status status = prepare(step.diagnostics); !status && !imports) {
            return fail(step, status.error());
        }
        if (imports) {
            step.diagnostics.clear(); // it finds faults in its own way
        }
        const bool onlyLooks = spec->takesFaultyGraphs && !spec->changesGraph;
        if (hasErrors(step.diagnostics) && !(m_env.keepsGoing && onlyLooks)) {
            return finish(step);
        }
        for (const std::string &need : needsOf(*spec, m_env.semantics)) {
            if (meetsNeed(need, *options, m_run.analyses, *m_run.index)) {
                continue;
            }
            const PassSpec *provider = providerOf(m_env.passes, need);
            if (!m_addNeeded || !provider) {
                return fail(step, missingNeed(*spec, need, provider));
            }
            if (!addProvider(*provider)) {
                return false;
            }
        }
        return execute(*spec, *options, step);
    }

    bool addProvider(const PassSpec &provider)
    {
        if (++m_depth > 64) {
            return false;
        }
        const bool ok = runOne({provider.name}, true);
        --m_depth;
        return ok;
    }

    bool execute(const PassSpec &spec, const OptionValues &options, PassResult &step)
    {
        Graph changed = spec.changesGraph ? m_run.graph : Graph();
        // In exact, who asks for inference says what it is to know, as of NNVM; else nothing gets lost.
        const bool remembers = step.wasAdded || m_env.semantics == Semantics::Fixed;
        Analyses analyses =
            remembers && !spec.provides.empty()
                ? m_known.startOf(spec.provides.front(), m_run.analyses, *m_run.index)
                : m_run.analyses;
        PassContext context{spec.changesGraph ? changed : m_run.graph,
                            analyses,
                            step.provenance,
                            step.diagnostics,
                            m_env.ops,
                            m_inputs,
                            options,
                            m_env.semantics,
                            m_env.control,
                            m_run.index,
                            {},
                            &m_env.passes,
                            m_env.targets,
                            m_env.programs,
                            KeptNodes(m_env.describesSteps)};
        const auto start = std::chrono::steady_clock::now();
        const Status status = guarded(spec, context);
        step.ms = millisecondsSince(start);
        step.kept = std::move(context.kept);
        if (!status) {
            return fail(step, status.error());
        }
        if (m_env.control.cancel.isCanceled()) {
            return fail(step, makeError("cancelled", "pass {} was cancelled", spec.name));
        }
        for (auto &[name, shape] : context.madeInputs.shapes) {
            m_inputs.shapes[name] = std::move(shape);
        }
        for (const auto &[name, type] : context.madeInputs.dtypes) {
            m_inputs.dtypes[name] = type;
        }
        m_run.held.merge(std::move(context.held));
        const std::shared_ptr<const IndexedGraph> before = m_run.index;
        adopt(spec, std::move(changed), std::move(analyses), step);
        if (m_partOf.empty() && step.changed && before && m_run.index) {
            forgetRemovedVariables(*before, *m_run.index, m_inputs);
        } else if (!m_partOf.empty() && m_run.index) {
            if (step.changed) {
                forgetLostVariables(*m_run.index, m_inputs);
            }
            learnVariables(*m_run.index, m_run.analyses, m_inputs);
        }
        return finish(step);
    }

    static Status guarded(const PassSpec &spec, PassContext &context)
    {
        try {
            const bool imports = spec.importsInExact && context.semantics == Semantics::Exact;
            if (!spec.takesFaultyGraphs && !imports && context.index) {
                RETURN_IF_FAILED(checkWellFormed(*context.index));
            }
            return runFitting(spec, context);
        } catch (const std::bad_alloc &) {
            return makeError("out-of-memory", "pass {} ran out of memory", spec.name);
        } catch (const std::length_error &) {
            return makeError("out-of-memory", "pass {} needs more than memory holds", spec.name);
        }
    }

    void adopt(const PassSpec &spec, Graph graph, Analyses analyses, PassResult &step)
    {
        for (const auto &[name, value] : analyses.all()) {
            if (!analyses.agreesOn(name, m_run.analyses)) {
                step.provided.push_back(name);
            }
        }
        step.changed = spec.changesGraph && !graph.sameAs(m_run.graph);
        m_hasChanged = m_hasChanged || step.changed;
        if (step.changed && m_run.index) {
            followChange(graph, m_run.analyses, step);
        }
        m_run.analyses = std::move(analyses);
        const std::uint64_t made = graph.revision(); // what the pass says is over this graph
        if (!step.changed) {
            if (spec.changesGraph && m_run.index) {
                m_run.analyses.follow(made, *m_run.index);
            }
            return;
        }
        m_run.graph = std::move(graph);
        m_run.index = nullptr;
        if (!spec.keepsAnalyses) {
            m_run.graph.setAttrs(withoutEntryAttributes(m_run.graph.attrs()));
            dropAnalyses(spec);
        }
        if (Status status = prepare(step.diagnostics); !status) {
            step.diagnostics.push_back(status.error());
        } else {
            m_run.analyses.follow(made, *m_run.index);
        }
    }

    /// All but what the pass provides speak of the graph before.
    void dropAnalyses(const PassSpec &spec)
    {
        const Analyses all = m_run.analyses;
        for (const auto &[name, value] : all.all()) {
            if (std::find(spec.provides.begin(), spec.provides.end(), name)
                == spec.provides.end()) {
                m_run.analyses.erase(name);
            }
        }
    }

    const PassEnvironment &m_env;
    PassRun m_run;
    InputFacts m_inputs;                               ///< as given, and what passes have made
    std::shared_ptr<const InheritedFacts> m_inherited; ///< null: not asked for yet
    std::string m_partOf; ///< the pass that is run and stands for others
    KnownVariables m_known;
    bool m_addNeeded;
    bool m_imported = false;
    bool m_isStopped = false;  ///< by PassEnvironment::stopsAfter
    bool m_hasChanged = false; ///< the graph is not the one that was given
    int m_depth = 0;
};

} // namespace

PassRun runPasses(Graph graph, std::span<const PassRequest> passes,
                  const PassEnvironment &environment)
{
    return Runner(std::move(graph), environment).run(passes);
}

Status applyPass(const PassContext &outer, const std::string &name, Graph &graph,
                 std::shared_ptr<const IndexedGraph> index, Analyses &analyses)
{
    const PassSpec *spec = outer.passes ? outer.passes->find(name) : nullptr;
    if (!spec || !spec->run) {
        return makeError("pass-unknown", "pass {} is not there to be used by another", name);
    }
    ASSIGN_OR_RETURN(const auto options, completeOptions(*spec, {name, {}}));
    for (const std::string &need : needsOf(*spec, outer.semantics)) {
        if (!meetsNeed(need, options, analyses, *index)) {
            return missingNeed(*spec, need, providerOf(*outer.passes, need));
        }
    }
    Provenance ignored;
    PassContext context{graph,         analyses,         ignored, outer.diagnostics,
                        outer.ops,     outer.inputs,     options, outer.semantics,
                        outer.control, std::move(index), {},      outer.passes,
                        outer.targets};
    return spec->run(context);
}

const Diagnostic *failureOf(const PassResult &step)
{
    const auto error =
        std::find_if(step.diagnostics.rbegin(), step.diagnostics.rend(),
                     [](const Diagnostic &one) { return one.severity == Severity::Error; });
    return error == step.diagnostics.rend() ? nullptr : &*error;
}

Result<Expansion> expandPass(const PassRequest &pass, const Graph &graph,
                             const PassEnvironment &environment)
{
    const PassSpec *spec = environment.passes.find(pass.name);
    if (!spec) {
        return unknownPass(environment.passes, pass.name);
    }
    ASSIGN_OR_RETURN(const auto options, completeOptions(*spec, pass));
    RETURN_IF_FAILED(checkDevices(*spec, options, environment.targets));
    if (!spec->expand) {
        return Expansion{{pass}, environment.inputs};
    }
    return spec->expand({graph, environment.ops, options, environment.inputs});
}

} // namespace nervure
