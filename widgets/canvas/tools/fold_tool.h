// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/tools/canvas_tool.h"

namespace nervure {

/// Plus unfolds the selected card or the subgraphs of the selected node, minus folds these or the group
/// around what is selected.
class FoldTool final : public CanvasTool {
public:
    using CanvasTool::CanvasTool;

    bool key(const QKeyEvent &event) override;

private:
    bool toggleSubgraphs(std::uint32_t owner, bool unfolds);
};

} // namespace nervure
