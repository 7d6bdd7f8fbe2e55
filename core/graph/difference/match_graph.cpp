// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/match_graph.h"

#include "core/graph/analysis/value_labels.h"
#include "core/graph/kernel_calls.h"
#include "core/graph/op/kernel_parts.h"
#include "core/graph/traversal.h"

#include <algorithm>
#include <functional>

namespace nervure {

namespace {

Label operatorLabel(const Node &node)
{
    // One operator calls all kernels: what they compute is what tells.
    const std::string *kernel = calledKernel(node);
    const Label op = labelOf(node.op);
    return mixedLabel(kernel ? mixedLabel(op, labelOf(kernelTitle(*kernel))) : op,
                      static_cast<Label>(node.dialect));
}

/// In whatever order the attributes stand.
Label attributesLabel(const AttrDict &attrs)
{
    Label sum = 0;
    for (const auto &[key, value] : attrs) {
        sum += mixedLabel(labelOf(key), labelOf(canonicalValue(value)));
    }
    return sum;
}

} // namespace

Label mixedLabel(Label a, Label b)
{
    // The steps of splitmix64.
    Label mixed = a * 0x9E3779B97F4A7C15ULL + b + 0x9E3779B97F4A7C15ULL;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    return mixed ^ (mixed >> 31);
}

Label labelOf(std::string_view text)
{
    return std::hash<std::string_view>()(text);
}

MatchGraph::MatchGraph(const KnownGraph &known)
    : m_ids(known.graph.nodes().begin(), known.graph.nodes().end())
{
    m_nodes.reserve(m_ids.size());
    for (std::uint32_t place = 0; place < size(); ++place) {
        m_nodes.push_back(&known.graph.node(m_ids[place]));
        const auto [it, isNew] = m_names.emplace(m_nodes.back()->name, place);
        it->second = isNew ? place : none;
    }
    link(known.graph);
    label(known);
    sort();
}

std::uint32_t MatchGraph::placeOf(std::string_view name) const
{
    const auto it = m_names.find(name);
    return it == m_names.end() ? none : it->second;
}

std::size_t MatchGraph::doubleNames() const
{
    return static_cast<std::size_t>(std::count_if(
        m_names.begin(), m_names.end(), [](const auto &name) { return name.second == none; }));
}

void MatchGraph::link(const Graph &graph)
{
    std::vector<std::uint32_t> placeOfId(graph.idLimit(), none);
    for (std::uint32_t place = 0; place < size(); ++place) {
        placeOfId[m_ids[place].value] = place;
    }
    const auto find = [&placeOfId](NodeId id) {
        return id.value < placeOfId.size() ? placeOfId[id.value] : none;
    };
    for (const Entry &head : graph.heads()) {
        m_results.push_back(find(head.node));
    }
    m_ranks.assign(m_ids.size(), none);
    std::uint32_t rank = 0;
    for (const NodeId id : postOrder(graph)) {
        m_ranks[find(id)] = rank++;
    }
    m_userStart.assign(m_ids.size() + 1, 0);
    for (const Node *node : m_nodes) {
        std::uint32_t position = 0;
        for (const Entry &entry : node->inputs) {
            m_inputs.push_back({find(entry.node), position++, entry.index});
        }
        for (const NodeId id : node->controlDeps) {
            m_inputs.push_back({find(id), position++, none});
        }
        m_inputStart.push_back(m_inputs.size());
    }
    for (const Link &input : m_inputs) {
        if (input.node != none) {
            ++m_userStart[input.node + 1];
        }
    }
    for (std::size_t i = 1; i < m_userStart.size(); ++i) {
        m_userStart[i] += m_userStart[i - 1];
    }
    m_users.resize(m_userStart.back());
    std::vector<std::size_t> next(m_userStart.begin(), m_userStart.end() - 1);
    for (std::uint32_t place = 0; place < size(); ++place) {
        for (const Link &input : inputs(place)) {
            if (input.node != none) {
                m_users[next[input.node]++] = {place, input.position, input.output};
            }
        }
    }
}

void MatchGraph::label(const KnownGraph &known)
{
    const IndexedGraph *index = known.analyses ? known.index : nullptr;
    const ValueLabels labels = index ? ValueLabels(*known.analyses, *index) : ValueLabels();
    for (std::uint32_t place = 0; place < size(); ++place) {
        const Node &here = node(place);
        m_operators.push_back(operatorLabel(here));
        m_calls.push_back(
            mixedLabel(m_operators.back(), attributesLabel(here.attrs) + here.subgraphs.size()));
        Label values = m_calls.back();
        const auto at = index ? index->find(id(place)) : std::nullopt;
        for (std::uint32_t i = 0; at && i < index->node(*at).outputCount; ++i) {
            const std::uint32_t entry = index->entryId(*at, i);
            values = mixedLabel(values, labelOf(labels.shape(entry)));
            values = mixedLabel(values, labelOf(labels.type(entry)));
        }
        m_valued.push_back(values);
    }
}

void MatchGraph::sort()
{
    std::vector<std::uint32_t> waits(size(), 0);
    for (std::uint32_t place = 0; place < size(); ++place) {
        for (const Link &input : inputs(place)) {
            waits[place] += input.node != none;
        }
        if (waits[place] == 0) {
            m_order.push_back(place);
        }
    }
    for (std::size_t at = 0; at < m_order.size(); ++at) {
        for (const Link &use : users(m_order[at])) {
            if (--waits[use.node] == 0) {
                m_order.push_back(use.node);
            }
        }
    }
    // On cycles, and behind them: as they stand.
    for (std::uint32_t place = 0; place < size() && m_order.size() < size(); ++place) {
        if (waits[place] > 0) {
            m_order.push_back(place);
        }
    }
}

} // namespace nervure
