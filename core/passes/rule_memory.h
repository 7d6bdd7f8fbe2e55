// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed_graph.h"

#include <vector>

namespace nervure {

/// The last answer of an inference rule to every kind of node (IndexedNode::kind). Nodes of large
/// graphs are so often alike that most rules need to be asked a few times only.
template <typename Value>
class RuleMemory {
public:
    /// `values` has one value per entry and must outlive the memory.
    RuleMemory(const IndexedGraph &graph, const std::vector<Value> &values)
        : m_graph(graph),
          m_values(values),
          m_answers(graph.kindCount())
    {}

    /// What the rule gave for a node of this kind whose inputs had the values that this node's have
    /// now, one value for each output; null when it was not asked.
    [[nodiscard]] const std::vector<Value> *outputsFor(const IndexedNode &node) const
    {
        if (node.kind >= m_answers.size()) {
            return nullptr;
        }
        const Answer &answer = m_answers[node.kind];
        if (answer.in.size() != node.inputs.size() || answer.out.size() != node.outputCount) {
            return nullptr;
        }
        for (std::size_t i = 0; i < answer.in.size(); ++i) {
            if (answer.in[i] != m_values[m_graph.entryId(node.inputs[i])]) {
                return nullptr;
            }
        }
        return &answer.out;
    }

    void remember(const IndexedNode &node, std::vector<Value> in, std::vector<Value> out)
    {
        if (node.kind < m_answers.size()) {
            m_answers[node.kind] = {std::move(in), std::move(out)};
        }
    }

private:
    struct Answer {
        std::vector<Value> in;
        std::vector<Value> out;
    };

    const IndexedGraph &m_graph;
    const std::vector<Value> &m_values;
    std::vector<Answer> m_answers; ///< by kind
};

} // namespace nervure
