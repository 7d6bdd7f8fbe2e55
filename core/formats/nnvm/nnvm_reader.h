// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"
#include "core/formats/nnvm/nnvm_entries.h"

#include <string_view>

namespace nervure {

/// Reads NNVM's JSON: today's dialect and the older ones (`attr`, `param`, entries of two numbers).
Result<LoadedGraph> readNnvmJson(std::string_view text, const FormatContext &context,
                                 const NnvmJsonDialect &dialect = nnvmJson);

/// The same the long way, which finds out what is wrong or unusual, and where. readNnvmJson() takes
/// it when the text or the graph gives reason to.
Result<LoadedGraph> readNnvmJsonByTree(std::string_view text, const FormatContext &context,
                                       const NnvmJsonDialect &dialect = nnvmJson);

} // namespace nervure
