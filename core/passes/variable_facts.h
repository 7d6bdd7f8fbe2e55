// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

namespace nervure {

/// Keeps what inference found out about the variables, as nnvm.compiler.build does between its
/// passes, for it outlives changes of the graph: shapes, types, and the layouts of the first
/// CorrectLayout. A name stands for one variable, as there.
void learnVariables(const IndexedGraph &graph, const Analyses &analyses, InputFacts &facts);

/// Drops what is known about variables that the graph does not have.
void forgetLostVariables(const IndexedGraph &graph, InputFacts &facts);

/// Drops what is known about variables that `before` had and `after` has not: a pass took them away,
/// and nobody is to be told that a name is wrong which was right when he gave it.
void forgetRemovedVariables(const IndexedGraph &before, const IndexedGraph &after,
                            InputFacts &facts);

} // namespace nervure
