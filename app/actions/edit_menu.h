// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nervure {

struct ActionContext;
struct CanvasPoint;

/// Opens the menu of a place on the canvas: of a node, a line or of nothing. What is there becomes
/// selected first.
void showEditMenu(const ActionContext &context, const CanvasPoint &place);

} // namespace nervure
