// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <string>
#include <string_view>

namespace nervure::onnx {

/// `original` with what differs in `graph` replaced: the messages of nodes and values that an edit touched,
/// and the lengths of those around them. Everything else, fields that we do not know among it, stays as it
/// is and where it is; operators move only where a new order is needed. Equal bytes when nothing changed.
/// A new operator comes before the first that reads it, a new variable becomes an input of the graph.
Result<std::string> writePreserving(const Graph &graph, std::string_view original,
                                    const FormatContext &context, Diagnostics &diagnostics);

} // namespace nervure::onnx
