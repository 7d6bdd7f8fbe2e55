// SPDX-License-Identifier: Apache-2.0
#include "core/engine/step_break.h"

#include "core/graph/difference/graph_difference.h"
#include "core/passes/steps/carried_values.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

namespace nervure {

namespace {

struct BreakWord {
    std::string_view word;
    StepBreak::Kind kind;
};

constexpr std::array breakWords{BreakWord{"appears", StepBreak::Kind::Appears},
                                BreakWord{"vanishes", StepBreak::Kind::Vanishes},
                                BreakWord{"reshapes", StepBreak::Kind::Reshapes},
                                BreakWord{"slower", StepBreak::Kind::Slower}};

/// The nodes that are new and those that are gone. One that has another operator than before is another
/// node: what a fused kernel keeps of the last node in it is the place.
struct ComersAndGoers {
    std::unordered_set<NodeId> appeared; ///< of the graph after
    std::unordered_set<NodeId> vanished; ///< of the graph before
};

ComersAndGoers comersAndGoers(const GraphDifference &difference, const Graph &before,
                              const Graph &after)
{
    ComersAndGoers found;
    for (const NodeChange &change : difference.nodes) {
        if (change.mark == ChangeMark::Removed) {
            found.vanished.insert(change.node);
        } else if (!change.was.isValid()) {
            found.appeared.insert(change.node);
        } else if (before.node(change.was).op != after.node(change.node).op) {
            found.vanished.insert(change.was);
            found.appeared.insert(change.node);
        }
    }
    for (const AbsorbedNode &node : difference.absorbed) {
        found.vanished.insert(node.node);
    }
    return found;
}

std::unordered_set<NodeId> reshapedNodes(const GraphDifference &difference)
{
    std::unordered_set<NodeId> nodes;
    for (const ChangedValue &value : difference.values) {
        if (value.fact == ValueFact::Sizes) {
            nodes.insert(value.node);
        }
    }
    return nodes;
}

/// The nodes that a kind of condition is about, of the graph that its query looks at.
std::unordered_set<NodeId> nodesOfKind(StepBreak::Kind kind, const GraphDifference &difference,
                                       const Graph &before, const Graph &after)
{
    if (kind == StepBreak::Kind::Reshapes) {
        return reshapedNodes(difference);
    }
    ComersAndGoers found = comersAndGoers(difference, before, after);
    return kind == StepBreak::Kind::Vanishes ? std::move(found.vanished)
                                             : std::move(found.appeared);
}

KnownGraph knownGraph(const QuerySource &source)
{
    return {*source.graph, source.index.get(), &source.analyses};
}

} // namespace

Result<StepBreak> StepBreak::parse(std::string_view text)
{
    const std::string_view trimmed = trim(text);
    const std::size_t space = std::min(trimmed.find(' '), trimmed.size());
    const std::string_view word = trimmed.substr(0, space);
    const auto known = std::find_if(breakWords.begin(), breakWords.end(),
                                    [&](const BreakWord &one) { return one.word == word; });
    if (known == breakWords.end()) {
        return makeError("break-syntax",
                         "found the condition {}, expected appears, vanishes or reshapes with a "
                         "query, or slower with milliseconds",
                         quoted(trimmed));
    }
    StepBreak condition(known->kind, trimmed);
    const std::string_view rest = trim(trimmed.substr(space));
    if (condition.m_kind == Kind::Slower) {
        const auto ms = parseNumber(std::string(rest));
        if (!ms || !(*ms >= 0)) {
            return makeError("break-syntax", "slower: found {}, expected a number of milliseconds",
                             quoted(rest));
        }
        condition.m_mostMs = *ms;
        return condition;
    }
    ASSIGN_OR_RETURN(Query query, Query::parse(rest));
    condition.m_query = std::move(query);
    return condition;
}

BreakWatch::BreakWatch(std::vector<StepBreak> conditions, const Graph &start, const OpRegistry &ops,
                       Semantics semantics, std::size_t passedOver)
    : m_conditions(std::move(conditions)),
      m_ops(ops),
      m_passedOver(passedOver)
{
    GraphValues carried = carriedValues(start, ops);
    m_before.graph = std::make_shared<const Graph>(start);
    m_before.index = std::move(carried.index);
    m_before.analyses = std::move(carried.analyses);
    m_before.semantics = semantics;
}

QuerySource BreakWatch::sourceOf(const PassResult &step) const
{
    QuerySource source;
    source.graph = step.graph;
    source.index = step.index;
    source.analyses = step.analyses;
    source.semantics = m_before.semantics;
    source.inherited = step.inherited;
    return source;
}

void BreakWatch::findNodes(BreakHit &hit, const StepBreak &condition, const NodeFacts &after,
                           const PassResult &step) const
{
    const GraphDifference difference =
        differenceOf(knownGraph(m_before), knownGraph(after.source()), &step.provenance);
    const std::unordered_set<NodeId> nodes =
        nodesOfKind(condition.kind(), difference, *m_before.graph, *after.source().graph);
    if (nodes.empty()) {
        return;
    }
    const NodeFacts before(m_before, m_ops);
    const NodeFacts &asked = hit.isBefore ? before : after;
    for (const NodeId id : condition.find(asked)) {
        if (nodes.count(id) != 0) {
            hit.ids.push_back(id);
            hit.nodes.push_back(asked.node(id).name);
        }
    }
}

std::optional<BreakHit> BreakWatch::hitOf(const StepBreak &condition, const NodeFacts &after,
                                          const PassResult &step) const
{
    BreakHit hit{condition.text(), step.name, m_step, step.ms};
    hit.isBefore = condition.kind() == StepBreak::Kind::Vanishes;
    if (condition.kind() == StepBreak::Kind::Slower) {
        return step.ms > condition.mostMs() ? std::optional(std::move(hit)) : std::nullopt;
    }
    findNodes(hit, condition, after, step);
    return hit.ids.empty() ? std::nullopt : std::optional(std::move(hit));
}

bool BreakWatch::stopsAfter(const PassResult &step)
{
    QuerySource source = sourceOf(step);
    if (++m_step > m_passedOver) {
        const NodeFacts after(source, m_ops);
        for (std::size_t i = 0; i < m_conditions.size() && !m_hit; ++i) {
            m_hit = hitOf(m_conditions[i], after, step);
        }
    }
    m_before = std::move(source);
    return m_hit.has_value();
}

BreakRun runPassesUntil(Graph graph, std::span<const PassRequest> passes,
                        PassEnvironment environment, std::vector<StepBreak> conditions,
                        std::size_t passedOver)
{
    if (conditions.empty()) {
        return {runPasses(std::move(graph), passes, environment), std::nullopt};
    }
    BreakWatch watch(std::move(conditions), graph, environment.ops, environment.semantics,
                     passedOver);
    environment.stopsAfter = [&watch](const PassResult &step) { return watch.stopsAfter(step); };
    BreakRun result;
    result.run = runPasses(std::move(graph), passes, environment);
    result.hit = watch.hit();
    return result;
}

} // namespace nervure
