// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <string_view>

namespace nervure {

/// The graph of a network description: a variable for the input with what [net] says, and for each layer its
/// arrays, in the order of the weights file, and itself. Results are what no layer reads and what detects.
/// Fails with line and column; keys that Darknet does not read are warnings.
[[nodiscard]] Result<LoadedGraph> readDarknetCfg(std::string_view text,
                                                 const FormatContext &context);

} // namespace nervure
