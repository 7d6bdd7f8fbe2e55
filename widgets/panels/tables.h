// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace nervure {

class NodeView;

/// As high as its rows, so that the whole page scrolls and no table does.
void fitHeight(NodeView *view, int rows);

/// The first columns of these as wide as the longest text in any of them needs, but no wider than `most`:
/// tables that stand below each other line up.
void alignFirstColumns(const std::vector<NodeView *> &views, int most);

/// Columns as wide as their texts, but for one that takes what is left and elides.
void fitColumns(NodeView *view, int elastic);

/// The same, but where less is left than its part of a narrow view, the widest of the others elide, too.
void shareColumns(NodeView *view, int elastic);

} // namespace nervure
