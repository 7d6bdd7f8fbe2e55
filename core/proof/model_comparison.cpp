// SPDX-License-Identifier: Apache-2.0
#include "core/proof/model_comparison.h"

#include "core/engine/model_file.h"
#include "core/passes/steps/step_folder.h"
#include "core/proof/cut_model.h"
#include "core/proof/proof_steps.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>

namespace nervure {

namespace {

Analyses valueFacts(const RunnableGraph &graph)
{
    Analyses analyses;
    analyses.set(keys::shape, graph.shapes, *graph.index);
    analyses.set(keys::dtype, graph.types, *graph.index);
    return analyses;
}

bool isAlike(const Tensor &a, const Tensor &b)
{
    return a.shape() == b.shape() && a.type() == b.type();
}

/// Variables of the second model by those of the first that they are.
class ValueSharing {
public:
    ValueSharing(RunnableModel &first, RunnableModel &second, ModelComparison &result,
                 std::map<std::string, std::string> &shared)
        : m_first(first),
          m_second(second),
          m_result(result),
          m_shared(shared)
    {}

    void run()
    {
        std::set<std::string> seen;
        for (const NodeMatch &match : m_result.match.matches) {
            const Node &before = m_first.graph.graph().node(match.before);
            const Node &after = m_second.graph.graph().node(match.after);
            if (before.isVariable() && after.isVariable() && share(before.name, after.name)) {
                seen.insert(after.name);
                m_shared.emplace(after.name, before.name);
            }
        }
        m_result.sharedVariables = seen.size();
        for (const auto &[name, value] : m_second.graph.values) {
            if (seen.count(name) == 0) {
                m_result.ownVariables.push_back(name);
            }
        }
    }

private:
    bool share(const std::string &first, const std::string &second)
    {
        const auto before = m_first.graph.values.find(first);
        const auto after = m_second.graph.values.find(second);
        const bool areThere =
            before != m_first.graph.values.end() && after != m_second.graph.values.end();
        if (!areThere || !isAlike(*before->second, *after->second)) {
            return false;
        }
        const bool isGivenFirst = m_first.given.count(first) != 0;
        const bool isGivenSecond = m_second.given.count(second) != 0;
        if (isGivenFirst && isGivenSecond) {
            return std::equal(before->second->bytes().begin(), before->second->bytes().end(),
                              after->second->bytes().begin());
        }
        (isGivenSecond ? before : after)->second = (isGivenSecond ? after : before)->second;
        return true;
    }

