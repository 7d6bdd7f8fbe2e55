// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace nervure {

/// Length in bytes of the UTF-8 sequence at the start of `text`; 0 when it is not valid.
[[nodiscard]] std::size_t utf8Length(std::string_view text);

} // namespace nervure
