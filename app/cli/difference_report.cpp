// SPDX-License-Identifier: Apache-2.0
#include "app/cli/difference_report.h"

#include "core/graph/op/kernel_parts.h"
#include "core/support/units.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace nervure::cli {

using Json = nlohmann::ordered_json;

namespace {

/// Where nodes stand in their file.
class Places {
public:
    explicit Places(const Graph &graph)
    {
        for (const NodeId id : graph.nodes()) {
            m_places.emplace(id, m_places.size());
        }
    }
    [[nodiscard]] std::size_t of(NodeId id) const { return m_places.at(id); }

private:
    std::unordered_map<NodeId, std::size_t> m_places;
};

std::string nameIn(const Graph &graph, NodeId id)
{
    const Node *node = graph.find(id);
    return node ? node->name : std::string();
}

std::string operatorOf(const Node &node)
{
    return node.isVariable() ? std::string(variableOp) : nodeTitle(node);
}

Json detailsJson(const ChangeDetails &details)
{
    Json list = Json::array();
    for (const ChangeDetail &detail : details) {
        list.push_back({{"what", detailName(detail.kind)},
                        {"key", detail.key},
                        {"before", detail.before},
                        {"after", detail.after}});
    }
    return list;
}

Json countsJson(const KnownGraph &before, const KnownGraph &after, const ChangeCounts &counts)
{
    return {{"before", before.graph.nodeCount()},
            {"after", after.graph.nodeCount()},
            {"made", counts.made},
            {"added", counts.added},
            {"removed", counts.removed},
            {"replaced", counts.replaced},
            {"fused", counts.fused},
            {"absorbed", counts.absorbed},
            {"changed", counts.changed},
            {"renamed", counts.renamed}};
}

/// Whether the node came from the one that it still is, and nothing is to be said of that.
bool isItself(const NodeChange &change)
{
    return change.reason.empty() && change.from == std::vector{change.was};
}

Json changesJson(const KnownGraph &before, const KnownGraph &after, const NodeChanges &changes)
{
    const Places placesBefore(before.graph);
    const Places placesAfter(after.graph);
    Json list = Json::array();
    for (const NodeChange &change : changes) {
        const bool isGone = change.mark == ChangeMark::Removed;
        const Node &node = (isGone ? before : after).graph.node(change.node);
        Json from = Json::array();
        for (const NodeId source : isItself(change) ? std::vector<NodeId>() : change.from) {
            from.push_back(nameIn(before.graph, source));
        }
        list.push_back({{"change", changeName(change)},
                        {"node", node.name},
                        {"index", (isGone ? placesBefore : placesAfter).of(change.node)},
                        {"op", operatorOf(node)},
                        {"from", std::move(from)},
                        {"reason", change.reason},
                        {"details", detailsJson(change.details)}});
    }
    return list;
}

Json changedValuesJson(const KnownGraph &after, const GraphDifference &difference)
{
    const Places places(after.graph);
    Json list = Json::array();
    for (const ChangedValue &value : difference.values) {
        list.push_back({{"node", nameIn(after.graph, value.node)},
                        {"index", places.of(value.node)},
                        {"output", value.output},
                        {"what", factName(value.fact)},
                        {"before", value.before},
                        {"after", value.after}});
    }
    return list;
}

std::string counted(std::size_t count, const char *what)
{
    return groupedText(static_cast<std::int64_t>(count)) + ' ' + what + (count == 1 ? "" : "s");
}

void append(std::string &text, const std::string &part, const char *joint)
{
    text += (text.empty() ? "" : joint) + part;
}

/// "attribute strides", "input 0", "shape".
std::string whatText(const ChangeDetail &detail)
{
    const std::string name(detailName(detail.kind));
    return detail.key.empty() ? name : name + ' ' + detail.key;
}

/// How sure the pair of a node is, where that is worth a word.
class MatchWords {
public:
    explicit MatchWords(const GraphMatch *match)
    {
        if (!match) {
            return;
        }
        for (const NodeMatch &one : match->matches) {
            if (one.kind != MatchKind::Kernel && one.certainty != Certainty::Certain) {
                m_words[one.after] = std::string(certaintyName(one.certainty)) + ", by "
                                     + std::string(matchName(one.kind));
            }
        }
        for (const UnmatchedNode &one : match->onlyAfter) {
            m_words[one.node] = withoutText(one);
        }
        for (const UnmatchedNode &one : match->onlyBefore) {
            m_wordsBefore[one.node] = withoutText(one);
        }
    }
    [[nodiscard]] std::string of(const NodeChange &change) const
    {
        const auto &words = change.mark == ChangeMark::Removed ? m_wordsBefore : m_words;
        const auto found = words.find(change.node);
        return found == words.end() ? std::string() : found->second;
    }

private:
    static std::string withoutText(const UnmatchedNode &one)
    {
        return one.alike == 0 ? "no counterpart" : "several are alike";
    }

