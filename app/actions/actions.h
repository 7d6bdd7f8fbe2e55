// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <cstdint>
#include <span>

namespace nervure {

struct ActionContext;

/// The menu an action is in; Workspaces, Lines, Groups, Theme and Color are submenus of View, Bookmarks is
/// one of Go.
enum class ActionMenu : std::uint8_t {
    File,
    Edit,
    View,
    Workspaces,
    Lines,
    Groups,
    Theme,
    Color,
    Go,
    Bookmarks,
    Structure,
    Graph,
    Help
};

/// One thing a person can do in the window. Every menu entry, tool button, shortcut and line of the
/// key sheet comes from one of these.
struct ActionSpec {
    const char *id; ///< kebab-case; also the object name and what Panel::actionRequested says
    ActionMenu menu;
    bool startsGroup; ///< a separator goes in front
    const char *text; ///< English, with mnemonic; context "Actions"
    const char *icon; ///< name in :/nervure/icons, or null
    const char *keys; ///< portable key sequences, "; " between them, or null
    bool (*isEnabled)(const ActionContext &); ///< null: always
    void (*trigger)(const ActionContext &);   ///< what it does
    bool (*isChecked)(const ActionContext &); ///< null: not checkable
    /// What the action is about at the moment, added to its text ("Undo: Rename a to b"); may be null.
    QString (*subject)(const ActionContext &) = nullptr;
    bool hidesWhenDisabled = false; ///< there is nothing to offer: a bookmark that is not set
    bool isKeyOfCanvas = false;     ///< the canvas takes the key itself; the menu tells it
};

/// All actions, in the order of the menus. Netron's keys are kept exactly.
[[nodiscard]] std::span<const ActionSpec> actionTable();

} // namespace nervure
