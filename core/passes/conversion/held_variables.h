// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <vector>

namespace nervure {

/// A variable of a graph that is lowered, which holds what the model holds. Names are given at the end, so it is known
/// by its id.
struct HeldVariable {
    Shape shape;
    DType type = DType::Unknown;
    HeldValue value;
    NodeId node{}; ///< set where it is added
};
using HeldVariables = std::vector<HeldVariable>;

/// Tells the passes that follow, and the run, of these variables of a graph whose nodes have got their names.
void tellHeld(PassContext &context, const Graph &graph, HeldVariables variables);

/// A variable of these elements, which are copied.
[[nodiscard]] HeldVariable heldElements(const ConstTensorView &elements);
[[nodiscard]] HeldVariable heldElements(Tensor elements);

/// Adds it to the graph.
[[nodiscard]] Entry addHeld(Graph &graph, HeldVariables &all, HeldVariable variable,
                            std::string name);

} // namespace nervure
