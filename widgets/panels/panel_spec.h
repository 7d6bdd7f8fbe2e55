// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/registry.h"

#include <QKeySequence>
#include <QString>
#include <Qt>

#include <functional>
#include <string>

class QWidget;

namespace nervure {

struct Builtins;
class ColorSources;
class GraphDocument;
class JobRunner;
class Panel;
class PassRunner;
class ProfileRunner;
class ProofRunner;
class Selection;
class WorkerProcess;

/// All that a panel may use. Everything outlives the panel.
struct PanelContext {
    GraphDocument &document;
    Selection &selection;
    JobRunner &jobs;
    PassRunner &passes;
    WorkerProcess &worker;
    ProfileRunner &profiles;
    ProofRunner &proofs;
    const Builtins &builtins;
    ColorSources &colors;
};

/// A dock of the window: one folder in widgets/panels and one word in its list. The main window
/// loops over the registry: dock, View-menu entry, shortcut and saved geometry, all by name.
///
///     void registerOutline(PanelRegistry &panels)
///     {
///         panels.add({.name = "outline",
///                     .title = [] { return OutlinePanel::tr("Outline"); },
///                     .icon = QStringLiteral("outline"),
///                     .area = Qt::LeftDockWidgetArea,
///                     .shortcut = QKeySequence(QStringLiteral("Ctrl+Alt+1")),
///                     .factory = [](const PanelContext &c) { return new OutlinePanel(c); },
///                     .manualPage = "reading-a-graph"});
///     }
struct PanelSpec {
    std::string name;               ///< "inspector"; the widget's object name is "panel-inspector"
    std::function<QString()> title; ///< translated when it is asked for, not when registered
    QString icon;                   ///< name in :/nervure/icons, without folder and suffix
    Qt::DockWidgetArea area = Qt::BottomDockWidgetArea;
    QKeySequence shortcut; ///< raises the panel and gives it the focus; may be empty
    /// A new panel without a parent; the caller owns it.
    std::function<Panel *(const PanelContext &)> factory;
    std::string manualPage; ///< what F1 shows over it: a page in resources/manual
};

using PanelRegistry = Registry<PanelSpec>;

} // namespace nervure
