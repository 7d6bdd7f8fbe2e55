// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"

namespace nervure {

/// Lays the graph out and paints it into a file with the window's own painter and fonts, for
/// programs without a window: makes a QGuiApplication that needs no display if there is none yet.
[[nodiscard]] Status paintGraphHeadless(DrawnGraph graph, LayoutClient &layout,
                                        const cli::PictureFile &picture);

} // namespace nervure
