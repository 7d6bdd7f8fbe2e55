// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <cstddef>
#include <vector>

/// Which values of a graph whose dialect has value types decide the sizes of others: their elements have to be known
/// before the graph runs.
namespace nervure {

/// The position in the operator's list of the input `i` that is there.
[[nodiscard]] std::size_t placeOf(const IndexedNode &node, std::size_t i);

/// True if the operator takes the input at that position of its list as numbers alone: it need not be computed,
/// but its elements have to be known (RewriteRules::numberInputs).
[[nodiscard]] bool takesNumbers(const IndexedNode &node, std::size_t place);

/// True if the elements of that input say how often a loop runs, or takesNumbers().
[[nodiscard]] bool mayDecide(const IndexedNode &node, std::size_t place);

/// By node: its values may decide a size, directly or through operators that compute with them.
[[nodiscard]] std::vector<bool> decidingNodes(const IndexedGraph &graph);

/// The same where bodies of control flow and functions count as well: any value that one of them reads may decide
/// a size inside, and any that this graph gives may decide one around it, if it is a body.
[[nodiscard]] std::vector<bool> decidingNodesWithBodies(const IndexedGraph &graph, bool isBody);

} // namespace nervure
