// SPDX-License-Identifier: Apache-2.0
#include "app/cli/difference_report.h"

#include <fmt/format.h>

#include <array>

namespace nervure::cli {

namespace {

/// What differs of one kind, for people: the first few in words.
class CaseWords {
public:
    void add(const std::string &words)
    {
        constexpr std::size_t shown = 20;
        if (m_count++ < shown) {
            m_text += (m_text.empty() ? "" : "\n") + words;
        }
    }
    [[nodiscard]] JunitCase take(std::string name) const
    {
        JunitCase one{std::move(name)};
        if (m_count > 0) {
            one.failure = fmt::format("{} differ\n{}", m_count, m_text);
        }
        return one;
    }

private:
    std::string m_text;
    std::size_t m_count = 0;
};

std::string detailText(const ChangeDetail &detail)
{
    return fmt::format("{}{}{}: {} -> {}", detailName(detail.kind), detail.key.empty() ? "" : " ",
                       detail.key, detail.before, detail.after);
}

} // namespace

std::vector<JunitCase> differenceCases(const KnownGraph &before, const KnownGraph &after,
                                       const GraphDifference &difference)
{
    CaseWords nodes;
    for (const NodeChange &change : difference.nodes) {
        const bool isGone = change.mark == ChangeMark::Removed;
        const Node &node = (isGone ? before : after).graph.node(change.node);
        std::string text = fmt::format("{} {} ({})", changeName(change), node.name, node.op);
        for (const ChangeDetail &detail : change.details) {
            text += ", " + detailText(detail);
        }
        nodes.add(text);
    }
    std::array<CaseWords, 3> facts; // as ValueFact
    for (const ChangedValue &value : difference.values) {
        const Node &node = after.graph.node(value.node);
        facts[static_cast<std::size_t>(value.fact)].add(fmt::format(
            "{} output {}: {} -> {}", node.name, value.output, value.before, value.after));
    }
    CaseWords results;
    for (const ChangeDetail &detail : difference.results) {
        results.add(fmt::format("result {}: {} -> {}", detail.key, detail.before, detail.after));
    }
    JunitCase stored{"stored values"};
    if (!difference.uncompared.empty()) {
        const std::size_t count = difference.uncompared.size();
        stored.skipped =
            fmt::format("{} could not be compared: {}", count, difference.uncompared.front().why);
    }
    return {nodes.take("nodes"),      facts[0].take("shapes"), facts[1].take("types"),
            facts[2].take("layouts"), results.take("results"), stored};
}

} // namespace nervure::cli
