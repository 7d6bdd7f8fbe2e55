// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/check/graph_check.h"
#include "core/support/json/json_tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nervure {

/// The first member of that name, whatever its case, as LightNet looks members up.
[[nodiscard]] std::optional<JsonValue> lightNetMember(const JsonValue &object,
                                                      std::string_view lowerCaseKey);

/// Where the operators of a LightNet document are in its text. The document must outlive it.
class LightNetSourceMap {
public:
    /// The operator of the next node id; `inputs` are its entries in the order of the node's inputs.
    void add(const JsonValue &object, std::vector<std::uint32_t> inputs);
    /// How many operators were added: the node id of the next.
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(m_ops.size()); }

    /// The index of the JSON value that a finding is about.
    [[nodiscard]] std::uint32_t of(const GraphFinding &finding);

private:
    struct Op {
        JsonValue object;
        std::vector<std::uint32_t> inputs;
    };
    [[nodiscard]] std::uint32_t ofParam(NodeId node, const std::string &name);

    std::vector<Op> m_ops;            ///< by node id
    std::optional<NodeId> m_paramsOf; ///< whose parameters m_params has
    std::unordered_map<std::string_view, std::uint32_t> m_params;
};

} // namespace nervure
