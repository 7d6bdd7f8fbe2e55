// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/layout_result.h"
#include "core/support/cancellation.h"

namespace nervure {

/// Gives lines that want a label a place for it on the line, where it covers no box and no other
/// label; lines that have no such place get none. Stops halfway when canceled.
void placeLabels(const LayoutRequest &request, LayoutResult &result,
                 const CancelToken &cancel = {});

} // namespace nervure
