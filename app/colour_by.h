// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nervure {

/// What the canvas colours nodes by.
enum class ColourBy : std::uint8_t { Category, Time, Memory };

} // namespace nervure
