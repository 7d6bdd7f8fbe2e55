// SPDX-License-Identifier: Apache-2.0
#include "app/actions/window_actions.h"

#include "app/actions/action_context.h"
#include "app/actions/action_set.h"
#include "app/actions/command_palette.h"
#include "app/actions/key_sheet.h"
#include "app/actions/palette_entries.h"
#include "app/commands/navigation.h"
#include "app/files/document_session.h"
#include "app/files/window_services.h"
#include "app/settings/log_file.h"
#include "app/settings/settings.h"
#include "app/settings/translations_loader.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/dialogs/about_dialog.h"
#include "widgets/dialogs/color_rules_dialog.h"
#include "widgets/dialogs/machine_dialog.h"
#include "widgets/dialogs/settings_dialog.h"
#include "widgets/document/shown_nodes.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/panels/panel_docks.h"

#include <QAction>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QFileInfo>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>
#include <QToolTip>
#include <QUrl>

namespace nervure {

namespace {

void showForAWhile(QDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

} // namespace

void showPalette(const ActionContext &context)
{
    auto *palette = new CommandPalette(
        paletteEntries(context),
        [&context](const QString &typed) { return nodeEntries(context, typed); }, &context.window);
    whenNodesAreOthers(context.session.document, palette, [palette] { palette->close(); });
    showForAWhile(palette);
}

void showColorRules(const ActionContext &context)
{
    showForAWhile(new ColorRulesDialog(context.session.colors, &context.window));
}

void showSettings(const ActionContext &context)
{
    Settings &settings = context.services.settings;
    SettingsDialog dialog(settings.preferences(), TranslationsLoader::languages(), &context.window);
    if (dialog.exec() == QDialog::Accepted) {
        settings.setPreferences(dialog.preferences());
    }
}

void connectMachine(const ActionContext &context)
{
    Settings &settings = context.services.settings;
    WorkerProcess &worker = context.session.worker;
    MachineDialog dialog(worker, settings.machines(), &context.window);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    settings.addMachine(dialog.machine());
    context.session.profiles.chooseMachine(dialog.machine());
}

void showKeys(const ActionContext &context)
{
    showForAWhile(new KeySheet(context.services.panels, &context.window));
}

void nameBookmark(const ActionContext &context)
{
    Navigation &navigation = context.navigation;
    const auto number = navigation.bookmarkHere();
    QInputDialog dialog(&context.window);
    dialog.setObjectName(QStringLiteral("bookmark-name"));
    dialog.setWindowTitle(QCoreApplication::translate("Actions", "Bookmark"));
    dialog.setLabelText(QCoreApplication::translate("Actions", "Name of this place"));
    dialog.setTextValue(number ? navigation.bookmark(*number)->name : navigation.nameHere());
    // Here would be a place in another model.
    whenNodesAreOthers(context.session.document, &dialog, [&dialog] { dialog.reject(); });
    if (dialog.exec() == QDialog::Accepted) {
        navigation.nameBookmarkHere(dialog.textValue());
    }
}

void showLogFile(const ActionContext &context)
{
    const QString path = LogFile::defaultPath();
    if (!QFileInfo::exists(path) || !QDesktopServices::openUrl(QUrl::fromLocalFile(path))) {
        context.tell(QCoreApplication::translate("Actions", "The log file is %1").arg(path));
    }
}

void showAbout(const ActionContext &context)
{
    auto *dialog = new AboutDialog(&context.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

ThemeChoice theme(const ActionContext &context)
{
    return context.services.settings.preferences().theme;
}

void setTheme(const ActionContext &context, ThemeChoice theme)
{
    Preferences preferences = context.services.settings.preferences();
    preferences.theme = theme;
    context.services.settings.setPreferences(preferences);
}

bool wheelZooms(const ActionContext &context)
{
    return context.services.settings.preferences().wheel == WheelChoice::Zoom;
}

void toggleWheel(const ActionContext &context)
{
    Preferences preferences = context.services.settings.preferences();
    preferences.wheel = wheelZooms(context) ? WheelChoice::Scroll : WheelChoice::Zoom;
    context.services.settings.setPreferences(preferences);
}

void setBarsVisible(QMainWindow &window, bool isVisible)
{
    window.menuBar()->setVisible(isVisible);
    window.statusBar()->setVisible(isVisible);
    const auto tools = window.findChildren<QToolBar *>(QString(), Qt::FindDirectChildrenOnly);
    for (QToolBar *bar : tools) {
        bar->setVisible(isVisible);
    }
}

bool isCanvasAlone(const ActionContext &context)
{
    return context.window.menuBar()->isHidden();
}

void toggleCanvasAlone(const ActionContext &context)
{
    if (isCanvasAlone(context)) {
        context.docks.setAllVisible(true);
        return;
    }
    context.docks.setAllVisible(false); // their places are kept with those of the tool bar
    setBarsVisible(context.window, false);
    GraphView &view = context.view;
    const QString keys = context.actions->find(QStringLiteral("canvas-alone"))
                             ->shortcut()
                             .toString(QKeySequence::NativeText);
    constexpr int readingTime = 4000;
    QToolTip::showText(
        view.mapToGlobal(QPoint(view.width() / 3, 0)),
        QCoreApplication::translate("Actions", "Press %1 to show everything again").arg(keys),
        &view, view.rect(), readingTime);
}

} // namespace nervure
