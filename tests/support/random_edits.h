// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"
#include "core/graph/op/op_registry.h"

#include <random>

namespace nervure::tests {

/// Edits as a user makes them, in any order: the same seed gives the same edits to the same graph.
class RandomEdits {
public:
    RandomEdits(const OpRegistry &ops, std::uint32_t seed) : m_ops(ops), m_random(seed) {}

    /// The next edit of this graph. Many are refused: a cycle, a name that is taken.
    [[nodiscard]] Result<Edit> next(const Graph &graph);

private:
    [[nodiscard]] Result<Edit> structural(const Graph &graph, NodeId node);
    [[nodiscard]] Result<Edit> composed(const Graph &graph, NodeId node);
    [[nodiscard]] std::size_t below(std::size_t count);
    [[nodiscard]] NodeId anyNode(const Graph &graph);
    [[nodiscard]] Entry anyValue(const Graph &graph);
    [[nodiscard]] std::vector<NodeId> fewNodes(const Graph &graph);
    [[nodiscard]] std::string anyOperator(const Graph &graph);

    const OpRegistry &m_ops;
    std::mt19937 m_random;
};

} // namespace nervure::tests