    std::unordered_map<NodeId, std::string> m_words;
    std::unordered_map<NodeId, std::string> m_wordsBefore;
};

class TableWriter {
public:
    TableWriter(const KnownGraph &before, const KnownGraph &after, const GraphMatch *match)
        : m_before(before),
          m_after(after),
          m_words(match),
          m_table(match ? std::vector<Table::Column>{{"change"},
                                                     {"node"},
                                                     {"op"},
                                                     {"what"},
                                                     {"before"},
                                                     {"after"},
                                                     {"match"}}
                        : std::vector<Table::Column>{
                            {"change"}, {"node"}, {"op"}, {"what"}, {"before"}, {"after"}})
    {}

    void add(const NodeChange &change)
    {
        const bool isGone = change.mark == ChangeMark::Removed;
        const Node &node = (isGone ? m_before : m_after).graph.node(change.node);
        std::vector<std::string> cells{std::string(changeName(change)), node.name,
                                       operatorOf(node)};
        const std::string words = m_words.of(change);
        const bool hasOrigin = change.mark == ChangeMark::Added || change.mark == ChangeMark::Fused;
        const std::string from = hasOrigin ? originWords(change, m_before.graph) : std::string();
        if (!from.empty() || change.details.empty()) {
            addRow(cells, from.empty() ? "" : "from", from, "", words);
        }
        for (const ChangeDetail &detail : change.details) {
            addRow(cells, whatText(detail), detail.before, detail.after, words);
        }
    }
    void add(const ChangedValue &value)
    {
        const Node &node = m_after.graph.node(value.node);
        const std::string number = value.output == 0 ? "" : ' ' + std::to_string(value.output);
        std::vector<std::string> cells{"value", node.name, operatorOf(node)};
        addRow(cells, std::string(factName(value.fact)) + number, value.before, value.after, "");
    }
    void addResult(const ChangeDetail &detail)
    {
        const bool isStored = detail.kind == DetailKind::Values;
        std::vector<std::string> cells{isStored ? "stored" : "result", detail.key, ""};
        addRow(cells, isStored ? "values" : "reads", detail.before, detail.after, "");
    }
    [[nodiscard]] Table take() { return std::move(m_table); }

private:
    /// The first row of a node names it.
    void addRow(std::vector<std::string> &cells, const std::string &what, const std::string &before,
                const std::string &after, const std::string &words)
    {
        std::vector<std::string> row = cells;
        row.insert(row.end(), {what, before, after});
        if (!words.empty()) {
            row.push_back(cells.front().empty() ? "" : words);
        }
        m_table.add(std::move(row));
        std::fill(cells.begin(), cells.end(), std::string());
    }

    const KnownGraph &m_before;
    const KnownGraph &m_after;
    MatchWords m_words;
    Table m_table;
};

} // namespace

Json differenceJson(const KnownGraph &before, const KnownGraph &after,
                    const GraphDifference &difference)
{
    return {{"nodes", countsJson(before, after, difference.counts)},
            {"attributes", difference.counts.attributes},
            {"inputs", difference.counts.inputs},
            {"values",
             {{"shape", difference.countOf(ValueFact::Sizes)},
              {"dtype", difference.countOf(ValueFact::Type)},
              {"layout", difference.countOf(ValueFact::Layout)},
              {"found", difference.found},
              {"lost", difference.lost}}},
            {"changes", changesJson(before, after, difference.nodes)},
            {"changed_values", changedValuesJson(after, difference)},
            {"results", detailsJson(difference.results)}};
}

Json uncomparedJson(const KnownGraph &after, const GraphDifference &difference)
{
    Json list = Json::array();
    for (const UncomparedValue &value : difference.uncompared) {
        list.push_back({{"node", nameIn(after.graph, value.node)}, {"why", value.why}});
    }
    return list;
}

std::string matchText(const GraphMatch &match)
{
    std::string text;
    const std::array<std::pair<const char *, Certainty>, 3> kinds{{{" certain", Certainty::Certain},
                                                                   {" likely", Certainty::Likely},
                                                                   {" guessed", Certainty::Guess}}};
    for (const auto &[word, certainty] : kinds) {
        if (const std::size_t count = match.countOf(certainty); count > 0) {
            append(text, groupedText(static_cast<std::int64_t>(count)) + word, ", ");
        }
    }
    const std::size_t without = match.onlyBefore.size() + match.onlyAfter.size();
    if (without > 0) {
        append(text, groupedText(static_cast<std::int64_t>(without)) + " without a counterpart",
               "; ");
    }
    if (match.doubleNames > 0) {
        append(text, counted(match.doubleNames, "name") + " of several nodes", "; ");
    }
    return text;
}

Table differenceTable(const KnownGraph &before, const KnownGraph &after,
                      const GraphDifference &difference, const GraphMatch *match)
{
    TableWriter writer(before, after, match);
    for (const NodeChange &change : difference.nodes) {
        writer.add(change);
    }
    for (const ChangedValue &value : difference.values) {
        writer.add(value);
    }
    for (const ChangeDetail &detail : difference.results) {
        writer.addResult(detail);
    }
    return writer.take();
}

} // namespace nervure::cli
