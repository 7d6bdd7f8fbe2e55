// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/dialogs/preferences.h"

class QMainWindow;

namespace nervure {

struct ActionContext;

/// What actions do with the window and the settings rather than with the model.
void showPalette(const ActionContext &context);
void showColorRules(const ActionContext &context);
void showSettings(const ActionContext &context);
/// Asks for another machine and lists its devices; the best of them is the one to run on.
void connectMachine(const ActionContext &context);
void showKeys(const ActionContext &context);
/// Asks for the name of the bookmark that is here, or is made here.
void nameBookmark(const ActionContext &context);
/// Opens the log in the desktop's program for texts; else says where it is.
void showLogFile(const ActionContext &context);
void showAbout(const ActionContext &context);

[[nodiscard]] ThemeChoice theme(const ActionContext &context);
void setTheme(const ActionContext &context, ThemeChoice theme);
/// Whether the mouse wheel zooms rather than scrolls.
[[nodiscard]] bool wheelZooms(const ActionContext &context);
void toggleWheel(const ActionContext &context);

/// The menus, the tools and the line at the bottom.
void setBarsVisible(QMainWindow &window, bool isVisible);
/// Hides all but the canvas, or shows it again.
void toggleCanvasAlone(const ActionContext &context);
[[nodiscard]] bool isCanvasAlone(const ActionContext &context);

} // namespace nervure
