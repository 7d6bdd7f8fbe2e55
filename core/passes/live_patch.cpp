// SPDX-License-Identifier: Apache-2.0
#include "core/passes/attribute_inference.h"
#include "core/passes/live_state.h"

#include <algorithm>

namespace nervure {

bool LivePatch::fits(const LiveResult &before)
{
    const Graph &graph = m_request.graph;
    if (!before.ok || !before.index || !graph.attrs().empty()) {
        return false;
    }
    m_result.index = m_request.index;
    if (!m_result.index || m_result.index->revision() != graph.revision()) {
        Diagnostics ignored;
        auto index = IndexedGraph::build(graph, m_ops, ignored, before.index.get());
        m_result.index = index ? *index : nullptr;
    }
    if (!m_result.index || !m_result.index->sharesWiringWith(*before.index)) {
        return false;
    }
    for (const NodeId id : graph.touchedSince(before.index->graph())) {
        if (const auto number = m_result.index->find(id)) {
            m_touched.push_back(*number);
        }
    }
    std::sort(m_touched.begin(), m_touched.end());
    return true;
}

bool LivePatch::run(LiveState &state, const LiveResult &before)
{
    m_state = &state;
    const std::vector<SweepChange<DType>> starts = otherStarts(state);
    if (!sweep("InferShape", before, state.readers, {}, state.shapes, m_shapes)
        || !sweep("InferType", before, state.readers, starts, state.types, m_types)) {
        return false;
    }
    std::vector<std::uint32_t> nodes = nodesAt(m_shapes, state.readers);
    const std::vector<std::uint32_t> more = nodesAt(m_types, state.readers);
    nodes.insert(nodes.end(), more.begin(), more.end());
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    state.totals.update(*m_result.index, m_result.analyses, m_request.semantics, nodes);
    if (needsPlan(before)) {
        return plan();
    }
    const Pass pass = begin("PlanMemory");
    keep(pass, before);
    finish(pass);
    return true;
}

template <typename Traits>
bool LivePatch::sweep(const char *name, const LiveResult &before, const EntryReaders &readers,
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
    auto changed = sweepTouched<Traits>(context, readers, m_touched, starts, values.sweep, steps);
    if (!changed) {
        return false;
    }
    changes = std::move(*changed);
    m_result.steps = m_result.steps.value_or(0) + steps;
    AttributeInference<Traits> inference(context, values.sweep.values);
    for (const std::uint32_t id : nodesAt(changes, readers)) {
        values.contradictions.erase(id);
        if (auto finding = inference.contradictionOf(id)) {
            values.contradictions.emplace(id, std::move(*finding));
        }
    }
    if (!this->tell(values)) {
        return false;
    }
    if (changes.empty()) {
        keep(pass, before);
    } else {
        this->store(values);
    }
    finish(pass);
    return true;
}

/// The types that variables have before inference, where an edit gave or took their own.
std::vector<SweepChange<DType>> LivePatch::otherStarts(const LiveState &state)
{
    std::vector<SweepChange<DType>> starts;
    const Pass pass = begin("InferType");
    if (!pass.spec || m_request.semantics != Semantics::Exact) {
        return starts;
    }
    const PassContext context = contextFor(pass.options);
    for (const std::uint32_t id : m_touched) {
        if (m_result.index->node(id).isVariable()) {
            const std::uint32_t entry = m_result.index->entryId(id, 0);
            const DType start = typeBeforeInference(context, *m_result.index->node(id).node);
            if (start != state.types.sweep.start[entry]) {
                starts.push_back({entry, start});
            }
        }
    }
    return starts;
}

template <typename Value>
std::vector<std::uint32_t> LivePatch::nodesAt(const std::vector<SweepChange<Value>> &changes,
                                              const EntryReaders &readers) const
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
