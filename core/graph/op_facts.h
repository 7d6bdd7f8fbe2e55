// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op_registry.h"
#include "core/support/hash_index.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace nervure {

/// What follows from a node's operator and attributes alone.
struct OpFacts {
    const OpSpec *spec = nullptr;            ///< null for variables and unknown operators
    ParsedAttrs attrs;                       ///< empty without a spec
    bool hasProblems = false;                ///< parseAttrs() has something to say
    std::optional<std::uint32_t> inputCount; ///< nothing: any number
    std::uint32_t outputCount = 1;           ///< 1 without a spec
    std::uint32_t number = 0;                ///< counts the different facts of a table
};

/// Works the facts out once for each text of operator and attributes: the nodes of large graphs
/// are nearly all alike. The nodes that were asked about must stay as they are while this lives.
class OpFactsTable {
public:
    explicit OpFactsTable(const OpRegistry &ops) : m_ops(ops) {}

    const OpFacts &of(const Node &node);
    /// How many different facts there are so far.
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(m_items.size()); }

private:
    const OpRegistry &m_ops;
    std::deque<std::pair<const Node *, OpFacts>> m_items; ///< with the first node of that text
    HashIndex m_index;
};

} // namespace nervure
