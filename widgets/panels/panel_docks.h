// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel_spec.h"
#include "widgets/panels/workspace.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QObject>

class QAction;
class QDockWidget;
class QMainWindow;
class QSettings;

namespace nervure {

/// The docks of one window: one for each panel of the registry, arranged for a workspace unless a person
/// moved them. Several in one area start as tabs. Each workspace keeps its own arrangement.
class PanelDocks : public QObject {
    Q_OBJECT

public:
    PanelDocks(QMainWindow &window, const PanelRegistry &panels, const PanelContext &context);

    [[nodiscard]] Panel *panel(const QString &name) const { return m_panels.value(name); }
    [[nodiscard]] QDockWidget *dock(const QString &name) const { return m_docks.value(name); }
    /// Shows the panel in front and gives it the keyboard.
    void raise(const QString &name);
    /// Shows the panel in front; the keyboard stays where it is.
    void show(const QString &name);
    /// Actions that show and hide the docks, in the order of the registry.
    [[nodiscard]] const QList<QAction *> &toggleActions() const { return m_toggles; }

    [[nodiscard]] Workspace workspace() const { return m_workspace; }
    /// Arranges the docks as they were left in that workspace, or as is usual there.
    void setWorkspace(Workspace workspace);
    /// Arranges the docks of the present workspace as if nobody had moved them.
    void arrangeAnew();

    /// Hides or shows all docks at once (they make no sense without a document); what a person
    /// closed stays closed.
    void setAllVisible(bool visible);
    /// Shows all when the event loop has come round, which is not kept by what else is done now; or at
    /// showDue(), if that is called before.
    void showAllSoon();
    void showDue();
    /// While they are hidden: has the work done that showing them for the first time costs, a dock each
    /// time the event loop comes round. All of it at once would keep the window from it for too long.
    void prepare();
    /// Hides the docks that float, which are windows, and shows them again.
    void setFloatingVisible(bool visible);
    /// Keeps the workspace and the places of the docks in each, also while `setAllVisible(false)`, and what
    /// the panels keep.
    void save(QSettings &store) const;
    void restore(const QSettings &store);

    /// Words anew: the language changed.
    void retranslate();

Q_SIGNALS:
    void actionRequested(const QString &action);
    /// All are shown, in places that were kept with those of tool bars, which may be hidden now.
    void allShown();
    void workspaceChanged();

private:
    void addDock(const PanelSpec &spec, const PanelContext &context);
    void addRaiseAction(const PanelSpec &spec);
    [[nodiscard]] QByteArray places() const;
    void arrange();
    void showWithModel();
    void placeDocks(bool isStacked);
    void applyUsualSizes(const AreaSizes &sizes);
    void scheduleTitles();
    void showTitles();
    void prepareTabs();
    void prepareNext();
    void closeTab(const QString &title);

    QMainWindow &m_window;
    const PanelRegistry &m_registry;
    QHash<QString, Panel *> m_panels;
    QHash<QString, QDockWidget *> m_docks;
    QList<QAction *> m_toggles;
    Workspace m_workspace = Workspace::Model;
    /// The places in each workspace when it was left; those of the present one while all are hidden. What
    /// is empty is arranged as usual when it is next shown.
    QHash<Workspace, QByteArray> m_places;
    QList<QDockWidget *> m_toPrepare;
    QList<QDockWidget *> m_hiddenFloating;
    bool m_areVisible = true;
    bool m_isArranged = false; ///< the docks were shown once, in the places of a workspace
    bool m_areTitlesDue = false;
    bool m_isShowingDue = false;
};

} // namespace nervure
