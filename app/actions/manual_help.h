// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace nervure {

struct ActionContext;

/// The page of the manual for a part of the window: that of the panel it is in, or the canvas's. Empty
/// where it belongs to no page.
[[nodiscard]] QString manualPageFor(const ActionContext &context, const QWidget *part);

/// Opens the manual, or raises it, at the page of what the pointer is over; of what has the focus where
/// that has none.
void showManual(const ActionContext &context);

} // namespace nervure
