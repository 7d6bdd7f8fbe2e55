// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/node_facts.h"
#include "core/query/query_values.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What a key's value is, and so how it may be compared.
enum class QueryKeyKind : std::uint8_t { Text, Number, Sizes, Flag, Attribute };

/// One thing that can be asked of a node. `texts` is there for Text, `number` for Number (Sizes and
/// Attribute are read from the facts), `choices` for texts and flags of which there are few.
struct QueryKey {
    std::string_view name; ///< "op"; for attributes "attr."
    QueryKeyKind kind = QueryKeyKind::Text;
    QueryUnit unit = QueryUnit::Count;
    std::string_view help;
    std::string_view example;
    void (*texts)(const NodeFacts &facts, NodeId id, const TextSink &sink) = nullptr;
    std::optional<double> (*number)(const NodeFacts &facts, NodeId id) = nullptr;
    std::vector<std::string> (*choices)() = nullptr;
};

/// Whether shapes or types have to be inferred before a key has anything to say.
[[nodiscard]] bool isInferred(const QueryKey &key);

/// All keys, in the order of the reference.
[[nodiscard]] std::span<const QueryKey> queryKeys();
/// The key of that name, in any case; for "attr.x" the key of attributes. Null if there is none.
[[nodiscard]] const QueryKey *findQueryKey(std::string_view name);

/// One word after "is:".
struct QueryFlag {
    std::string_view name;
    std::string_view help;
    bool (*holds)(const NodeFacts &facts, NodeId id);
};
[[nodiscard]] std::span<const QueryFlag> queryFlags();

/// What a function makes of the nodes that its arguments name.
enum class QueryFunctionKind : std::uint8_t {
    Ancestors,
    Descendants,
    Operands,
    Users,
    Path,
    Between
};
struct QueryFunction {
    std::string_view name;
    QueryFunctionKind kind;
    std::size_t arguments;
    std::string_view help;
    std::string_view example;
};
[[nodiscard]] std::span<const QueryFunction> queryFunctions();
[[nodiscard]] const QueryFunction *findQueryFunction(std::string_view name);

} // namespace nervure
