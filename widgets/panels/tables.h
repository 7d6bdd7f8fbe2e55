// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nervure {

class NodeView;

/// As high as its rows, so that the whole page scrolls and no table does.
void fitHeight(NodeView *view, int rows);

/// Columns as wide as their texts, but for one that takes what is left and elides.
void fitColumns(NodeView *view, int elastic);

} // namespace nervure
