// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/add_edits.h"
#include "core/graph/op/op_registry.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// One place where an operator reads a value, or could.
struct InputPlace {
    std::string name;              ///< the operator's word, "data"; "input 2" where it has none
    std::size_t place = 0;         ///< among the inputs that the operator declares
    std::optional<std::size_t> at; ///< which of Node::inputs is there; nothing: the place is free
    bool isMore = false;           ///< free: behind the inputs of an operator with any number
};

/// The places of a node in the order of its operator: those that have inputs, those that are left out,
/// and, where it takes any number, one more. None for variables and nodes that are not there.
[[nodiscard]] std::vector<InputPlace> inputPlaces(const Graph &graph, const OpRegistry &ops,
                                                  NodeId node,
                                                  Semantics semantics = Semantics::Exact);

/// Gives the input of that name a value: one that reads another value reads this one, one that was left
/// out is no longer. Fails with code "no-such-input", listing the names, where there is no such place
/// or others before it have to be filled first, and as rewireInput() and addInput() do.
[[nodiscard]] Result<Edit> connectInput(const Graph &graph, const OpRegistry &ops, NodeId node,
                                        std::string_view name, const Entry &source);

/// Makes the input of that name read what `from` reads, which is then free as removeEdges() says. Fails
/// as connectInput() does.
[[nodiscard]] Result<Edit> moveEdgeTo(const Graph &graph, const OpRegistry &ops,
                                      const EdgeEnd &from, NodeId node, std::string_view name);

} // namespace nervure
