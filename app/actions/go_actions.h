// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/actions.h"

namespace nervure {

/// The part of the table that finds the way: palette, history, bookmarks, selections along the data,
/// colors.
[[nodiscard]] std::span<const ActionSpec> goActions();

} // namespace nervure
