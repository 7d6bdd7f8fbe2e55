// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"
#include "core/graph/value/value_type.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace nervure {

/// The values of one graph of an ONNX model by name, as the bodies in it see them.
class OnnxScope {
public:
    /// All must outlive it; `outer` and `callAttrs` may be null. `callAttrs` are those of the call whose
    /// function's body the graph is.
    OnnxScope(const IndexedGraph &graph, const std::vector<ValueType> &values,
              const OnnxScope *outer, const AttrDict *callAttrs)
        : m_graph(graph),
          m_values(values),
          m_outer(outer),
          m_callAttrs(callAttrs)
    {}

    /// What is known of the value of that name here or around; Unknown where there is none.
    [[nodiscard]] const ValueType &find(std::string_view name) const;
    [[nodiscard]] const AttrDict *callAttrs() const { return m_callAttrs; }
    [[nodiscard]] int depth() const { return m_outer ? m_outer->depth() + 1 : 0; }

private:
    void readNames() const;

    const IndexedGraph &m_graph;
    const std::vector<ValueType> &m_values;
    const OnnxScope *m_outer;
    const AttrDict *m_callAttrs;
    mutable std::unordered_map<std::string_view, std::uint32_t>
        m_entries; ///< filled when asked first
};

} // namespace nervure
