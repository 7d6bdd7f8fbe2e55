// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace nervure {

/// True if a dialog is open that somebody has to answer before they can go on in the window. It comes to the front.
/// Who asked waits for the answer on top of everything: until then the window must not go.
[[nodiscard]] bool raiseQuestion(const QWidget &window);

} // namespace nervure
