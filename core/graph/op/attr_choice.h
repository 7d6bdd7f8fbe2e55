// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Fails where the text of an attribute is none of those that are legal, which it names; where there are none, each is.
[[nodiscard]] Status checkChoice(const std::vector<std::string> &choices, std::string_view text);

} // namespace nervure
