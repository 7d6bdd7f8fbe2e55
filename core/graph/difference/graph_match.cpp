// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/graph_match.h"

#include "core/graph/difference/kernel_members.h"
#include "core/graph/difference/match_evidence.h"
#include "core/graph/difference/match_labels.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace nervure {

namespace {

constexpr std::array<std::string_view, 6> matchNames{"name",  "structure", "neighbor",
                                                     "order", "kernel",    "told"};
constexpr std::array<std::string_view, 3> certaintyNames{"certain", "likely", "guess"};

/// What nodes are compared by, from what tells most to what tells least.
struct LabelLevel {
    const Labels &(MatchGraph::*base)() const;
    LabelReach reach;
};
constexpr std::array<LabelLevel, 8> levels{{{&MatchGraph::valued, LabelReach::All},
                                            {&MatchGraph::calls, LabelReach::All},
                                            {&MatchGraph::valued, LabelReach::Near},
                                            {&MatchGraph::calls, LabelReach::Near},
                                            {&MatchGraph::calls, LabelReach::Sources},
                                            {&MatchGraph::calls, LabelReach::Readers},
                                            {&MatchGraph::calls, LabelReach::Next},
                                            {&MatchGraph::operators, LabelReach::Next}}};
constexpr int mostRounds = 6;

/// Nodes without a counterpart that have one label.
struct Alike {
    std::vector<std::uint32_t> before;
    std::vector<std::uint32_t> after;
};

class Matcher {
public:
    Matcher(const MatchGraph &before, const MatchGraph &after)
        : m_before(before),
          m_after(after),
          m_pairs(before, after)
    {}

    void run()
    {
        matchNamesOfSameOperators();
        matchStructure();
        matchRestByName();
        matchStructure();
        matchByOrder();
    }
    [[nodiscard]] const MatchPairs &pairs() const { return m_pairs; }
    /// How many nodes on the other side a node without a counterpart may be.
    [[nodiscard]] std::size_t alikeBefore(std::uint32_t place) const
    {
        return m_alikeBefore[place];
    }
    [[nodiscard]] std::size_t alikeAfter(std::uint32_t place) const { return m_alikeAfter[place]; }

private:
    void matchNamesOfSameOperators()
    {
        for (std::uint32_t now = 0; now < m_after.size(); ++now) {
            const std::uint32_t old = sameName(now);
            if (old != MatchPairs::none && m_before.operators()[old] == m_after.operators()[now]) {
                m_pairs.put(old, now, MatchKind::Name);
            }
        }
        // Names that were given anew, or swapped, are told by what is around them.
        for (int round = 0; round < 2; ++round) {
            std::vector<std::uint32_t> wrong;
            for (std::uint32_t now = 0; now < m_after.size(); ++now) {
                if (m_pairs.before(now) != MatchPairs::none
                    && isContradicted(evidenceFor(m_before, m_after, m_pairs, now))) {
                    wrong.push_back(now);
                }
            }
            for (const std::uint32_t now : wrong) {
                m_pairs.drop(now);
            }
        }
    }
    /// The place of the one node before that has the name, which only one has now.
    [[nodiscard]] std::uint32_t sameName(std::uint32_t now) const
    {
        const std::string &name = m_after.node(now).name;
        return m_after.placeOf(name) == now ? m_before.placeOf(name) : MatchPairs::none;
    }

