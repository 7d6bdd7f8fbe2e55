// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/rewrite_rules.h"

namespace nervure {

/// Keeps a layout whose channels are where `axis` says, in blocks at the end or not at all; takes
/// the one of before the rewriting otherwise. Parameters follow the blocks.
[[nodiscard]] Status correctBatchNormLayout(const LayoutCall &call);

/// data * scale + shift for output 0, with the nodes NNVM makes for it; the statistics are no more.
/// Needs the inputs' shapes. In exact
/// semantics epsilon keeps six decimals, as NNVM writes it; in fixed all of them.
[[nodiscard]] Result<std::vector<Entry>> simplifyBatchNorm(const RewriteCall &call);

} // namespace nervure
