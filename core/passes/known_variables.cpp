// SPDX-License-Identifier: Apache-2.0
#include "core/passes/known_variables.h"

namespace nervure {

void KnownVariables::note(const std::shared_ptr<const IndexedGraph> &index,
                          const Analyses &analyses)
{
    if (analyses.find(keys::shape, index)) {
        m_shapes = {index, analyses};
    }
    if (analyses.find(keys::dtype, index)) {
        m_types = {index, analyses};
    }
}

Analyses KnownVariables::startOf(std::string_view attribute, Analyses analyses,
                                 const IndexedGraph &now) const
{
    if (attribute == keys::shape.name) {
        start(keys::shape, Shape(), m_shapes, now, analyses);
    } else if (attribute == keys::dtype.name) {
        start(keys::dtype, DType::Unknown, m_types, now, analyses);
    }
    return analyses;
}

template <typename T>
void KnownVariables::start(EntryKey<T> key, T unknown, const Known &before, const IndexedGraph &now,
                           Analyses &analyses)
{
    const auto *values = before.analyses.find(key, before.index);
    if (!values || analyses.contains(key.name)) {
        return;
    }
    std::vector<T> kept(now.entryCount(), unknown);
    for (const std::uint32_t id : now.inputNodes()) {
        const auto was = before.index->find(now.node(id).source);
        if (was && before.index->node(*was).isVariable()
            && before.index->node(*was).node->name == now.node(id).node->name) {
            kept[now.entryId(id, 0)] = (*values)[before.index->entryId(*was, 0)];
        }
    }
    analyses.set(key, std::move(kept), now);
}

} // namespace nervure
