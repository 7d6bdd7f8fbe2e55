// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/control_flow.h"
#include "core/graph/op/rewrite_rules.h"
#include "core/passes/pass_spec.h"

#include <vector>

namespace nervure {

/// What is known of the entries of a body.
struct BodyValues {
    Shapes shapes;
    DTypes types;
};

/// Shapes and types of a body whose operator's inputs and outputs are those of `call`. Fails where one
/// stays unknown, or an operator is. `depth` is how deep the operator lies in bodies.
[[nodiscard]] Result<BodyValues> valuesOfCalledBody(const PassContext &context,
                                                    const ControlFlow &flow, std::size_t which,
                                                    const RewriteCall &call, int depth);

/// Makes our own operator of control flow of MXNet's: its bodies are lowered once, as MXNetToNNVM lowers a
/// document. Fails where shapes in a body stay unknown, or bodies give what the operator cannot pass on.
/// `call` has the operator's inputs, `depth` is how deep it lies in bodies.
[[nodiscard]] Result<std::vector<Entry>> lowerControlFlow(const PassContext &context,
                                                          const IndexedNode &node,
                                                          const RewriteCall &call, int depth);

} // namespace nervure
