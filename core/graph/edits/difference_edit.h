// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"

namespace nervure {

/// What turns one graph into the other, whose nodes have the same ids where they are the same nodes:
/// applied to `from` it gives a graph that equals `to`. The dialect is left as it is.
[[nodiscard]] Edit differenceEdit(const Graph &from, const Graph &to);

} // namespace nervure
