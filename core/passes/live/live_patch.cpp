// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_checks.h"
#include "core/passes/inference/contradictions.h"
#include "core/passes/live/live_state.h"

#include <algorithm>

namespace nervure {

bool LivePatch::fits(const LiveResult &before)
{
    const Graph &graph = m_request.graph;
    if (!before.ok || !before.index || !m_result.index || !graph.attrs().empty()) {
        return false;
    }
    if (!m_result.index->sharesWiringWith(*before.index)) {
        m_nodeIndexMap.emplace(*before.index, *m_result.index);
        m_touched = m_nodeIndexMap->others;
        return m_result.index->problems().empty() && !changesFacts(before)
               && checkWellFormed(*m_result.index).ok();
    }
    for (const NodeId id : graph.touchedSince(before.index->graph())) {
        if (const auto number = m_result.index->find(id)) {
            m_touched.push_back(*number);
        }
    }
    std::sort(m_touched.begin(), m_touched.end());
    return true;
}

/// Whether a variable came or went of which something is said by its name.
bool LivePatch::changesFacts(const LiveResult &before) const
{
    const InputFacts &facts = m_request.facts;
    const auto isNamed = [&facts](const IndexedNode &node) {
        return node.isVariable()
               && (facts.shapes.count(node.node->name) != 0
                   || facts.dtypes.count(node.node->name) != 0);
    };
    return std::any_of(m_nodeIndexMap->others.begin(), m_nodeIndexMap->others.end(),
                       [&](std::uint32_t id) {
                           const std::uint32_t old = m_nodeIndexMap->oldNode[id];
                           return isNamed(m_result.index->node(id))
                                  || (old != NodeIndexMap::none
                                      && isNamed(before.index->node(old)));
                       })
           || std::any_of(m_nodeIndexMap->gone.begin(), m_nodeIndexMap->gone.end(),
                          [&](std::uint32_t id) { return isNamed(before.index->node(id)); });
}

bool LivePatch::run(LiveState &state, const LiveResult &before)
{
    m_state = &state;
    const std::vector<SweepChange<DType>> starts = otherStarts(state, before);
    if (m_nodeIndexMap) {
        renumber(state);
    }
    if (!sweep("InferShape", before, state.readers, {}, state.shapes, m_shapes)
        || !sweep("InferType", before, state.readers, starts, state.types, m_types)
        || !followPlan(before)) {
        return false;
    }
    addUp(state, before);
    return true;
}

/// All but what the sweeps do themselves.
void LivePatch::renumber(LiveState &state) const
{
    state.readers = EntryUses(*m_result.index);
    state.totals.renumber(m_nodeIndexMap->oldNode);
    const auto follow = [&](std::map<std::uint32_t, Diagnostic> &contradictions) {
        std::map<std::uint32_t, Diagnostic> kept;
        for (auto &[id, finding] : contradictions) {
            if (m_nodeIndexMap->newNode[id] != NodeIndexMap::none) {
                kept.emplace(m_nodeIndexMap->newNode[id], std::move(finding));
            }
        }
        contradictions = std::move(kept);
    };
    follow(state.shapes.contradictions);
    follow(state.types.contradictions);
}

bool LivePatch::followPlan(const LiveResult &before)
{
    if (needsPlan(before)) {
        return plan();
    }
    const Pass pass = begin("PlanMemory");
    keep(pass, before);
    finish(pass);
    return true;
}

void LivePatch::addUp(LiveState &state, const LiveResult &before)
{
    const IndexedGraph &index = *m_result.index;
    std::vector<std::uint32_t> nodes = nodesAt(m_shapes, state.readers);
    const std::vector<std::uint32_t> more = nodesAt(m_types, state.readers);
    nodes.insert(nodes.end(), more.begin(), more.end());
    for (const NodeId id : state.parameters.update(before.index->graph(), m_request.graph)) {
        if (const auto node = index.find(id)) {
            nodes.push_back(*node);
        }
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    for (const std::uint32_t node : nodes) {
        state.totals.setParameter(node, state.parameters.contains(index.node(node).source));
    }
    state.totals.update(index, m_result.analyses, m_request.semantics, nodes);
}

template <typename Traits>
bool LivePatch::sweep(const char *name, const LiveResult &before, const EntryUses &readers,
                      std::span<const SweepChange<typename Traits::Value>> starts,
                      LiveValues<Traits> &values,
                      std::vector<SweepChange<typename Traits::Value>> &changes)
{
    const Pass pass = begin(name);
    if (!pass.spec) {
        return false;
    }
    PassContext context = contextFor(pass.options);
    std::size_t steps = 0;
    const SweepEdit<Traits> edit{m_touched, starts, m_nodeIndexMap ? &*m_nodeIndexMap : nullptr};
    auto changed = sweepTouched<Traits>(context, readers, edit, values.sweep, steps);
    if (!changed) {
        return false;
    }
    changes = std::move(*changed);
    m_result.steps = m_result.steps.value_or(0) + steps;
    Contradictions<Traits> contradictions(context, values.sweep.values, values.sweep.settledBy);
    std::vector<std::uint32_t> doubtful = nodesAt(changes, readers);
    for (const auto &[id, finding] : values.contradictions) {
        doubtful.push_back(id); // it names other nodes, which may have another name now
    }
    for (const std::uint32_t id : doubtful) {
        values.contradictions.erase(id);
        if (auto finding = contradictions.of(id)) {
            values.contradictions.emplace(id, std::move(*finding));
        }
    }
    if (!this->tell(values)) {
        return false;
    }
    if (changes.empty() && !m_nodeIndexMap) {
        keep(pass, before);
    } else {
        this->store(values);
    }
    finish(pass);
    return true;
}

/// The types that variables have before inference, where they are new, and where an edit gave or took
/// their own.
std::vector<SweepChange<DType>> LivePatch::otherStarts(const LiveState &state,
                                                       const LiveResult &before)
{
    std::vector<SweepChange<DType>> starts;
    const Pass pass = begin("InferType");
    if (!pass.spec || m_request.semantics != Semantics::Exact) {
        return starts;
    }
    const PassContext context = contextFor(pass.options);
    for (const std::uint32_t id : m_touched) {
        const IndexedNode &node = m_result.index->node(id);
        const auto old = before.index->find(node.source);
        const bool wasVariable = old && before.index->node(*old).isVariable();
        if (!node.isVariable() && !wasVariable) {
            continue;
        }
        const DType start =
            node.isVariable() ? typeBeforeInference(context, *node.node) : DType::Unknown;
        if (!wasVariable || start != startOf(state, before.index->entryId(*old, 0))) {
            starts.push_back({m_result.index->entryId(id, 0), start});
        }
    }
    return starts;
}

DType LivePatch::startOf(const LiveState &state, std::uint32_t oldEntry)
{
    const auto &sweep = state.types.sweep;
    const bool wasGiven = sweep.settledBy[oldEntry] == SweepState<TypeTraits>::given;
    return wasGiven ? sweep.values[oldEntry] : DType::Unknown;
}

template <typename Value>
std::vector<std::uint32_t> LivePatch::nodesAt(const std::vector<SweepChange<Value>> &changes,
                                              const EntryUses &readers) const
{
    std::vector<std::uint32_t> nodes = m_touched;
    const auto starts = m_result.index->entryStart();
    for (const SweepChange<Value> &change : changes) {
        const auto after = std::upper_bound(starts.begin(), starts.end(), change.entry);
        nodes.push_back(static_cast<std::uint32_t>(after - starts.begin()) - 1);
        const auto all = readers.of(change.entry);
        nodes.insert(nodes.end(), all.begin(), all.end());
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

/// The plan follows from the wiring, the sizes and the in-place options. LightNet's looks at more.
bool LivePatch::needsPlan(const LiveResult &before) const
{
    if (m_nodeIndexMap) {
        return true;
    }
    const auto isOther = [&](std::uint32_t id) {
        const IndexedNode &now = m_result.index->node(id);
        const IndexedNode &old = before.index->node(id);
        return now.spec && now.spec->inplace
               && now.spec->inplace(now.rule(m_request.semantics))
                      != old.spec->inplace(old.rule(m_request.semantics));
    };
    return !m_shapes.empty() || !m_types.empty() || m_request.graph.dialect() == Dialect::LightNet
           || std::any_of(m_touched.begin(), m_touched.end(), isOther);
}

std::vector<ValueChange> LivePatch::changes() const
{
    const auto add = [](std::vector<std::uint32_t> &entries, const auto &changes) {
        for (const auto &change : changes) {
            entries.push_back(change.entry);
        }
    };
    std::vector<std::uint32_t> entries;
    add(entries, m_shapes);
    add(entries, m_types);
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    std::vector<ValueChange> all;
    const auto starts = m_result.index->entryStart();
    auto shape = m_shapes.begin();
    auto type = m_types.begin();
    for (const std::uint32_t entry : entries) {
        const auto after = std::upper_bound(starts.begin(), starts.end(), entry);
        const auto id = static_cast<std::uint32_t>(after - starts.begin()) - 1;
        const Shape &shapeNow = m_state->shapes.sweep.values[entry];
        const DType typeNow = m_state->types.sweep.values[entry];
        ValueChange change{{m_result.index->node(id).source, entry - starts[id], 0},
                           shapeNow,
                           shapeNow,
                           typeNow,
                           typeNow};
        if (shape != m_shapes.end() && shape->entry == entry) {
            change.before = (shape++)->before;
        }
        if (type != m_types.end() && type->entry == entry) {
            change.typeBefore = (type++)->before;
        }
        all.push_back(std::move(change));
    }
    return all;
}

} // namespace nervure
