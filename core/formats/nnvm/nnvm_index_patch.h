// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"
#include "core/formats/nnvm/node_numbers.h"
#include "core/formats/source_order.h"
#include "core/support/json/json_patch.h"

namespace nervure {

/// An edited graph beside the one that its file holds.
struct NnvmChange {
    const Graph &graph;
    const Graph &old; ///< its nodes' ids are their places in the file
    const SourceOrder &order;
    const NodeNumbers &numbers; ///< of the edited graph
    const FormatContext &context;
};

/// Brings the file's "arg_nodes" and "node_row_ptr" up to date, number by number. How many outputs a
/// node has that was not touched the file knows best: operators that are not known here may have
/// outputs that nothing reads.
void patchNnvmIndex(const JsonValue &root, const NnvmChange &change, JsonPatch &patch);

} // namespace nervure
