// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"
#include "core/formats/nnvm/nnvm_entries.h"

#include <optional>
#include <string_view>

namespace nervure {

/// Reads the NNVM JSON that programs write: every field that is required once, none that is unknown,
/// all of the right type, no graph attributes, no subgraphs. Straight from the text, in a quarter of
/// the time; nothing for any other text, right or wrong, which readNnvmJson() reads the long way. So it
/// is where more is wrong than operators that nobody knows.
[[nodiscard]] std::optional<LoadedGraph> readPlainNnvmJson(
    std::string_view text, const FormatContext &context, const NnvmJsonDialect &dialect = nnvmJson);

} // namespace nervure
