// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <string>
#include <string_view>

namespace nervure {

/// A network description of a Darknet graph: its layers in the graph's order, numbers in routes and
/// shortcuts by what they read now. Fails where a layer reads what no .cfg can say: another result than
/// that of the layer above, or an operator of another dialect.
[[nodiscard]] Result<std::string> writeDarknetCfg(const Graph &graph, const FormatContext &context,
                                                  Diagnostics &diagnostics);

/// The text as it was where that is still what it says; else a new one, with a warning of comments in the
/// old one, which are lost.
[[nodiscard]] Result<std::string> rewriteDarknetCfg(const Graph &graph, std::string_view original,
                                                    const FormatContext &context,
                                                    Diagnostics &diagnostics);

} // namespace nervure
