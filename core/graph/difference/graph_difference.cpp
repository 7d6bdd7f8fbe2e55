// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/graph_difference.h"

#include "core/graph/analysis/value_labels.h"
#include "core/support/units.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nervure {

namespace {

constexpr std::array<std::string_view, 3> factNames{"shape", "dtype", "layout"};
constexpr std::array<ValueFact, 3> allFacts{ValueFact::Sizes, ValueFact::Type, ValueFact::Layout};

/// What is known of the values of a graph, in words.
class FactWords {
public:
    explicit FactWords(const KnownGraph &known) : m_index(known.analyses ? known.index : nullptr)
    {
        if (m_index) {
            m_labels = ValueLabels(*known.analyses, *m_index);
            m_layouts = known.analyses->find(keys::layout, *m_index);
        }
    }

    /// The node's place in the snapshot, where something is known.
    [[nodiscard]] const IndexedNode *find(NodeId node) const
    {
        const auto place = m_index ? m_index->find(node) : std::nullopt;
        return place ? &m_index->node(*place) : nullptr;
    }
    /// Empty where nothing is known.
    [[nodiscard]] std::string text(ValueFact fact, const IndexedNode &node,
                                   std::uint32_t output) const
    {
        const std::uint32_t entry =
            m_index->entryId(static_cast<std::uint32_t>(&node - m_index->nodes().data()), output);
        if (fact == ValueFact::Layout) {
            const bool isKnown = m_layouts && (*m_layouts)[entry] != "__undef__";
            return isKnown ? (*m_layouts)[entry] : std::string();
        }
        return fact == ValueFact::Sizes ? m_labels.shape(entry) : m_labels.type(entry);
    }

private:
    const IndexedGraph *m_index;
    ValueLabels m_labels;
    const std::vector<std::string> *m_layouts = nullptr;
};

class ValueComparison {
public:
    ValueComparison(const KnownGraph &before, const KnownGraph &after, GraphDifference &result)
        : m_before(before),
          m_after(after),
          m_result(result)
    {}

    void compare(NodeId before, NodeId after)
    {
        const IndexedNode *old = m_before.find(before);
        const IndexedNode *now = m_after.find(after);
        if (!old || !now) {
            return;
        }
        for (std::uint32_t i = 0; i < std::min(old->outputCount, now->outputCount); ++i) {
            for (const ValueFact fact : allFacts) {
                std::string was = m_before.text(fact, *old, i);
                std::string is = m_after.text(fact, *now, i);
                m_result.found += was.empty() && !is.empty();
                m_result.lost += is.empty() && !was.empty();
                if (!was.empty() && !is.empty() && was != is) {
                    m_result.values.push_back({after, i, fact, std::move(was), std::move(is)});
                }
            }
        }
    }

private:
    FactWords m_before;
    FactWords m_after;
    GraphDifference &m_result;
};

ChangeDetails compareResults(const KnownGraph &before, const KnownGraph &after,
                             const NodeComparison &comparison)
{
    const std::vector<Entry> &old = before.graph.heads();
    const std::vector<Entry> &now = after.graph.heads();
    ChangeDetails details;
    for (std::size_t i = 0; i < std::max(old.size(), now.size()); ++i) {
        if (i < old.size() && i < now.size() && comparison.follows(old[i], now[i])) {
            continue;
        }
        details.push_back({DetailKind::Output, std::to_string(i),
                           i < old.size() ? entryText(before.graph, old[i]) : std::string(),
                           i < now.size() ? entryText(after.graph, now[i]) : std::string()});
    }
    return details;
}

} // namespace

std::string_view factName(ValueFact fact)
{
    return factNames[static_cast<std::size_t>(fact)];
}

std::size_t GraphDifference::countOf(ValueFact fact) const
{
    return static_cast<std::size_t>(
        std::count_if(values.begin(), values.end(),
                      [fact](const ChangedValue &value) { return value.fact == fact; }));
}

std::string differenceText(const GraphDifference &difference)
{
    const std::array<std::pair<const char *, std::size_t>, 4> others{
        {{" shape", difference.countOf(ValueFact::Sizes)},
         {" dtype", difference.countOf(ValueFact::Type)},
         {" layout", difference.countOf(ValueFact::Layout)},
         {" result", difference.results.size()}}};
    std::string text = changeFigures(difference.counts);
    for (const auto &[what, count] : others) {
        if (count > 0) {
            text += (text.empty() ? "" : ", ") + groupedText(static_cast<std::int64_t>(count))
                    + what + (count == 1 ? "" : "s");
        }
    }
    return text.empty() ? "the same" : text;
}

GraphDifference differenceOf(const KnownGraph &before, const KnownGraph &after,
                             const Provenance *provenance)
{
    GraphDifference result;
    if (before.graph.revision() == after.graph.revision()) {
        provenance = nullptr; // one graph, of which more or less is known
    }
    result.nodes = changesBetween(before.graph, after.graph, provenance);
    result.counts = countChanges(result.nodes, before.graph, after.graph);
    result.absorbed = absorbedNodes(before.graph, after.graph, provenance);
    const NodeComparison comparison(before.graph, after.graph, provenance);
    result.results = compareResults(before, after, comparison);
    ValueComparison values(before, after, result);
    for (const NodeId id : after.graph.nodes()) {
        const NodeId source = comparison.stillIs(id);
        if (source != NodeId()) {
            values.compare(source, id);
        }
    }
    return result;
}

} // namespace nervure
