// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace nervure {

class GraphDocument;

/// What the step that the document shows did to graph and memory plan, in a line:
/// "FoldBatchNorm: 40 new, 80 gone, 20 fused · planned 3.1 MB, before 3.4 MB". Empty when no pass
/// has run.
[[nodiscard]] QString stageSummary(const GraphDocument &document);

/// "As opened", or the pass.
[[nodiscard]] QString stepTitle(const GraphDocument &document, int step);

} // namespace nervure
