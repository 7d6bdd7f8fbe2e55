// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/rewrite_rules.h"
#include "core/ops/custom/declaration.h"

namespace nervure::custom {

/// What a node of the operator becomes: the first of its lowerings whose condition holds
/// (RewriteRules::LowerRule). New nodes are named after it: NAME_NODE.
[[nodiscard]] Result<std::vector<Entry>> lowered(const Declaration &operation,
                                                 const RewriteCall &call);

} // namespace nervure::custom
