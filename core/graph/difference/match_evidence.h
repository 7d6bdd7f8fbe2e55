// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_match.h"
#include "core/graph/difference/match_graph.h"

#include <optional>
#include <vector>

namespace nervure {

/// Pairs of nodes while they are being found, by their places.
class MatchPairs {
public:
    static constexpr std::uint32_t none = MatchGraph::none;

    MatchPairs(const MatchGraph &before, const MatchGraph &after)
        : m_after(before.size(), none),
          m_before(after.size(), none),
          m_kinds(after.size(), MatchKind::Name)
    {}

    void put(std::uint32_t before, std::uint32_t after, MatchKind kind)
    {
        m_after[before] = after;
        m_before[after] = before;
        m_kinds[after] = kind;
    }
    void drop(std::uint32_t after)
    {
        m_after[m_before[after]] = none;
        m_before[after] = none;
    }
    /// The counterpart, or none.
    [[nodiscard]] std::uint32_t after(std::uint32_t before) const { return m_after[before]; }
    [[nodiscard]] std::uint32_t before(std::uint32_t after) const { return m_before[after]; }
    [[nodiscard]] MatchKind kind(std::uint32_t after) const { return m_kinds[after]; }

private:
    std::vector<std::uint32_t> m_after;
    std::vector<std::uint32_t> m_before;
    std::vector<MatchKind> m_kinds; ///< by place after
};

/// What the nodes beside two that are taken for one say of it.
struct MatchEvidence {
    std::size_t agree = 0;     ///< they are taken for one another, too
    std::size_t disagree = 0;  ///< they have other counterparts
    std::size_t undecided = 0; ///< they have none

    [[nodiscard]] bool isNone() const { return agree + disagree + undecided == 0; }
};

/// Of all that both read, and of all that reads them.
struct SidedEvidence {
    MatchEvidence inputs;
    MatchEvidence users;
};

[[nodiscard]] SidedEvidence evidenceFor(const MatchGraph &before, const MatchGraph &after,
                                        const MatchPairs &pairs, std::uint32_t placeAfter);

/// Whether more speaks against the pair than for it.
[[nodiscard]] bool isContradicted(const SidedEvidence &found);

/// How sure the pair of a node of the graph after is, once all are found.
[[nodiscard]] Certainty certaintyOf(const MatchGraph &before, const MatchGraph &after,
                                    const MatchPairs &pairs, std::uint32_t placeAfter);

} // namespace nervure
