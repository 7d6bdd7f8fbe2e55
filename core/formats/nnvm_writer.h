// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <string>

namespace nervure {

/// NNVM's SaveJSON text of what the heads reach, byte for byte. Graphs that SaveJSON cannot write
/// (cycles, entries that name nothing) are written all the same, with a warning.
Result<std::string> writeNnvmJson(const Graph &graph, const FormatContext &context,
                                  Diagnostics &diagnostics);

} // namespace nervure
