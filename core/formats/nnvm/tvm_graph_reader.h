// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <string_view>

namespace nervure {

/// Reads a graph of TVM's runtime: NNVM's JSON whose operators are calls of compiled kernels, with
/// the graph attributes storage_id, dltype and shape for every entry in the order of the file, and
/// device_index where there are several devices. Reports what the runtime would refuse. The graph's
/// lists are then in NNVM's order of entries, as those of all graphs are.
Result<LoadedGraph> readTvmGraph(std::string_view text, const FormatContext &context);

} // namespace nervure
