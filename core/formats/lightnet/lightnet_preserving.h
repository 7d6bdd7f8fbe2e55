// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <string>
#include <string_view>

namespace nervure {

/// `original` with only those tokens replaced that the graph says otherwise about, as
/// writeNnvmPreserving() does it. Renamed tensors are renamed wherever they are read.
Result<std::string> writeLightNetPreserving(const Graph &graph, std::string_view original,
                                            const FormatContext &context, Diagnostics &diagnostics);

} // namespace nervure
