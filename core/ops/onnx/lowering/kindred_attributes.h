// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_schema.h"

#include <string_view>

namespace nervure::onnx {

/// What the attribute of that name means, in all operators of a dialect.
using AttributeHelp = std::string_view (*)(std::string_view name);

/// The attributes of that text (kindred_operator.h), and one for each of the type variables "T = …; Tidx = …".
[[nodiscard]] AttrSchema readAttributes(std::string_view text, std::string_view types,
                                        AttributeHelp help);

} // namespace nervure::onnx
