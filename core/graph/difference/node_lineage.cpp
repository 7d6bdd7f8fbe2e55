// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/node_lineage.h"

#include "core/graph/difference/change_details.h"
#include "core/graph/difference/last_places.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace nervure {

namespace {

using Origins = std::unordered_map<NodeId, Provenance::Origin>;

/// Where a node came from two steps back, when `before` says it of those that it came from.
Provenance::Origin joined(const Provenance::Origin &origin, const Origins &before,
                          bool hasSharedIds)
{
    Provenance::Origin result{origin.node, {}, origin.reason, {}};
    const auto add = [&result](NodeId node) {
        if (std::find(result.from.begin(), result.from.end(), node) == result.from.end()) {
            result.from.push_back(node);
        }
    };
    for (const NodeId from : origin.from) {
        const auto earlier = before.find(from);
        if (earlier == before.end()) {
            add(from);
            continue;
        }
        std::for_each(earlier->second.from.begin(), earlier->second.from.end(), add);
        result.reason = result.reason.empty() ? earlier->second.reason : result.reason;
    }
    if (!hasSharedIds) {
        const auto was = before.find(origin.was);
        result.was = was == before.end() ? origin.was : was->second.was;
    }
    return result;
}

} // namespace

bool NodeLineage::sharesIdsUpTo(std::size_t stage) const
{
    return std::all_of(
        m_stages.begin(), m_stages.begin() + static_cast<std::ptrdiff_t>(stage) + 1,
        [](const LineageStage &one) { return !one.provenance || one.provenance->hasSharedIds; });
}

std::vector<NodeId> NodeLineage::follow(std::span<const NodeId> nodes, std::size_t from,
                                        std::size_t to) const
{
    std::vector<NodeId> now(nodes.begin(), nodes.end());
    for (; from < to && !now.empty(); ++from) {
        now = forward(now, from + 1);
    }
    for (; from > to && !now.empty(); --from) {
        now = back(now, from - 1);
    }
    return now;
}

Provenance NodeLineage::between(std::size_t from, std::size_t to) const
{
    return from <= to ? forwards(from, to) : turned(forwards(to, from), from, to);
}

Provenance NodeLineage::forwards(std::size_t from, std::size_t to) const
{
    Provenance all;
    std::unordered_map<NodeId, Provenance::Origin> known; // nodes that are not in it are themselves
    for (std::size_t stage = from + 1; stage <= to; ++stage) {
        const Provenance *step = m_stages[stage].provenance.get();
        if (!step) {
            continue;
        }
        all.isMatched |= step->isMatched;
        std::unordered_map<NodeId, Provenance::Origin> next;
        for (const NodeId node :
             step->hasSharedIds ? graph(stage).nodes() : std::span<const NodeId>()) {
            if (const auto old = known.find(node); old != known.end()) {
                next.insert(*old);
            } else if (!all.hasSharedIds) {
                next[node] = {node, {}, {}, {}};
            }
        }
        all.hasSharedIds &= step->hasSharedIds;
        for (const Provenance::Origin &origin : step->origins) {
            next[origin.node] = joined(origin, known, all.hasSharedIds);
        }
        known = std::move(next);
    }
    for (const NodeId node : graph(to).nodes()) {
        if (auto one = known.find(node); one != known.end()) {
            all.origins.push_back(std::move(one->second));
        }
    }
    return all;
}

/// The other way round: a node of the earlier graph is what it became.
Provenance NodeLineage::turned(const Provenance &provenance, std::size_t from, std::size_t to) const
{
    const Graph &later = graph(from);
    std::unordered_map<NodeId, Provenance::Origin> became;
    std::unordered_set<NodeId> isListed;
    for (const Provenance::Origin &origin : provenance.origins) {
        isListed.insert(origin.node);
        for (const NodeId source : origin.from) {
            Provenance::Origin &one = became[source];
            one.node = source;
            one.from.push_back(origin.node);
            one.was = origin.was == source && source.isValid() ? origin.node : one.was;
        }
    }
    Provenance result{{}, provenance.hasSharedIds, provenance.isMatched};
    for (const NodeId node : graph(to).nodes()) {
        const bool isItself =
            provenance.hasSharedIds && later.contains(node) && isListed.count(node) == 0;
        auto one = became.find(node);
        if (one == became.end()) {
            continue;
        }
        if (isItself) {
            one->second.from.push_back(node);
        }
        result.origins.push_back(std::move(one->second));
    }
    return result;
}

std::vector<NodeId> NodeLineage::forward(const std::vector<NodeId> &nodes, std::size_t to) const
{
    const Graph &before = *m_stages[to - 1].graph;
    const Graph &after = *m_stages[to].graph;
    const Provenance *provenance = m_stages[to].provenance.get();
    std::unordered_map<NodeId, std::vector<NodeId>> became;
    for (const NodeId node : nodes) {
        became[node];
    }
    const NodeComparison comparison(before, after, provenance);
    if (provenance) {
        for (const Provenance::Origin &origin : provenance->origins) {
            for (const NodeId from : origin.from) {
                const auto one = became.find(from);
                if (one != became.end() && after.contains(origin.node)) {
                    one->second.push_back(origin.node);
                }
            }
        }
    }
    LastPlaces result;
    for (const NodeId node : nodes) {
        std::vector<NodeId> &heirs = became[node];
        if (comparison.hasSharedIds() && after.contains(node) && !comparison.originOf(node)) {
            heirs.push_back(node);
        }
        std::sort(heirs.begin(), heirs.end()); // passes make last what gives the result
        std::stable_partition(heirs.begin(), heirs.end(), [&](NodeId heir) {
            return comparison.stillIs(heir) != node; // what it still is comes last
        });
        for (const NodeId heir : heirs) {
            result.add(heir);
        }
    }
    return result.take();
}

std::vector<NodeId> NodeLineage::back(const std::vector<NodeId> &nodes, std::size_t to) const
{
    const Graph &before = *m_stages[to].graph;
    const NodeComparison comparison(before, *m_stages[to + 1].graph,
                                    m_stages[to + 1].provenance.get());
    LastPlaces result;
    for (const NodeId node : nodes) {
        const Provenance::Origin *origin = comparison.originOf(node);
        std::vector<NodeId> sources = origin ? origin->from : std::vector<NodeId>();
        if (!origin && comparison.hasSharedIds()) {
            sources.push_back(node);
        }
        const NodeId was = comparison.stillIs(node);
        std::stable_partition(sources.begin(), sources.end(),
                              [&](NodeId source) { return source != was; });
        for (const NodeId source : sources) {
            if (before.contains(source)) {
                result.add(source);
            }
        }
    }
    return result.take();
}

std::vector<NodeId> follow(std::span<const NodeId> nodes, const StagePlace &from,
                           const StagePlace &to)
{
    std::vector<NodeId> now(nodes.begin(), nodes.end());
    if (from.lineage && from.lineage == to.lineage) {
        return from.lineage->follow(now, from.stage, to.stage);
    }
    if (from.lineage) {
        now = from.lineage->follow(now, from.stage, 0);
    }
    return to.lineage ? to.lineage->follow(now, 0, to.stage) : now;
}

} // namespace nervure
