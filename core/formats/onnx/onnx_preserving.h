// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <filesystem>
#include <string_view>

namespace nervure::onnx {

/// A model as it was opened.
struct OriginalModel {
    std::string_view bytes;
    std::filesystem::path path; ///< in whose folder its external data lies
};

/// The original with what differs in `graph` replaced: the messages of nodes and values that an edit touched,
/// and the lengths of those around them. Everything else, fields that we do not know among it, stays as it
/// is and where it is; operators move only where a new order is needed. Equal bytes when nothing changed.
/// A new operator comes before the first that reads it, a new variable becomes an input of the graph.
Result<BytePieces> preservingPieces(const Graph &graph, const OriginalModel &original,
                                    const FormatContext &context, Diagnostics &diagnostics);

} // namespace nervure::onnx
