// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace nervure::coreml {

/// What the attribute of that name means.
[[nodiscard]] std::string_view attributeHelp(std::string_view name);

} // namespace nervure::coreml
