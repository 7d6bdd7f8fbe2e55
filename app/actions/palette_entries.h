// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/command_palette.h"

namespace nervure {

struct ActionContext;

/// Everything that can be done in the window now: enabled actions with their keys, passes, panels,
/// recent files. The context must outlive them.
[[nodiscard]] std::vector<PaletteEntry> paletteEntries(const ActionContext &context);

/// Nodes whose name holds what is typed, the first few of them.
[[nodiscard]] std::vector<PaletteEntry> nodeEntries(const ActionContext &context,
                                                    const QString &typed);

} // namespace nervure
