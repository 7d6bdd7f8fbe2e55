// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <functional>

class QMainWindow;

namespace nervure {

class ActionSet;
class Attachments;
class CanvasCommands;
class EditCommands;
class FileCommands;
class GraphExchange;
class GraphView;
class Navigation;
class NnvmImport;
class PanelDocks;
class PassStepper;
class RunFiles;
class SideBySide;
struct DocumentSession;
struct WindowServices;

/// What actions, menus and the palette of one window work with: its parts, which outlive them.
struct ActionContext {
    QMainWindow &window; ///< the parent of dialogs
    const WindowServices &services;
    DocumentSession &session;
    FileCommands &files;
    NnvmImport &import;
    Attachments &attachments;
    RunFiles &runFiles;
    GraphView &view;
    CanvasCommands &canvas;
    EditCommands &edits;
    GraphExchange &exchange;
    PassStepper &stepper;
    SideBySide &panes;
    Navigation &navigation;
    PanelDocks &docks;
    std::function<void(const QString &)> tell; ///< one sentence for the message bar
    ActionSet *actions = nullptr;              ///< the actions themselves enter it
};

} // namespace nervure
