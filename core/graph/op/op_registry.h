// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nervure {

/// All declared operators, by (dialect, name), in the order they were added.
class OpRegistry {
public:
    /// A second operator of the same dialect and name (or alias) is a mistake of ours.
    void add(OpSpec spec);

    /// By name or alias; null for unknown operators and for variables.
    [[nodiscard]] const OpSpec *find(Dialect dialect, std::string_view name) const;
    [[nodiscard]] const OpSpec *find(const Node &node) const { return find(node.dialect, node.op); }

    [[nodiscard]] const std::deque<OpSpec> &all() const { return m_specs; }
    /// Names and aliases of a dialect, for suggestions.
    [[nodiscard]] std::vector<std::string> names(Dialect dialect) const;

private:
    struct TextHash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    using ByName = std::unordered_map<std::string, const OpSpec *, TextHash, std::equal_to<>>;

    std::deque<OpSpec> m_specs;
    std::map<Dialect, ByName> m_byName; ///< names and aliases
};

} // namespace nervure
