// SPDX-License-Identifier: Apache-2.0
#include "core/proof/value_pairs.h"

#include <algorithm>
#include <map>

namespace nervure {

namespace {

/// What a node reads is looked at by itself.
bool saysNothing(const ChangeDetail &detail)
{
    return detail.kind == DetailKind::Name || detail.kind == DetailKind::Output
           || detail.kind == DetailKind::Note || detail.kind == DetailKind::Input;
}

/// Nodes after, by the node before that they still are.
using Survivors = std::map<NodeId, NodeId>;

Survivors survivorsOf(const IndexedGraph &after, const NodeComparison &comparison)
{
    Survivors survivors;
    for (const IndexedNode &node : after.nodes()) {
        survivors.emplace(comparison.stillIs(node.source), node.source);
    }
    return survivors;
}

/// Versions count changes of variables; the value is that of the node's output.
Entry plain(const Entry &entry)
{
    return {entry.node, entry.index, 0};
}

class UntouchedFinder {
public:
    UntouchedFinder(const IndexedGraph &before, const IndexedGraph &after,
                    const Provenance &provenance)
        : m_before(before),
          m_after(after),
          m_comparison(before.graph(), after.graph(), &provenance),
          m_survivors(survivorsOf(after, m_comparison))
    {}

    std::vector<NodeId> run() const
    {
        std::vector<NodeId> nodes;
        for (const IndexedNode &node : m_after.nodes()) {
            const NodeId was = m_comparison.stillIs(node.source);
            nodes.push_back(was != NodeId() && isUntouched(was, node.source) ? was : NodeId());
        }
        return nodes;
    }

private:
    [[nodiscard]] bool isUntouched(NodeId was, NodeId now) const
    {
        const Provenance::Origin *origin = m_comparison.originOf(now);
        if (origin && origin->from.size() > 1) {
            return false;
        }
        const ChangeDetails details = m_comparison.details(was, now);
        return std::all_of(details.begin(), details.end(), saysNothing) && readsTheSame(was, now);
    }
    /// What it read is read still, or is gone and was replaced. What is there still, and not read any more, was
    /// changed on the way (a weight that is scaled).
    [[nodiscard]] bool readsTheSame(NodeId was, NodeId now) const
    {
        const Entries &old = m_before.graph().node(was).inputs;
        const Entries &read = m_after.graph().node(now).inputs;
        bool isSame = old.size() == read.size();
        for (std::size_t i = 0; isSame && i < old.size(); ++i) {
            const auto survivor = m_survivors.find(old[i].node);
            isSame = survivor == m_survivors.end()
                     || (survivor->second == read[i].node && old[i].index == read[i].index);
        }
        return isSame;
    }

    const IndexedGraph &m_before;
    const IndexedGraph &m_after;
    NodeComparison m_comparison;
    Survivors m_survivors;
};

class PairFinder {
public:
    PairFinder(const IndexedGraph &before, const IndexedGraph &after, const Provenance &provenance,
               const PairedHeads &heads)
        : m_before(before),
          m_after(after),
          m_heads(heads),
          m_comparison(before.graph(), after.graph(), &provenance),
          m_survivors(survivorsOf(after, m_comparison)),
          m_untouched(untouchedNodes(before, after, provenance))
    {}

    std::vector<ValuePair> run()
    {
        takeResults();
        takeReads(true);
        takeReads(false);
        std::vector<ValuePair> pairs;
        for (std::uint32_t place = 0; place < m_after.nodeCount(); ++place) {
            takeOutputs(place, pairs);
        }
        return pairs;
    }

private:
    struct Found {
        Entry before;
        std::optional<std::size_t> result;
        bool isBoundary = false;

        [[nodiscard]] bool isOutput() const { return result || isBoundary; }
    };

    /// What came first counts, but every result and boundary does.
    void put(const Entry &before, const Entry &after, std::optional<std::size_t> result,
             bool isBoundary = false)
    {
        std::vector<Found> &found = m_found[plain(after)];
        if (found.empty() || result || isBoundary) {
            found.push_back({plain(before), result, isBoundary});
        }
    }
    void takeResults()
    {
        const auto &old = m_before.graph().heads();
        const auto &now = m_after.graph().heads();
        for (std::size_t i = 0; i < std::min(m_heads.resultsBefore, m_heads.resultsAfter); ++i) {
            put(old[i], now[i], i);
        }
        for (const PairedHeads::Boundary &boundary : m_heads.boundaries) {
            put(old[boundary.before], now[boundary.after], std::nullopt, true);
        }
    }
    /// What is read by nodes that are as they were: what is the same node first, then what is in another's place.
    void takeReads(bool ofSurvivors)
    {
        for (std::uint32_t place = 0; place < m_after.nodeCount(); ++place) {
            const NodeId was = m_untouched[place];
            if (was == NodeId()) {
                continue;
            }
            const auto &old = m_before.graph().node(was).inputs;
            const auto &now = m_after.node(place).node->inputs;
            for (std::size_t i = 0; i < std::min(old.size(), now.size()); ++i) {
                if ((m_survivors.count(old[i].node) != 0) == ofSurvivors) {
                    put(old[i], now[i], std::nullopt);
                }
            }
        }
    }
    void takeOutputs(std::uint32_t place, std::vector<ValuePair> &pairs)
    {
        const IndexedNode &node = m_after.node(place);
        const NodeId was = m_comparison.stillIs(node.source);
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const Entry after{node.source, i, 0};
            const auto found = m_found.find(after);
            if (found == m_found.end()) {
                if (i == 0 && !node.isVariable() && isThere({was, i, 0})) {
                    pairs.push_back({{was, i, 0}, after, std::nullopt});
                }
                continue;
            }
            for (const Found &value : found->second) {
                if (isThere(value.before) && (!node.isVariable() || value.isOutput())) {
                    pairs.push_back({value.before, after, value.result, value.isBoundary});
                }
            }
        }
    }
    [[nodiscard]] bool isThere(const Entry &entry) const
    {
        const auto place = entry.node == NodeId() ? std::nullopt : m_before.find(entry.node);
        return place && entry.index < m_before.node(*place).outputCount;
    }

    const IndexedGraph &m_before;
    const IndexedGraph &m_after;
    const PairedHeads &m_heads;
    NodeComparison m_comparison;
    Survivors m_survivors;
    std::vector<NodeId> m_untouched;
    std::map<Entry, std::vector<Found>> m_found; ///< by entry of the graph after
};

} // namespace

std::vector<NodeId> untouchedNodes(const IndexedGraph &before, const IndexedGraph &after,
                                   const Provenance &provenance)
{
    return UntouchedFinder(before, after, provenance).run();
}

std::vector<ValuePair> valuePairs(const IndexedGraph &before, const IndexedGraph &after,
                                  const Provenance &provenance, const PairedHeads &heads)
{
    return PairFinder(before, after, provenance, heads).run();
}

} // namespace nervure
