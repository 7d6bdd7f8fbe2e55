// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <QPixmap>

#include <string_view>

namespace nervure {

class MainWindow;

/// Waits until nothing is under way in the window and its picture is there; false where that takes too
/// long.
[[nodiscard]] bool waitUntilQuiet(MainWindow &window);
/// The node of that name; the model has it.
[[nodiscard]] NodeId nodeNamed(const MainWindow &window, std::string_view name);
/// Selects it and brings it into sight.
void goTo(MainWindow &window, std::string_view name);
/// Null where waitUntilQuiet() waits in vain.
[[nodiscard]] QPixmap takeWindow(MainWindow &window);
/// One panel, which comes to the front.
[[nodiscard]] QPixmap takePanel(MainWindow &window, const QString &panel);

} // namespace nervure
