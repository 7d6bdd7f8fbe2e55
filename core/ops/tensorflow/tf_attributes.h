// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace nervure::tensorflow {

/// What the attribute of that name means, which is the same in all operators.
[[nodiscard]] std::string_view attributeHelp(std::string_view name);

} // namespace nervure::tensorflow
