// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"
#include "core/support/diagnostic.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <string>
#include <vector>

namespace nervure {

/// A finding of a rule with the node it is about; `sources` come from NodeValues.
[[nodiscard]] inline Diagnostic located(const std::string &sources, const IndexedNode &node,
                                        Diagnostic error)
{
    error.message = node.node->op + " " + quoted(node.node->name) + ": " + error.message + sources;
    error.where.node = node.node->name;
    return error;
}

/// The values at one node of a snapshot after the other, as its rule takes them.
template <typename Traits>
class NodeValues {
public:
    using Value = typename Traits::Value;
    using Values = std::vector<Value>;

    /// `values` has one value per entry and must outlive this.
    NodeValues(const IndexedGraph &graph, const Values &values) : m_graph(graph), m_values(values)
    {}

    Values in; ///< what was gathered, and what the rule has made of it since
    Values out;

    [[nodiscard]] bool anyUnknown(std::uint32_t id, const IndexedNode &node) const
    {
        for (const IndexedEntry &input : node.inputs) {
            if (Traits::isUnknown(m_values[m_graph.entryId(input)])) {
                return true;
            }
        }
        const auto first = m_values.begin() + m_graph.entryId(id, 0);
        return std::any_of(first, first + node.outputCount, Traits::isUnknown);
    }

    void gather(std::uint32_t id, const IndexedNode &node)
    {
        in.resize(node.inputs.size());
        for (std::size_t i = 0; i < in.size(); ++i) {
            in[i] = m_values[m_graph.entryId(node.inputs[i])];
        }
        const auto first = m_values.begin() + m_graph.entryId(id, 0);
        out.assign(first, first + node.outputCount);
    }

    /// Inputs, then outputs.
    [[nodiscard]] Values all() const
    {
        Values values = in;
        values.insert(values.end(), out.begin(), out.end());
        return values;
    }

    /// "data", "weight", "the output": the values of all(), by place.
    [[nodiscard]] std::string nameOf(std::size_t place, const IndexedNode &node,
                                     Semantics semantics) const
    {
        if (place >= node.inputs.size()) {
            return node.outputCount == 1 ? "the output"
                                         : fmt::format("output {}", place - node.inputs.size());
        }
        const auto names = node.spec && node.spec->inputNames
                               ? node.spec->inputNames(node.rule(semantics))
                               : std::vector<std::string>();
        return place < names.size() ? names[place] : fmt::format("input {}", place);
    }

    /// The entries of all(), by place.
    [[nodiscard]] std::vector<std::uint32_t> entriesOf(std::uint32_t id) const
    {
        const IndexedNode &node = m_graph.node(id);
        std::vector<std::uint32_t> entries;
        for (const IndexedEntry &input : node.inputs) {
            entries.push_back(m_graph.entryId(input));
        }
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            entries.push_back(m_graph.entryId(id, i));
        }
        return entries;
    }

    /// Where the values came from that are known at a node, for messages about it. `settledBy`: by entry,
    /// 1 + the node whose step found the value, 0 for what was given.
    /// "; data is (1, 3, 8, 8) from 'x', weight is (4, 3, 3, 3) from 'w', which 'conv0' wants so".
    [[nodiscard]] std::string sources(std::uint32_t id, Semantics semantics,
                                      std::span<const std::uint32_t> settledBy) const
    {
        const IndexedNode &node = m_graph.node(id);
        const std::vector<std::uint32_t> entries = entriesOf(id);
        std::vector<std::string> sources;
        for (std::size_t i = 0; i < entries.size() && sources.size() < mostSources; ++i) {
            if (Traits::isUnknown(m_values[entries[i]])) {
                continue;
            }
            const std::uint32_t producer = i < node.inputs.size() ? node.inputs[i].nodeId : id;
            std::string what =
                nameOf(i, node, semantics) + " is " + Traits::text(m_values[entries[i]]);
            if (producer != id) {
                what += " from " + quoted(m_graph.node(producer).node->name);
            }
            const std::uint32_t by = entries[i] < settledBy.size() ? settledBy[entries[i]] : 0;
            if (by != 0 && by - 1 != producer && by - 1 != id && by <= m_graph.nodeCount()) {
                what += ", which " + quoted(m_graph.node(by - 1).node->name) + " wants so";
            }
            sources.push_back(std::move(what));
        }
        return sources.empty() ? std::string() : "; " + join(sources, ", ");
    }

    /// Of how many values of a node a message tells.
    static constexpr std::size_t mostSources = 4;

private:
    const IndexedGraph &m_graph;
    const Values &m_values;
};

} // namespace nervure
