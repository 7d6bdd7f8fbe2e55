// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/body_comparison.h"

#include "core/graph/body_names.h"
#include "core/support/text.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace nervure {

namespace {

/// Compares the graphs that two nodes hold, whose nodes are the same when their names are.
class BodyComparison {
public:
    BodyComparison(bool isMatched, ChangeDetails &details)
        : m_isMatched(isMatched),
          m_details(details)
    {}

    /// `path` stands in front of the names of what the bodies hold.
    void compare(const Node &before, const Node &after, const std::string &path)
    {
        const auto countText = [](const Node &node) {
            return std::to_string(node.subgraphs.size())
                   + (node.subgraphs.size() == 1 ? " graph" : " graphs");
        };
        if (before.subgraphs.size() != after.subgraphs.size()) {
            add(path, countText(before), countText(after));
            return;
        }
        for (std::size_t i = 0; i < before.subgraphs.size(); ++i) {
            const std::string inside = path + bodyName(before, i);
            if (before.subgraphs[i]->sameAs(*after.subgraphs[i])) {
                continue;
            }
            compareGraphs(*before.subgraphs[i], *after.subgraphs[i],
                          inside.empty() ? inside : inside + '/');
        }
    }

private:
    void add(std::string key, std::string before, std::string after)
    {
        m_details.push_back(
            {DetailKind::Body, std::move(key), std::move(before), std::move(after)});
    }

    static std::map<std::string_view, NodeId> namesOf(const Graph &graph)
    {
        std::map<std::string_view, NodeId> names;
        for (const NodeId id : graph.nodes()) {
            names.emplace(graph.node(id).name, id);
        }
        return names;
    }

    void compareGraphs(const Graph &before, const Graph &after, const std::string &path)
    {
        const auto had = namesOf(before);
        const auto has = namesOf(after);
        for (const auto &[name, id] : had) {
            const auto now = has.find(name);
            if (now == has.end()) {
                add(path + std::string(name), before.node(id).op, {});
            } else if (!(before.node(id) == after.node(now->second))) {
                compareNodes({before, id}, {after, now->second}, path + std::string(name));
            }
        }
        for (const auto &[name, id] : has) {
            if (had.find(name) == had.end()) {
                add(path + std::string(name), {}, after.node(id).op);
            }
        }
        compareTexts(path + "outputs", textOf(before, before.heads()),
                     textOf(after, after.heads()));
    }

    struct Place {
        const Graph &graph;
        NodeId id;

        [[nodiscard]] const Node &node() const { return graph.node(id); }
    };

    void compareNodes(const Place &before, const Place &after, const std::string &path)
    {
        const Node &old = before.node();
        const Node &now = after.node();
        compareTexts(path, old.op, now.op);
        for (const auto &[key, value] : old.attrs) {
            const std::string *other = now.attrs.find(key);
            const bool isSame =
                other && m_isMatched && canonicalValue(value) == canonicalValue(*other);
            if (!isSame) {
                compareTexts(path + ' ' + key, value, other ? *other : std::string());
            }
        }
        for (const auto &[key, value] : now.attrs) {
            if (!old.attrs.find(key)) {
                compareTexts(path + ' ' + key, {}, value);
            }
        }
        compareTexts(path + " inputs", textOf(before.graph, {old.inputs.begin(), old.inputs.end()}),
                     textOf(after.graph, {now.inputs.begin(), now.inputs.end()}));
        compareTexts(path + " declares", typesOf(old), typesOf(now));
        compare(old, now, path + '/');
    }

    void compareTexts(std::string key, std::string before, std::string after)
    {
        if (before != after) {
            add(std::move(key), std::move(before), std::move(after));
        }
    }

    static std::string typesOf(const Node &node)
    {
        std::vector<std::string> texts;
        std::transform(node.declaredTypes.begin(), node.declaredTypes.end(),
                       std::back_inserter(texts),
                       [](const ValueType &type) { return type.text(); });
        return join(texts, ", ");
    }

    static std::string textOf(const Graph &graph, const std::vector<Entry> &entries)
    {
        std::vector<std::string> texts;
        std::transform(entries.begin(), entries.end(), std::back_inserter(texts),
                       [&graph](const Entry &entry) { return entryText(graph, entry); });
        return join(texts, ", ");
    }

    bool m_isMatched;
    ChangeDetails &m_details;
};

} // namespace

void compareBodies(const Node &before, const Node &after, bool isMatched, ChangeDetails &details)
{
    BodyComparison(isMatched, details).compare(before, after, {});
}

} // namespace nervure
