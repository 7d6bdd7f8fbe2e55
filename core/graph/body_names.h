// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/body_place.h"

#include <cstddef>
#include <string>

namespace nervure {

/// The node's name for one of the graphs that it holds: the attribute's key ("then_branch"), else its number from 1.
/// Empty where it holds no other.
[[nodiscard]] std::string bodyName(const Node &owner, std::size_t body);

/// In front of the names of that graph's nodes: "pick/then_branch/".
[[nodiscard]] std::string bodyPath(const Node &owner, std::size_t body);

/// The same of a graph within several; the way must lead to one.
[[nodiscard]] std::string bodyPath(const Graph &graph, const BodyPath &path);

} // namespace nervure
