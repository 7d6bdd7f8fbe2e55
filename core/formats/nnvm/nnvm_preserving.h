// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"
#include "core/formats/nnvm/nnvm_entries.h"

#include <string>
#include <string_view>

namespace nervure {

/// `original` with only those tokens replaced that the graph says otherwise about; nodes are told
/// apart by Node::sourceIndex. An unchanged graph gives the same bytes. Text that cannot be read
/// gives way to the canonical text.
Result<std::string> writeNnvmPreserving(const Graph &graph, std::string_view original,
                                        const FormatContext &context, Diagnostics &diagnostics,
                                        const NnvmJsonDialect &dialect = nnvmJson);

} // namespace nervure
