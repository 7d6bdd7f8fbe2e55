// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace nervure {

class JsonReport;
class JsonValue;

/// Reads an integer of 32 bits; refuses anything else. `what` names the value in messages.
bool readNnvmNumber(JsonReport &report, const JsonValue &value, std::uint32_t &number,
                    std::string_view what);

/// Appends a list of entries, [node, index] or [node, index, version] each.
bool readNnvmEntries(JsonReport &report, const JsonValue &array, Entries &entries,
                     std::string_view what);

/// Operators that only our passes make are of our own dialect.
void setNnvmDialect(Node &node, const OpRegistry &ops);

/// What differs between the dialects that have NNVM's JSON.
struct NnvmJsonDialect {
    Dialect dialect = Dialect::Nnvm;
    /// Says which set the operator belongs to, by its name.
    void (*setNodeDialect)(Node &node, const OpRegistry &ops) = setNnvmDialect;
    /// Brings what an older release wrote up to date, before the graph is checked; null: nothing to do.
    void (*upgrade)(Graph &graph, const OpRegistry &ops) = nullptr;
};
inline constexpr NnvmJsonDialect nnvmJson{};

/// The ids that references name, also those of faulty files that name no node: kept from being given
/// to new nodes.
class NamedIds {
public:
    /// References of a node that was just read, while it is at hand: a walk of its own over a large
    /// graph takes as long as a tenth of its reading.
    void see(const Node &node);
    void see(NodeId id);
    void reserveIn(Graph &graph) const;

private:
    std::uint32_t m_count = 0; ///< all ids seen are below
};

} // namespace nervure
