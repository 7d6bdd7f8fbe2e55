// SPDX-License-Identifier: Apache-2.0
#include "core/proof/model_comparison.h"

#include "core/engine/model_file.h"
#include "core/passes/steps/step_folder.h"
#include "core/support/text.h"

#include <algorithm>

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
    ValueSharing(RunnableModel &first, RunnableModel &second, ModelComparison &result)
        : m_first(first),
          m_second(second),
          m_result(result)
    {}

    void run()
    {
        std::set<std::string> seen;
        for (const NodeMatch &match : m_result.match.matches) {
            const Node &before = m_first.graph.graph().node(match.before);
            const Node &after = m_second.graph.graph().node(match.after);
            if (before.isVariable() && after.isVariable() && share(before.name, after.name)) {
                seen.insert(after.name);
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
                                                   const ExecutionContext &execution)
{
    RETURN_IF_FAILED(dropOthersInputs(first, second.graph));
    RETURN_IF_FAILED(dropOthersInputs(second, first.graph));
    std::unique_ptr<ModelPair> pair(new ModelPair(first, second, execution));
    RETURN_IF_FAILED(pair->relateModels(first, second));
    return pair;
}

Status ModelPair::relateModels(const ExecutionRequest &first, const ExecutionRequest &second)
{
    const Builtins &builtins = m_execution.builtins;
    ASSIGN_OR_RETURN(m_first, makeRunnable(first, builtins));
    ASSIGN_OR_RETURN(m_second, makeRunnable(second, builtins));
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
    ValueSharing(m_first, m_second, m_known).run();
    return {};
}

Result<ModelComparison> ModelPair::compare(std::optional<double> tolerance)
{
    ValueTrace before(m_first.graph, m_firstContext);
    ValueTrace after(m_second.graph, m_secondContext);
    ModelComparison result = m_known;
    ASSIGN_OR_RETURN(result.values, compareValues({*m_known.first, nullptr, before},
                                                  {*m_known.second, nullptr, after}, m_provenance,
                                                  tolerance, m_secondContext));
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
    return lookAt(request, {*m_known.first, nullptr, *m_firstTrace},
                  {*m_known.second, nullptr, *m_secondTrace}, value, m_execution.builtins.ops,
                  control);
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
    second.facts.defaultType = first.facts.defaultType;
    for (const auto &[name, shape] : first.facts.shapes) {
        if (isVariableOf(second.graph, name)) {
            second.facts.shapes.emplace(name, shape);
        }
    }
    for (const auto &[name, type] : first.facts.dtypes) {
        if (isVariableOf(second.graph, name)) {
            second.facts.dtypes.emplace(name, type);
        }
    }
}

} // namespace

Result<std::unique_ptr<ModelPair>> pairWithFile(ExecutionRequest request, const std::string &file,
                                                const ExecutionContext &execution,
                                                Diagnostics &diagnostics)
{
    ASSIGN_OR_RETURN(ExecutionRequest second,
                     requestOfFile(file, {}, execution.builtins, diagnostics));
    second.device = request.device;
    second.pipeline = request.pipeline;
    second.isDirectOnly = request.isDirectOnly;
    second.computesInHalf = request.computesInHalf;
    second.fallsBack = request.fallsBack;
    second.seed = request.seed;
    shareGiven(request, second);
    return ModelPair::make(request, second, execution);
}

} // namespace nervure
