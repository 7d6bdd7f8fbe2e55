// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/held_variables.h"
#include "core/passes/pass_spec.h"

namespace nervure {

/// What is lowered: a document, or a body of an operator of control flow.
struct LoweredPart {
    const IndexedGraph &index;
    const Shapes &shapes; ///< by entry, all known
    const DTypes &types;  ///< by entry, all known
    int depth = 0;        ///< of a body within others
    /// Receives the variables of elements that rules work out, for tellHeld(); null: they become operators.
    HeldVariables *held = nullptr;
};

/// The same in NNVM's operators and ours, each operator by the rule of its own declaration: a graph with
/// the part's variables under their ids, and its heads in order. New nodes have names that no other has.
/// Tells `provenance`, if given, where they came from. Fails with the operator that has no counterpart,
/// and the reason.
[[nodiscard]] Result<Graph> lowerByRules(const PassContext &context, const LoweredPart &part,
                                         Provenance *provenance);

} // namespace nervure
