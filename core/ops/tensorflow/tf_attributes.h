// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_schema.h"

#include <string_view>

namespace nervure::tensorflow {

/// The attributes of that text (tf_operator.h), and one for each of the type variables "T = …; Tidx = …".
[[nodiscard]] AttrSchema readAttributes(std::string_view text, std::string_view types);

} // namespace nervure::tensorflow
