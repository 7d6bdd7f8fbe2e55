// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nervure {

/// Which colors the window has.
enum class ThemeChoice { System, Light, Dark };

} // namespace nervure