    RunnableModel &m_first;
    RunnableModel &m_second;
    ModelComparison &m_result;
    std::map<std::string, std::string> &m_shared; ///< second by first
};

bool isVariableOf(const Graph &graph, const std::string &name)
{
    const auto id = graph.findByName(name);
    return id && graph.node(*id).isVariable();
}

Status dropOthersInputs(ExecutionRequest &request, const Graph &other)
{
    std::vector<std::string> unknown;
    for (const auto &[name, value] : request.values) {
        if (!isVariableOf(request.graph, name) && request.loadedParams.count(name) == 0) {
            unknown.push_back(name);
        }
    }
    for (const std::string &name : unknown) {
        if (!isVariableOf(other, name)) {
            return makeError("usage", "neither model has a variable {} to give a value to",
                             quoted(name));
        }
        request.values.erase(name);
        request.valueFiles.erase(name);
    }
    return {};
}

} // namespace

ModelPair::ModelPair(const ExecutionRequest &first, const ExecutionRequest &second,
                     const ExecutionContext &execution)
    : m_execution(execution),
      m_firstManner(mannerOf(first)),
      m_secondManner(mannerOf(second)),
      m_firstContext{m_firstManner, m_execution},
      m_secondContext{m_secondManner, m_execution}
{}

Result<std::unique_ptr<ModelPair>> ModelPair::make(ExecutionRequest &first,
                                                   ExecutionRequest &second,
                                                   const ComparedFiles &files,
                                                   const ExecutionContext &execution)
{
    RETURN_IF_FAILED(dropOthersInputs(first, second.graph));
    RETURN_IF_FAILED(dropOthersInputs(second, first.graph));
    std::unique_ptr<ModelPair> pair(new ModelPair(first, second, execution));
    RETURN_IF_FAILED(pair->relateModels(first, second, files));
    return pair;
}

Status ModelPair::makeModels(const ExecutionRequest &first, const ExecutionRequest &second,
                             const Provenance &provenance)
{
    const Builtins &builtins = m_execution.builtins;
    std::set<std::string> taken;
    const CutNaming nameFirst = [&](const std::vector<NodeId> &unknown) {
        taken.clear();
        return cutKeys(first.graph, unknown, taken);
    };
    ASSIGN_OR_RETURN(CutModel before,
                     makeCutModel(first, nameFirst, true, builtins, m_execution.control));
    const CutNaming nameSecond = [&](const std::vector<NodeId> &unknown) {
        std::set<std::string> all = taken;
        return cutKeys(first.graph, before.keys, second.graph, unknown, provenance, all);
    };
    ASSIGN_OR_RETURN(CutModel after,
                     makeCutModel(second, nameSecond, true, builtins, m_execution.control));
    m_first = std::move(before.model);
    m_second = std::move(after.model);
    m_firstCuts = std::move(before.cuts);
    m_secondCuts = std::move(after.cuts);
    const std::string alone = cutInOneAlone(m_firstCuts, m_secondCuts);
    return alone.empty() ? Status()
                         : makeError("no-reference",
                                     "unknown operator {}, which one of the two "
                                     "models alone has",
                                     alone);
}

Status ModelPair::relateModels(const ExecutionRequest &first, const ExecutionRequest &second,
                               const ComparedFiles &files)
{
    ASSIGN_OR_RETURN(StoredDigests storedFirst,
                     storedDigestsOf(first, files.first, m_execution.control));
    ASSIGN_OR_RETURN(StoredDigests storedSecond,
                     storedDigestsOf(second, files.second, m_execution.control));
    const GraphRelation documents = relate({first.graph, nullptr, nullptr, &storedFirst},
                                           {second.graph, nullptr, nullptr, &storedSecond});
    m_difference = documents.difference;
    RETURN_IF_FAILED(makeModels(first, second, documents.provenance));
    const RunnableGraph &before = m_first.graph;
    const RunnableGraph &after = m_second.graph;
    const Analyses factsBefore = valueFacts(before);
    const Analyses factsAfter = valueFacts(after);
    GraphRelation relation = relate({before.graph(), before.index.get(), &factsBefore},
                                    {after.graph(), after.index.get(), &factsAfter});
    m_known.first = before.index;
    m_known.second = after.index;
    m_known.match = std::move(relation.match);
    m_provenance = std::move(relation.provenance);
    ValueSharing(m_first, m_second, m_known, m_shared).run();
    for (const SeededVariable &variable : m_first.seeded) {
        if (!variable.name.starts_with(cutKeyPrefix)) {
            m_known.invented.push_back(variable.name);
        }
    }
    for (const CutOperator &cut : m_secondCuts) {
        m_known.assumed.push_back(cut.title);
    }
    return {};
}

Result<std::pair<RunnableGraph, RunnableGraph>> ModelPair::seeded(std::uint64_t seed) const
{
    std::pair<RunnableGraph, RunnableGraph> graphs;
    ASSIGN_OR_RETURN(graphs.first, reseeded(m_first, seed));
    ASSIGN_OR_RETURN(graphs.second, reseeded(m_second, seed));
    for (const auto &[second, first] : m_shared) {
        // What the second's file holds is for both where the first's does not, as from the start.
        const bool isOfSecond =
            m_second.given.count(second) != 0 && m_first.given.count(first) == 0;
        auto &before = graphs.first.values[first];
        auto &after = graphs.second.values[second];
        (isOfSecond ? before : after) = isOfSecond ? after : before;
    }
    return graphs;
}

Result<ValueComparison> ModelPair::compareSeeds(std::optional<double> tolerance,
                                                ModelComparison &result)
{
    constexpr std::uint64_t mostSeeds = 3;
    const bool isInvented = !m_first.seeded.empty() || !m_second.seeded.empty();
    std::optional<ValueComparison> values;
    for (std::uint64_t i = 0; i < (isInvented ? mostSeeds : 1); ++i) {
        ASSIGN_OR_RETURN(const auto graphs, seeded(m_firstManner.seed + i));
        ValueTrace before(graphs.first, m_firstContext);
        ValueTrace after(graphs.second, m_secondContext);
        const TracedGraph first{*m_known.first, nullptr, before, &m_firstCuts};
        const TracedGraph second{*m_known.second, nullptr, after, &m_secondCuts};
        if (values) {
            ASSIGN_OR_RETURN(const bool differs,
                             outputsDiffer(first, second, tolerance, m_secondContext));
            ++result.seeds;
            if (!differs) {
                continue;
            }
        }
        ASSIGN_OR_RETURN(values,
                         compareValues(first, second, m_provenance, tolerance, m_secondContext));
        if (values->resultsDiffer()) {
            m_first.graph.values = graphs.first.values; // what is looked at shows the difference
            m_second.graph.values = graphs.second.values;
            break;
        }
    }
    return std::move(*values);
}

Result<ModelComparison> ModelPair::compare(std::optional<double> tolerance)
{
    ModelComparison result = m_known;
    ASSIGN_OR_RETURN(result.values, compareSeeds(tolerance, result));
    result.verdict = verdictOf({&m_difference, &result.values});
    return result;
}

Result<WeightReport> ModelPair::look(const TensorRequest &request, const JobControl &control)
{
    m_execution.control = control;
    control.report(-1, "running");
    if (!m_firstTrace) {
        m_firstTrace.emplace(m_first.graph, m_firstContext, lookedAtBytes);
        m_secondTrace.emplace(m_second.graph, m_secondContext, lookedAtBytes);
    }
    ASSIGN_OR_RETURN(const Entry value, entryAt(*m_known.second, request.place, request.output));
    return lookAt(request, {*m_known.first, nullptr, *m_firstTrace, &m_firstCuts},
                  {*m_known.second, nullptr, *m_secondTrace, &m_secondCuts}, value,
                  m_execution.builtins.ops, control);
}

namespace {

/// What was given for inputs of the first is for those of the second, too, where that has no values of its own.
void shareGiven(const ExecutionRequest &first, ExecutionRequest &second)
{
    for (const auto &[name, value] : first.values) {
        if (first.loadedParams.count(name) == 0 && isVariableOf(second.graph, name)) {
            second.values.emplace(name, value);
        }
    }
    for (const auto &[name, value] : first.constants) {
        if (isVariableOf(second.graph, name)) {
            second.constants.emplace(name, value);
        }
    }
    bindFacts(first.facts, second);
}

} // namespace

Result<std::unique_ptr<ModelPair>> pairWithFile(ExecutionRequest request,
                                                const ComparedFiles &files,
                                                const ExecutionContext &execution,
                                                Diagnostics &diagnostics)
{
    ASSIGN_OR_RETURN(ExecutionRequest second,
                     requestOfFile(files.second.string(), {}, execution.builtins, diagnostics));
    second.device = request.device;
    second.pipeline = request.pipeline;
    second.isDirectOnly = request.isDirectOnly;
    second.computesInHalf = request.computesInHalf;
    second.fallsBack = request.fallsBack;
    second.seed = request.seed;
    shareGiven(request, second);
    return ModelPair::make(request, second, files, execution);
}

} // namespace nervure
