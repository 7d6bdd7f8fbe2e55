// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_changes.h"

#include <QString>

namespace nervure {

/// "+", "~", "⊕", "−"; empty for None.
[[nodiscard]] QString changeSign(ChangeMark mark);
/// "new", "changed", "fused", "removed"; empty for None.
[[nodiscard]] QString changeWord(ChangeMark mark);

/// originWords() for the window.
[[nodiscard]] QString originText(const NodeChange &change, const Graph &before);

} // namespace nervure
