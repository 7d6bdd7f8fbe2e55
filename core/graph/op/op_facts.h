// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"
#include "core/support/containers/hash_index.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

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

/// Numbers what nodes say of themselves: operator, dialect and attributes. The nodes of large graphs
/// are nearly all alike, and most that are share their attributes: those are told without reading them.
/// The nodes that were asked about must stay as they are while this lives.
class OpTexts {
public:
    /// Counts from 0, in the order in which texts are met.
    std::uint32_t numberOf(const Node &node);
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(m_first.size()); }

private:
    struct Recent {
        const Node *node = nullptr;
        std::uint32_t number = 0;
    };

    std::uint32_t find(const Node &node);

    std::vector<const Node *> m_first; ///< of each text
    HashIndex m_index;
    std::array<Recent, 256> m_recent; ///< by what tells most texts apart at a glance
};

/// Works the facts out once for each text of operator and attributes, under the conditions of OpTexts.
class OpFactsTable {
public:
    explicit OpFactsTable(const OpRegistry &ops) : m_ops(ops) {}

    const OpFacts &of(const Node &node);
    /// How many different facts there are so far.
    [[nodiscard]] std::uint32_t count() const { return m_texts.count(); }

private:
    const OpRegistry &m_ops;
    OpTexts m_texts;
    std::deque<OpFacts> m_items; ///< by number of the text
};

} // namespace nervure
