// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"
#include "core/graph/semantics.h"
#include "core/support/diagnostic.h"
#include "core/support/result.h"

#include <cstdint>
#include <map>

namespace nervure {

/// Checks that every input and head names an entry that is there. Exact semantics takes an index
/// beyond the outputs for a later entry, as NNVM does; only where NNVM would read beyond the last
/// entry does it stop.
[[nodiscard]] Status checkEntries(const IndexedGraph &graph, Semantics semantics);

/// The same as findings, for passes that go on without what is wrong: the error of each node that reads
/// what is not there, by its id, and of each head that names it (under the number of nodes).
[[nodiscard]] std::multimap<std::uint32_t, Diagnostic> entryFaults(const IndexedGraph &graph,
                                                                   Semantics semantics);

/// What passes may rely on that do not declare otherwise (PassSpec::takesFaultyGraphs): every input
/// and head is an output that its node has, and there is no cycle.
[[nodiscard]] Status checkWellFormed(const IndexedGraph &graph);

} // namespace nervure
