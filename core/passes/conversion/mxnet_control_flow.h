// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/rewrite_rules.h"
#include "core/passes/conversion/mxnet_lowering.h"

namespace nervure {

/// What an operator of control flow becomes: its bodies, lowered as often as they run. `_foreach` has
/// them one after the other. `_while_loop` has max_iterations of them, each of which keeps the states as
/// they are once the condition has been 0; rows behind the last step are 0. `_cond` computes both
/// branches and takes one. A fused operator of oneDNN is its body. Fails where that would be too many operators, or shapes in a body stay
/// unknown. `call` has the operator's inputs, `part` is where it stands.
[[nodiscard]] Result<std::vector<Entry>> lowerControlFlow(MXNetLowering &lowering,
                                                          const IndexedNode &node,
                                                          const RewriteCall &call,
                                                          const LoweredPart &part);

} // namespace nervure
