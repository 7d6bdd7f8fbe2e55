// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QMenu;

namespace nervure {

class NodeView;

/// All rows of a table as they are shown, with its headings.
[[nodiscard]] QString tableAsCsv(const NodeView &view);
[[nodiscard]] QString tableAsMarkdown(const NodeView &view);

/// Ways to copy the table to the clipboard.
void addCopyActions(QMenu &menu, NodeView &view);

} // namespace nervure
