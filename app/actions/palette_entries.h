// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/command_palette.h"

namespace nervure {

class MainWindow;

/// Everything that can be done in the window now: enabled actions with their keys, passes, panels,
/// recent files.
[[nodiscard]] std::vector<PaletteEntry> paletteEntries(MainWindow &window);

/// Nodes whose name holds what is typed, the first few of them.
[[nodiscard]] std::vector<PaletteEntry> nodeEntries(MainWindow &window, const QString &typed);

} // namespace nervure
