// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace nervure {

/// The last answers of an inference rule to every kind of node (IndexedNode::kind). Nodes of large graphs
/// are so often alike that most rules need to be asked a few times only.
template <typename Value>
class RuleMemory {
public:
    /// What a rule made of the values of a node: of its inputs, then of its outputs.
    struct Answer {
        std::vector<Value> before;
        std::vector<Value> after; ///< empty: the same
    };

    /// `values` has one value per entry and must outlive the memory.
    RuleMemory(const IndexedGraph &graph, const std::vector<Value> &values)
        : m_entryStart(graph.entryStart()),
          m_values(values),
          m_answers(graph.kindCount())
    {}

    /// What the rule made of the values that the node has now, asked for a node of this kind; null when
    /// it was not asked, or too long ago.
    [[nodiscard]] const Answer *answerFor(std::uint32_t id, const IndexedNode &node) const
    {
        if (node.kind >= m_answers.size()) {
            return nullptr;
        }
        for (const Answer &known : m_answers[node.kind]) {
            if (isAbout(known, id, node)) {
                return &known;
            }
        }
        return nullptr;
    }

    void remember(const IndexedNode &node, Answer answer)
    {
        if (node.kind >= m_answers.size()) {
            return;
        }
        if (answer.after == answer.before) {
            answer.after.clear();
        }
        std::vector<Answer> &answers = m_answers[node.kind];
        if (answers.size() == mostAnswers) {
            answers.erase(answers.begin());
        }
        answers.push_back(std::move(answer));
    }

private:
    /// Nodes of a kind that stand at different places of a block see as many different shapes.
    static constexpr std::size_t mostAnswers = 4;

    bool isAbout(const Answer &known, std::uint32_t id, const IndexedNode &node) const
    {
        if (known.before.size() != node.inputs.size() + node.outputCount) {
            return false;
        }
        const Value *before = known.before.data();
        for (const IndexedEntry &input : node.inputs) {
            if (*before++ != m_values[m_entryStart[input.nodeId] + input.index]) {
                return false;
            }
        }
        return std::equal(before, before + node.outputCount, m_values.data() + m_entryStart[id]);
    }

    std::span<const std::uint32_t> m_entryStart;
    const std::vector<Value> &m_values;
    std::vector<std::vector<Answer>> m_answers; ///< by kind
};

} // namespace nervure
