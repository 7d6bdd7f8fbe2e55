// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op/attr_schema.h"

#include <string>
#include <string_view>

namespace nervure {

/// What a person typed for an attribute, as a dialect writes it: `3,3`, `(3, 3)` and `[3,3]` are one
/// tuple, "(3, 3)", of LightNet and ONNX "[3, 3]"; ONNX's number 1 is "1.0". Other kinds, and what is no
/// plain tuple, stay as typed.
[[nodiscard]] std::string writtenForm(const AttrDecl &decl, Dialect dialect,
                                      std::string_view typed);

/// A tuple as people read it in every dialect, "(3, 3)"; other kinds, and what is no plain tuple, as
/// written.
[[nodiscard]] std::string shownForm(const AttrDecl &decl, std::string_view written);

} // namespace nervure
