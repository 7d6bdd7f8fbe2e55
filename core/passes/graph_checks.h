// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed_graph.h"
#include "core/graph/semantics.h"
#include "core/support/result.h"

namespace nervure {

/// Checks that every input and head names an entry that is there. Exact semantics takes an index
/// beyond the outputs for a later entry, as NNVM does; only where NNVM would read beyond the last
/// entry does it stop.
[[nodiscard]] Status checkEntries(const IndexedGraph &graph, Semantics semantics);

/// What passes may rely on that do not declare otherwise (PassSpec::takesFaultyGraphs): every input
/// and head is an output that its node has, and there is no cycle.
[[nodiscard]] Status checkWellFormed(const IndexedGraph &graph);

} // namespace nervure
