// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/palette.h"

#include <QString>

namespace nervure {

/// The style sheet of the application on top of Fusion: flat surfaces, thin lines, a grid of 4 px.
[[nodiscard]] QString styleSheet(const Palette &palette);

} // namespace nervure
