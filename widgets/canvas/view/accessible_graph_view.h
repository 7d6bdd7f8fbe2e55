// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nervure {

class CanvasSurface;

/// Makes graph views readable for assistive technology: their children are the nodes that are
/// seen, with their spoken names. Called by the view; further calls do nothing.
void installAccessibleGraphView();

/// Tells that another node is the current one.
void announceFocus(CanvasSurface &view);

} // namespace nervure
