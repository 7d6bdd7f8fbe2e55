// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/match_evidence.h"

#include <algorithm>

namespace nervure {

namespace {

class EvidenceCounter {
public:
    EvidenceCounter(const MatchGraph &before, const MatchGraph &after, const MatchPairs &pairs)
        : m_before(before),
          m_after(after),
          m_pairs(pairs)
    {}

    void countInputs(std::uint32_t old, std::uint32_t now)
    {
        const auto was = m_before.inputs(old);
        const auto is = m_after.inputs(now);
        for (std::size_t i = 0; i < std::max(was.size(), is.size()); ++i) {
            if (i >= was.size() || i >= is.size()) {
                ++m_found.inputs.undecided;
                continue;
            }
            const bool isNowhere = was[i].node == MatchGraph::none;
            if (isNowhere || is[i].node == MatchGraph::none) {
                m_found.inputs.undecided += isNowhere != (is[i].node == MatchGraph::none);
                continue;
            }
            const std::uint32_t follows = m_pairs.after(was[i].node);
            if (follows == is[i].node && was[i].output == is[i].output) {
                ++m_found.inputs.agree;
            } else if (follows == MatchPairs::none
                       && m_pairs.before(is[i].node) == MatchPairs::none) {
                ++m_found.inputs.undecided;
            } else {
                ++m_found.inputs.disagree;
            }
        }
    }
    void countUsers(std::uint32_t old, std::uint32_t now)
    {
        for (const MatchGraph::Link &use : m_before.users(old)) {
            const std::uint32_t follows = m_pairs.after(use.node);
            if (follows == MatchPairs::none) {
                ++m_found.users.undecided;
                continue;
            }
            const auto inputs = m_after.inputs(follows);
            const bool reads = use.position < inputs.size() && inputs[use.position].node == now
                               && inputs[use.position].output == use.output;
            ++(reads ? m_found.users.agree : m_found.users.disagree);
        }
        for (const MatchGraph::Link &use : m_after.users(now)) {
            m_found.users.undecided += m_pairs.before(use.node) == MatchPairs::none;
        }
    }
    [[nodiscard]] const SidedEvidence &found() const { return m_found; }

private:
    const MatchGraph &m_before;
    const MatchGraph &m_after;
    const MatchPairs &m_pairs;
    SidedEvidence m_found;
};

/// Whether there is nothing on that side, or something that agrees.
bool speaksFor(const MatchEvidence &found)
{
    return found.isNone() || found.agree > 0;
}

/// Of nodes that look the same and whose names do not tell: whether nothing speaks for another pair.
bool isBeyondDoubt(const MatchGraph &before, const MatchGraph &after, const SidedEvidence &found,
                   std::uint32_t old, std::uint32_t now)
{
    return found.inputs.undecided + found.users.undecided == 0
           && found.inputs.agree + found.users.agree > 0 && !before.hasName(after.node(now).name)
           && !after.hasName(before.node(old).name);
}

} // namespace

SidedEvidence evidenceFor(const MatchGraph &before, const MatchGraph &after,
                          const MatchPairs &pairs, std::uint32_t placeAfter)
{
    EvidenceCounter counter(before, after, pairs);
    const std::uint32_t old = pairs.before(placeAfter);
    counter.countInputs(old, placeAfter);
    counter.countUsers(old, placeAfter);
    return counter.found();
}

bool isContradicted(const SidedEvidence &found)
{
    return found.inputs.disagree + found.users.disagree > found.inputs.agree + found.users.agree;
}

Certainty certaintyOf(const MatchGraph &before, const MatchGraph &after, const MatchPairs &pairs,
                      std::uint32_t placeAfter)
{
    const std::uint32_t old = pairs.before(placeAfter);
    const SidedEvidence found = evidenceFor(before, after, pairs, placeAfter);
    const bool isSameCall = before.calls()[old] == after.calls()[placeAfter];
    const bool isSameOperator = before.operators()[old] == after.operators()[placeAfter];
    const MatchKind kind = pairs.kind(placeAfter);
    if (found.inputs.disagree + found.users.disagree == 0 && isSameCall) {
        const bool isSure =
            (kind == MatchKind::Name && speaksFor(found.inputs) && speaksFor(found.users))
            || (kind == MatchKind::Structure
                && isBeyondDoubt(before, after, found, old, placeAfter));
        if (isSure) {
            return Certainty::Certain;
        }
    }
    const bool isAlone = found.inputs.agree + found.users.agree == 0;
    const bool isWeak = kind == MatchKind::Order || (kind == MatchKind::Neighbor && !isSameCall)
                        || (!isSameOperator && isAlone) || isContradicted(found);
    return isWeak ? Certainty::Guess : Certainty::Likely;
}

} // namespace nervure