    void matchStructure()
    {
        bool hasFound = true;
        for (int round = 0; round < mostRounds && hasFound; ++round) {
            hasFound = false;
            for (const LabelLevel &level : levels) {
                hasFound = matchLevel(level) || hasFound;
            }
            hasFound = matchNeighbors() || hasFound;
        }
    }
    bool matchLevel(const LabelLevel &level)
    {
        bool hasFound = false;
        for (const auto &[label, alike] : alikeBy(level)) {
            if (alike.before.size() == 1 && alike.after.size() == 1) {
                m_pairs.put(alike.before.front(), alike.after.front(), MatchKind::Structure);
                hasFound = true;
            }
        }
        return hasFound;
    }
    [[nodiscard]] std::map<Label, Alike> alikeBy(const LabelLevel &level) const
    {
        const Labels anchorsBefore = anchors(m_before.size(), [this](std::uint32_t place) {
            const std::uint32_t now = m_pairs.after(place);
            return now == MatchPairs::none ? now : place;
        });
        const Labels anchorsAfter =
            anchors(m_after.size(), [this](std::uint32_t place) { return m_pairs.before(place); });
        const Labels before =
            surroundingLabels(m_before, (m_before.*level.base)(), anchorsBefore, level.reach);
        const Labels after =
            surroundingLabels(m_after, (m_after.*level.base)(), anchorsAfter, level.reach);
        std::map<Label, Alike> groups;
        for (std::uint32_t place = 0; place < m_before.size(); ++place) {
            if (m_pairs.after(place) == MatchPairs::none) {
                groups[before[place]].before.push_back(place);
            }
        }
        for (std::uint32_t place = 0; place < m_after.size(); ++place) {
            if (m_pairs.before(place) == MatchPairs::none) {
                groups[after[place]].after.push_back(place);
            }
        }
        return groups;
    }
    template <typename OldPlace>
    [[nodiscard]] static Labels anchors(std::uint32_t size, OldPlace &&oldPlace)
    {
        Labels labels(size, 0);
        for (std::uint32_t place = 0; place < size; ++place) {
            const std::uint32_t old = oldPlace(place);
            labels[place] = old == MatchPairs::none ? 0 : mixedLabel(old, 1) | 1;
        }
        return labels;
    }

    /// What one of a pair reads at a place, and who alone reads it in some way, is one, too.
    bool matchNeighbors()
    {
        bool hasFound = false;
        std::vector<std::uint32_t> open;
        for (std::uint32_t now = 0; now < m_after.size(); ++now) {
            if (m_pairs.before(now) != MatchPairs::none) {
                open.push_back(now);
            }
        }
        const std::size_t known = open.size();
        matchResults(open);
        hasFound = open.size() > known;
        while (!open.empty()) {
            const std::uint32_t now = open.back();
            open.pop_back();
            const std::size_t count = open.size();
            matchInputs(m_pairs.before(now), now, open);
            matchUsers(m_pairs.before(now), now, open);
            hasFound = hasFound || open.size() > count;
        }
        return hasFound;
    }
    void matchResults(std::vector<std::uint32_t> &open)
    {
        const auto &was = m_before.results();
        const auto &is = m_after.results();
        for (std::size_t i = 0; i < was.size() && was.size() == is.size(); ++i) {
            if (was[i] != MatchGraph::none && is[i] != MatchGraph::none) {
                matchIfFree(was[i], is[i], open);
            }
        }
    }
    void matchInputs(std::uint32_t old, std::uint32_t now, std::vector<std::uint32_t> &open)
    {
        const auto was = m_before.inputs(old);
        const auto is = m_after.inputs(now);
        for (std::size_t i = 0; i < std::min(was.size(), is.size()); ++i) {
            const bool isThere = was[i].node != MatchGraph::none && is[i].node != MatchGraph::none;
            if (isThere && was[i].output == is[i].output) {
                matchIfFree(was[i].node, is[i].node, open);
            }
        }
    }
    void matchUsers(std::uint32_t old, std::uint32_t now, std::vector<std::uint32_t> &open)
    {
        using Way = std::pair<Label, Label>; // operator, and where it reads
        std::map<Way, Alike> ways;
        for (const MatchGraph::Link &use : m_before.users(old)) {
            if (m_pairs.after(use.node) == MatchPairs::none) {
                ways[{m_before.operators()[use.node], use.label()}].before.push_back(use.node);
            }
        }
        if (ways.empty()) {
            return;
        }
        for (const MatchGraph::Link &use : m_after.users(now)) {
            if (m_pairs.before(use.node) == MatchPairs::none) {
                ways[{m_after.operators()[use.node], use.label()}].after.push_back(use.node);
            }
        }
        for (const auto &[way, alike] : ways) {
            if (alike.before.size() == 1 && alike.after.size() == 1) {
                matchIfFree(alike.before.front(), alike.after.front(), open);
            }
        }
    }
    void matchIfFree(std::uint32_t old, std::uint32_t now, std::vector<std::uint32_t> &open)
    {
        if (m_pairs.after(old) == MatchPairs::none && m_pairs.before(now) == MatchPairs::none
            && m_before.operators()[old] == m_after.operators()[now]) {
            m_pairs.put(old, now, MatchKind::Neighbor);
            open.push_back(now);
        }
    }

