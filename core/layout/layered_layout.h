// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/layout_request.h"
#include "core/layout/layout_result.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"

namespace nervure {

/// Our own layered layout, so that a graph is always shown: ranks by longest path, order within a
/// rank by barycentres, positions by least squares. Near linear in boxes plus ranks crossed.
/// Boxes never overlap. Deterministic. Fails only with code "cancelled".
[[nodiscard]] Result<LayoutResult> layeredLayout(const LayoutRequest &request,
                                                 const JobControl &control = {});

} // namespace nervure
