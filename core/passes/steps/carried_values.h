// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"

namespace nervure {

/// Puts the shapes, types and layouts that a file carries in the place of what was inferred.
void trustCarriedValues(const IndexedGraph &index, Analyses &analyses);

/// A graph and what is known of its values: what its file carries, and what else inference finds.
struct GraphValues {
    std::shared_ptr<const IndexedGraph> index; ///< null: the graph cannot be indexed
    Analyses analyses;                         ///< over `index`
};
/// What its file carries alone.
[[nodiscard]] GraphValues carriedValues(const Graph &graph, const OpRegistry &ops);
[[nodiscard]] GraphValues valuesOf(const Graph &graph, PassEnvironment environment);

} // namespace nervure