    /// A name is something, even if the node does something else now.
    void matchRestByName()
    {
        for (std::uint32_t now = 0; now < m_after.size(); ++now) {
            const std::uint32_t old = sameName(now);
            if (m_pairs.before(now) == MatchPairs::none && old != MatchPairs::none
                && m_pairs.after(old) == MatchPairs::none) {
                m_pairs.put(old, now, MatchKind::Name);
            }
        }
    }
    /// As many on both sides that nothing tells apart are taken in their order. Of others nobody knows.
    void matchByOrder()
    {
        m_alikeBefore.assign(m_before.size(), 0);
        m_alikeAfter.assign(m_after.size(), 0);
        for (auto &[label, alike] : alikeBy({&MatchGraph::calls, LabelReach::Next})) {
            if (alike.before.size() == alike.after.size()) {
                sortByRank(m_before, alike.before);
                sortByRank(m_after, alike.after);
                for (std::size_t i = 0; i < alike.before.size(); ++i) {
                    m_pairs.put(alike.before[i], alike.after[i], MatchKind::Order);
                }
                continue;
            }
            for (const std::uint32_t place : alike.before) {
                m_alikeBefore[place] = alike.after.size();
            }
            for (const std::uint32_t place : alike.after) {
                m_alikeAfter[place] = alike.before.size();
            }
        }
    }

    static void sortByRank(const MatchGraph &graph, std::vector<std::uint32_t> &places)
    {
        std::sort(places.begin(), places.end(), [&graph](std::uint32_t a, std::uint32_t b) {
            return std::pair(graph.rank(a), a) < std::pair(graph.rank(b), b);
        });
    }

    const MatchGraph &m_before;
    const MatchGraph &m_after;
    MatchPairs m_pairs;
    std::vector<std::size_t> m_alikeBefore;
    std::vector<std::size_t> m_alikeAfter;
};

GraphMatch resultOf(const MatchGraph &before, const MatchGraph &after, const Matcher &matcher)
{
    const MatchPairs &pairs = matcher.pairs();
    const auto members = kernelMembers(before, after, pairs);
    std::vector<bool> isMember(before.size(), false);
    std::multimap<std::uint32_t, std::uint32_t> membersOf;
    for (const auto &[old, now] : members) {
        isMember[old] = true;
        membersOf.emplace(now, old);
    }
    GraphMatch match;
    for (std::uint32_t now = 0; now < after.size(); ++now) {
        const std::uint32_t old = pairs.before(now);
        const auto [first, last] = membersOf.equal_range(now);
        if (old != MatchPairs::none) {
            match.matches.push_back({before.id(old), after.id(now), pairs.kind(now),
                                     certaintyOf(before, after, pairs, now)});
        } else if (first == last) {
            match.onlyAfter.push_back({after.id(now), matcher.alikeAfter(now)});
        }
        for (auto it = first; it != last; ++it) {
            match.matches.push_back(
                {before.id(it->second), after.id(now), MatchKind::Kernel, Certainty::Likely});
        }
    }
    for (std::uint32_t old = 0; old < before.size(); ++old) {
        if (pairs.after(old) == MatchPairs::none && !isMember[old]) {
            match.onlyBefore.push_back({before.id(old), matcher.alikeBefore(old)});
        }
    }
    match.doubleNames = before.doubleNames() + after.doubleNames();
    return match;
}

} // namespace

std::string_view matchName(MatchKind kind)
{
    return matchNames[static_cast<std::size_t>(kind)];
}

std::string_view certaintyName(Certainty certainty)
{
    return certaintyNames[static_cast<std::size_t>(certainty)];
}

std::size_t GraphMatch::countOf(Certainty certainty) const
{
    return static_cast<std::size_t>(
        std::count_if(matches.begin(), matches.end(), [certainty](const NodeMatch &match) {
            return match.certainty == certainty;
        }));
}

GraphMatch matchGraphs(const KnownGraph &before, const KnownGraph &after)
{
    const MatchGraph old(before);
    const MatchGraph now(after);
    Matcher matcher(old, now);
    matcher.run();
    return resultOf(old, now, matcher);
}

Provenance provenanceOf(const GraphMatch &match)
{
    Provenance provenance;
    provenance.hasSharedIds = false;
    provenance.isMatched = true;
    for (const NodeMatch &one : match.matches) {
        auto &origins = provenance.origins;
        if (origins.empty() || origins.back().node != one.after) {
            origins.push_back({one.after, {}, {}, one.before});
        }
        origins.back().from.push_back(one.before);
    }
    return provenance;
}

} // namespace nervure
