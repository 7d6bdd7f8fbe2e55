// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/onnx_facts.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// Takes what the file declares of the values of one graph, while inference walks through it node by node.
class DeclaredValues {
public:
    /// All must outlive it; `earlier` is null where there was no edit.
    DeclaredValues(const IndexedGraph &graph, const DeclaredUse &use, const EarlierValues *earlier)
        : m_graph(graph),
          m_use(use),
          m_earlier(earlier)
    {}

    /// Before each walk.
    void restart();
    /// Before the node's rule is asked: `values` are those of all entries before it.
    void enter(std::uint32_t id, const ValueTypes &values);
    /// The type of an output of the node that was entered, of which its rule says `value`.
    [[nodiscard]] ValueType filled(std::uint32_t id, std::uint32_t output, ValueType value);
    /// Marks the node's outputs: an attribute of the file says all that is known of them.
    void markKnown(std::uint32_t id, const ValueTypes &values);
    /// The node's outputs are known.
    void leave(std::uint32_t id, const ValueTypes &values);

    /// OnnxValues::declared.
    [[nodiscard]] std::vector<std::int64_t> &marks() { return m_marks; }
    /// True for a node that was entered and may compute something else than before.
    [[nodiscard]] bool isReached(std::uint32_t id) const
    {
        return id < m_isReached.size() && m_isReached[id];
    }
    /// OnnxValues::reached.
    [[nodiscard]] std::vector<bool> &reached() { return m_isReached; }
    /// A warning for each value of which the file declares what cannot be.
    [[nodiscard]] Diagnostics &contradictions() { return m_contradictions; }

private:
    [[nodiscard]] bool isOther(std::uint32_t node, std::uint32_t output,
                               const ValueTypes &values) const;

    const IndexedGraph &m_graph;
    const DeclaredUse &m_use;
    const EarlierValues *m_earlier;
    std::vector<std::int64_t> m_marks;
    std::vector<bool> m_isReached; ///< by node: it may compute something else than before
    std::vector<bool> m_isOther;   ///< by node: an output is not as before
    Diagnostics m_contradictions;
};

/// A warning that the file declares an output of the node, or a variable, as what it cannot be.
[[nodiscard]] Diagnostic wrongDeclaration(const IndexedNode &node, std::uint32_t output,
                                          const ValueType &declared, const ValueType &value);

} // namespace nervure
