// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_difference.h"

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace nervure {

/// Stands for something of a node that nodes of another graph may have, too.
using Label = std::uint64_t;
using Labels = std::vector<Label>;

/// A label of two, in this order.
[[nodiscard]] Label mixedLabel(Label a, Label b);
[[nodiscard]] Label labelOf(std::string_view text);

/// A graph as matching looks at it: nodes by their place, who reads whom, and a label for each node of what it
/// is. Everything counts, whether the heads reach it or not.
class MatchGraph {
public:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    /// An input of a node, or a use of it.
    struct Link {
        std::uint32_t node = none;  ///< what is read, or who reads; none: nothing that is there
        std::uint32_t position = 0; ///< of the input; control dependencies stand behind the inputs
        std::uint32_t output = 0;   ///< of what is read

        [[nodiscard]] Label label() const { return mixedLabel(position, output); }
    };

    explicit MatchGraph(const KnownGraph &known);

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_ids.size()); }
    [[nodiscard]] NodeId id(std::uint32_t place) const { return m_ids[place]; }
    [[nodiscard]] const Node &node(std::uint32_t place) const { return *m_nodes[place]; }
    [[nodiscard]] std::span<const Link> inputs(std::uint32_t place) const
    {
        return std::span(m_inputs).subspan(m_inputStart[place],
                                           m_inputStart[place + 1] - m_inputStart[place]);
    }
    [[nodiscard]] std::span<const Link> users(std::uint32_t place) const
    {
        return std::span(m_users).subspan(m_userStart[place],
                                          m_userStart[place + 1] - m_userStart[place]);
    }
    /// All places, what is read before its readers as far as there is such an order.
    [[nodiscard]] const std::vector<std::uint32_t> &order() const { return m_order; }

    /// What the heads name, by their number.
    [[nodiscard]] const std::vector<std::uint32_t> &results() const { return m_results; }
    /// By place: where the heads come to it, whatever the order of the file; behind all others where they do not.
    [[nodiscard]] std::uint32_t rank(std::uint32_t place) const { return m_ranks[place]; }

    /// By place: the operator; the operator with its attributes; the same with what is known of the outputs.
    [[nodiscard]] const Labels &operators() const { return m_operators; }
    [[nodiscard]] const Labels &calls() const { return m_calls; }
    [[nodiscard]] const Labels &valued() const { return m_valued; }
    /// The place of the one node that has a name; none where it has none or several have it.
    [[nodiscard]] std::uint32_t placeOf(std::string_view name) const;
    /// Names that several nodes have.
    [[nodiscard]] std::size_t doubleNames() const;
    /// Whether any node has that name.
    [[nodiscard]] bool hasName(std::string_view name) const { return m_names.count(name) != 0; }

private:
    void link(const Graph &graph);
    void label(const KnownGraph &known);
    void sort();

    std::vector<NodeId> m_ids;
    std::vector<const Node *> m_nodes;
    std::vector<Link> m_inputs;
    std::vector<std::size_t> m_inputStart{0};
    std::vector<Link> m_users;
    std::vector<std::size_t> m_userStart;
    std::vector<std::uint32_t> m_order;
    std::vector<std::uint32_t> m_results; ///< none: what is not there
    std::vector<std::uint32_t> m_ranks;
    Labels m_operators;
    Labels m_calls;
    Labels m_valued;
    std::unordered_map<std::string_view, std::uint32_t> m_names; ///< none: of several nodes
};

} // namespace nervure
