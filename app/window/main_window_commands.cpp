// SPDX-License-Identifier: Apache-2.0
// What actions ask of the window.
#include "app/actions/action_set.h"
#include "app/actions/command_palette.h"
#include "app/actions/key_sheet.h"
#include "app/actions/palette_entries.h"
#include "app/files/attachments.h"
#include "app/files/window_services.h"
#include "app/settings/log_file.h"
#include "app/settings/settings.h"
#include "app/settings/translations_loader.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "widgets/dialogs/about_dialog.h"
#include "widgets/dialogs/colour_rules_dialog.h"
#include "widgets/dialogs/settings_dialog.h"
#include "widgets/panels/panel.h"
#include "widgets/panels/panel_docks.h"
#include "widgets/text/format.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QUrl>

namespace nervure {

void MainWindow::copyNames()
{
    QStringList names;
    for (const NodeId node : m_session.selection.nodes()) {
        names.append(toQString(m_session.document.stage().graph->node(node).name));
    }
    QGuiApplication::clipboard()->setText(names.join(u'\n'));
}

void MainWindow::selectAll()
{
    const auto nodes = m_session.document.stage().graph->nodes();
    m_session.selection.setNodes({nodes.begin(), nodes.end()});
}

void MainWindow::raisePanel(const char *name)
{
    m_docks->raise(QString::fromLatin1(name));
}

void MainWindow::showGraphProperties()
{
    m_session.selection.clear();
    raisePanel("inspector");
}

void MainWindow::showPalette()
{
    auto *palette = new CommandPalette(
        paletteEntries(*this), [this](const QString &typed) { return nodeEntries(*this, typed); },
        this);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->show();
}

void MainWindow::showColourRules()
{
    auto *dialog = new ColourRulesDialog(m_session.colours, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void MainWindow::toggleLogarithmic()
{
    m_session.colours.setLogarithmic(!m_session.colours.isLogarithmic());
}

void MainWindow::askToAttach()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Attach data"), QString(),
        tr("Netron attachment or Model Explorer node data (*.json);;All files (*)"));
    if (!path.isEmpty()) {
        m_attachments->open(path);
    }
}

void MainWindow::askToExportData()
{
    const QString netron = tr("Netron attachment (*.json)");
    QString filter;
    QString path = QFileDialog::getSaveFileName(
        this, tr("Export times and memory"),
        QFileInfo(m_session.document.path()).completeBaseName() + QStringLiteral("-data.json"),
        netron + QStringLiteral(";;") + tr("Model Explorer node data (*.json)"), &filter);
    if (path.isEmpty()) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += QStringLiteral(".json");
    }
    m_attachments->save(path,
                        filter == netron ? NodeDataFormat::Netron : NodeDataFormat::ModelExplorer);
}

void MainWindow::run()
{
    m_docks->show(QStringLiteral("run"));
    m_session.profiles.run();
}

void MainWindow::toggleSemantics()
{
    const bool isExact = m_session.document.semantics() == Semantics::Exact;
    m_session.document.setSemantics(isExact ? Semantics::Fixed : Semantics::Exact);
}

ThemeChoice MainWindow::theme() const
{
    return m_services.settings.preferences().theme;
}

void MainWindow::setTheme(ThemeChoice theme)
{
    Preferences preferences = m_services.settings.preferences();
    preferences.theme = theme;
    m_services.settings.setPreferences(preferences);
}

bool MainWindow::wheelZooms() const
{
    return m_services.settings.preferences().wheel == WheelChoice::Zoom;
}

void MainWindow::toggleWheel()
{
    Preferences preferences = m_services.settings.preferences();
    preferences.wheel = wheelZooms() ? WheelChoice::Scroll : WheelChoice::Zoom;
    m_services.settings.setPreferences(preferences);
}

void MainWindow::toggleFullScreen()
{
    setWindowState(windowState() ^ Qt::WindowFullScreen);
}

void MainWindow::showSettings()
{
    SettingsDialog dialog(m_services.settings.preferences(), TranslationsLoader::languages(), this);
    if (dialog.exec() == QDialog::Accepted) {
        m_services.settings.setPreferences(dialog.preferences());
    }
}

void MainWindow::showKeys()
{
    auto *sheet = new KeySheet(this);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->show();
}

void MainWindow::showLogFile()
{
    const QString path = LogFile::defaultPath();
    if (!QFileInfo::exists(path) || !QDesktopServices::openUrl(QUrl::fromLocalFile(path))) {
        m_messages->showMessage(MessageBar::Kind::Information, tr("The log file is %1").arg(path));
    }
}

void MainWindow::showAbout()
{
    auto *dialog = new AboutDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace nervure
