// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <span>
#include <vector>

namespace nervure {

/// Some nodes of a graph: one bit for every id below Graph::idLimit().
using NodeSet = std::vector<bool>;

/// The set of these nodes; ids that the graph does not contain are left out.
[[nodiscard]] NodeSet nodeSet(const Graph &graph, std::span<const NodeId> nodes);
/// The nodes of the set in the order of the graph.
[[nodiscard]] std::vector<NodeId> nodesOf(const Graph &graph, const NodeSet &set);

/// Who reads whom, both ways. Control dependencies count, references to nodes that are not there do
/// not. Linear to make; the graph must not change while it is used.
class Reachability {
public:
    explicit Reachability(const Graph &graph);

    /// All that the nodes of `from` depend on, at least one step away: on a cycle a node is its own
    /// ancestor.
    [[nodiscard]] NodeSet ancestors(const NodeSet &from) const;
    /// All that depends on the nodes of `from`, at least one step away.
    [[nodiscard]] NodeSet descendants(const NodeSet &from) const;
    /// What the nodes read, and what reads them.
    [[nodiscard]] NodeSet operands(const NodeSet &of) const;
    [[nodiscard]] NodeSet users(const NodeSet &of) const;
    /// A shortest way along the data from a node of `from` to one of `to`, both included, or the
    /// other way round where there is none; empty when nothing connects them.
    [[nodiscard]] std::vector<NodeId> path(const NodeSet &from, const NodeSet &to) const;
    /// All nodes on any way from a node of `from` to one of `to`, both included, or the other way
    /// round where there is none.
    [[nodiscard]] NodeSet between(const NodeSet &from, const NodeSet &to) const;

private:
    /// Neighbors by NodeId in one array: those of id are targets[starts[id]] up to starts[id + 1].
    struct Links {
        std::vector<std::uint32_t> starts;
        std::vector<std::uint32_t> targets;

        [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t id) const
        {
            return std::span(targets).subspan(starts[id], starts[id + 1] - starts[id]);
        }
    };

    [[nodiscard]] static Links reversed(const Links &links);
    [[nodiscard]] NodeSet oneStep(const Links &links, const NodeSet &from) const;
    [[nodiscard]] NodeSet closure(const Links &links, const NodeSet &from) const;
    [[nodiscard]] std::vector<NodeId> way(const NodeSet &from, const NodeSet &to) const;

    const Graph &m_graph;
    Links m_operands;
    Links m_users;
};

} // namespace nervure
