// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_match.h"

#include <QString>
#include <QStringList>

namespace nervure {

/// "+", "~", "⊕", "−"; empty for None.
[[nodiscard]] QString changeSign(ChangeMark mark);
/// "new", "changed", "fused", "removed"; empty for None.
[[nodiscard]] QString changeWord(ChangeMark mark);

/// "208 new, 20 gone, 3 changed, 4 fused": changeFigures() in words; empty where all are as they were.
[[nodiscard]] QString changeWords(const ChangeCounts &counts);

/// "strides: (1,1) → (2,2)", "input 0: conv0 → bn0", "name: a → b".
[[nodiscard]] QString detailText(const ChangeDetail &detail);
/// The details of a change, one a line.
[[nodiscard]] QStringList detailTexts(const ChangeDetails &details);
/// "shape: 1×64 → 1×32"; of outputs behind the first with their number.
[[nodiscard]] QString valueText(const ChangedValue &value);

/// "212 certain, 3 likely, 1 guessed; 2 without a counterpart".
[[nodiscard]] QString matchWords(const GraphMatch &match);
/// "likely, by structure".
[[nodiscard]] QString matchText(const NodeMatch &match);

/// originWords() for the window.
[[nodiscard]] QString originText(const NodeChange &change, const Graph &before);

} // namespace nervure
