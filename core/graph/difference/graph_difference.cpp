// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/graph_difference.h"

#include "core/graph/analysis/value_labels.h"
#include "core/support/units.h"

#include <algorithm>
#include <array>
#include <unordered_map>
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

/// Compares what the files of two graphs hold for the same nodes.
class StoredComparison {
public:
    StoredComparison(const KnownGraph &before, const KnownGraph &after, GraphDifference &result)
        : m_before(*before.stored),
          m_after(*after.stored),
          m_graph(after.graph),
          m_result(result)
    {}

    void run(const NodeComparison &comparison)
    {
        for (std::size_t i = 0; i < m_result.nodes.size(); ++i) {
            if (m_result.nodes[i].mark != ChangeMark::Removed) {
                m_changes.emplace(m_result.nodes[i].node, i);
            }
        }
        const std::size_t known = m_result.nodes.size();
        for (const NodeId id : m_graph.nodes()) {
            const NodeId was = comparison.stillIs(id);
            if (was != NodeId()) {
                compare(was, id);
            }
        }
        compareOthers();
        if (m_result.nodes.size() > known) {
            sortNodes();
        }
    }

private:
    [[nodiscard]] static const std::string *textOf(
        const std::unordered_map<NodeId, std::string> &texts, NodeId node)
    {
        const auto found = texts.find(node);
        return found == texts.end() ? nullptr : &found->second;
    }

    void compare(NodeId before, NodeId after)
    {
        for (const std::string *why :
             {textOf(m_before.unread, before), textOf(m_after.unread, after)}) {
            if (why) {
                m_result.uncompared.push_back({after, *why});
                return;
            }
        }
        const std::string *old = textOf(m_before.values, before);
        const std::string *now = textOf(m_after.values, after);
        const bool areVariables = m_graph.node(after).isVariable();
        if (old && now && *old != *now) {
            note(before, after, *old, *now);
        } else if (areVariables && (old == nullptr) != (now == nullptr)) {
            m_result.uncompared.push_back({after, old ? "only the first file holds its values"
                                                      : "only the second file holds its values"});
        }
    }

    void note(NodeId before, NodeId after, const std::string &old, const std::string &now)
    {
        const auto [found, isNew] = m_changes.try_emplace(after, m_result.nodes.size());
        if (isNew) {
            m_result.nodes.push_back({ChangeMark::Changed, after, {}, {}, before, {}});
        }
        ChangeDetails &details = m_result.nodes[found->second].details;
        const bool isSaid = std::any_of(details.begin(), details.end(), [](const auto &detail) {
            return detail.kind == DetailKind::Attribute && detail.key == "value";
        });
        if (!isSaid) { // few elements are an attribute, too
            details.push_back({DetailKind::Values, {}, old, now});
        }
    }

    /// Values that belong to no node are told as a result of the whole graph.
    void compareOthers()
    {
        for (const std::string *why :
             {textOf(m_before.unread, NodeId()), textOf(m_after.unread, NodeId())}) {
            if (why) {
                m_result.uncompared.push_back({NodeId(), *why});
            }
        }
        const auto tell = [this](const std::string &name, std::string old, std::string now) {
            if (old != now) {
                m_result.results.push_back(
                    {DetailKind::Values, name, std::move(old), std::move(now)});
            }
        };
        for (const auto &[name, old] : m_before.others) {
            const auto now = m_after.others.find(name);
            tell(name, old, now == m_after.others.end() ? std::string() : now->second);
        }
        for (const auto &[name, now] : m_after.others) {
            if (m_before.others.count(name) == 0) {
                tell(name, {}, now);
            }
        }
    }

    /// In the order of the graph after; what is gone stays behind.
    void sortNodes()
    {
        std::unordered_map<NodeId, std::size_t> places;
        for (const NodeId id : m_graph.nodes()) {
            places.emplace(id, places.size());
        }
        const auto placeOf = [&places](const NodeChange &change) {
            return change.mark == ChangeMark::Removed ? places.size() : places.at(change.node);
        };
        std::stable_sort(m_result.nodes.begin(), m_result.nodes.end(),
                         [&placeOf](const NodeChange &a, const NodeChange &b) {
                             return placeOf(a) < placeOf(b);
                         });
    }

    const StoredDigests &m_before;
    const StoredDigests &m_after;
    const Graph &m_graph;
    GraphDifference &m_result;
    std::unordered_map<NodeId, std::size_t> m_changes; ///< places in GraphDifference::nodes
};

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
    const NodeComparison comparison(before.graph, after.graph, provenance);
    result.results = compareResults(before, after, comparison);
    if (before.stored && after.stored && before.stored != after.stored) {
        StoredComparison(before, after, result).run(comparison);
    }
    result.counts = countChanges(result.nodes, before.graph, after.graph);
    result.absorbed = absorbedNodes(before.graph, after.graph, provenance);
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
