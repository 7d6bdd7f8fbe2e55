// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <string_view>

namespace nervure {

/// Reads NNVM's JSON: today's dialect and the older ones (`attr`, `param`, entries of two numbers).
Result<LoadedGraph> readNnvmJson(std::string_view text, const FormatContext &context);

} // namespace nervure
