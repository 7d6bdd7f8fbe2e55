// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <string_view>

namespace nervure {

/// Tag of the graph attributes that hold what only LightNet's compiled form has: "mem_sizes_h",
/// "mem_sizes_l", and "tensors" (dims and offsets by tensor name).
inline constexpr std::string_view lightNetTag = "lightnet";

/// Reads LightNet's intermediate representation, source or compiled: comments, keys in any case,
/// tensors connected by name in the order of definition. Parameters become attributes whose values
/// are JSON text. Inputs and outputs of known operators are put in the order of their declaration.
/// Exact semantics read comments as blankLightNetComments() does.
Result<LoadedGraph> readLightNetJson(std::string_view text, const FormatContext &context);

} // namespace nervure
