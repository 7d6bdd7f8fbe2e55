// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/nnvm/nnvm_reader.h"

namespace nervure {

/// How MXNet's files are read: every node is of its dialect, and what older releases wrote is brought
/// up to date.
[[nodiscard]] const NnvmJsonDialect &mxnetJson();

/// What MXNet 1.9.1 writes: hidden keys as its C API stores them, its version.
Result<std::string> writeMXNet(const Graph &graph, const FormatContext &context,
                               Diagnostics &diagnostics);

/// `original` with only those tokens replaced that the graph says otherwise about. A file of an older
/// release stays in that release's form; an edit that this cannot hold gives way to writeMXNet(), with a
/// warning.
Result<std::string> writeMXNetPreserving(const Graph &graph, std::string_view original,
                                         const FormatContext &context, Diagnostics &diagnostics);

} // namespace nervure
