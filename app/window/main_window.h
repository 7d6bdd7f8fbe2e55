// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/document_session.h"

#include <QMainWindow>

class QStackedWidget;

namespace nervure {

class ActionSet;
class Attachments;
class RunFiles;
class RunKeeper;
class Autosave;
class CanvasCommands;
class EditCommands;
class FileChanges;
class FileCommands;
class GraphExchange;
class GraphView;
class MenuBar;
class MessageBar;
class Navigation;
class NnvmImport;
class PanelDocks;
class PassStepper;
class ProgressCard;
class SideBySide;
class StatusBar;
class ToolBar;
struct WindowServices;

/// All there is of one document, behind a tab of a TabWindow: canvas in the middle, docks around it, a
/// row of tools, a line of facts. Puts the parts together and carries words between them; does nothing else itself.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// `services` must outlive the window. Panels are arranged for the size, until it gets its own.
    MainWindow(const WindowServices &services, QSize size);
    ~MainWindow() override;

    [[nodiscard]] const WindowServices &services() const { return m_services; }
    [[nodiscard]] DocumentSession &session() { return m_session; }
    [[nodiscard]] const DocumentSession &session() const { return m_session; }
    [[nodiscard]] FileCommands &files() { return *m_files; }
    [[nodiscard]] GraphView &view() { return *m_view; }
    [[nodiscard]] CanvasCommands &canvas() { return *m_canvas; }
    [[nodiscard]] const CanvasCommands &canvas() const { return *m_canvas; }
    [[nodiscard]] EditCommands &edits() { return *m_edits; }
    [[nodiscard]] const EditCommands &edits() const { return *m_edits; }
    [[nodiscard]] GraphExchange &exchange() { return *m_exchange; }
    [[nodiscard]] PassStepper &stepper() { return *m_stepper; }
    [[nodiscard]] const PassStepper &stepper() const { return *m_stepper; }
    [[nodiscard]] SideBySide &panes() { return *m_panes; }
    [[nodiscard]] PanelDocks &docks() { return *m_docks; }
    [[nodiscard]] Navigation &navigation() { return *m_navigation; }
    [[nodiscard]] const Navigation &navigation() const { return *m_navigation; }
    [[nodiscard]] Attachments &attachments() { return *m_attachments; }
    [[nodiscard]] ActionSet &actions() { return *m_actions; }
    [[nodiscard]] MessageBar &messages() { return *m_messages; }
    /// What is told of the file alone.
    [[nodiscard]] MessageBar &fileMessages() { return *m_fileMessages; }
    [[nodiscard]] Autosave &autosave() { return *m_autosave; }

    /// Whether there is a model; else the start page is shown.
    [[nodiscard]] bool hasDocument() const { return !m_session.document.isEmpty(); }
    /// The file that is shown, or is being read; empty when there is none.
    [[nodiscard]] QString shownPath() const;
    /// Tells something on the bar above the document.
    void showNotice(const QString &text);

Q_SIGNALS:
    /// It was closed and will be deleted.
    void closed();
    /// Title, file or whether it has unsaved changes are other ones than before.
    void titleShown();

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeCenter();
    void drawPicture(const QString &path);
    void connectFiles();
    void connectSaving();
    void connectDocument();
    void connectCanvas();
    void connectEdits();
    void connectSettings();
    void connectFinding();
    void followPreferences();
    void showError(const QString &message);
    void showLoading();
    void showDocument();
    void showTitle();
    void inferIfPossible();
    void saveState();
    void restoreState();

    const WindowServices &m_services;
    DocumentSession m_session;
    FileCommands *m_files;
    NnvmImport *m_import;
    Autosave *m_autosave;
    RunKeeper *m_runKeeper;
    GraphView *m_view = nullptr;
    CanvasCommands *m_canvas = nullptr;
    EditCommands *m_edits = nullptr;
    GraphExchange *m_exchange;
    PassStepper *m_stepper;
    Navigation *m_navigation = nullptr;
    Attachments *m_attachments;
    RunFiles *m_runFiles;
    SideBySide *m_panes = nullptr;
    QStackedWidget *m_center = nullptr;
    MessageBar *m_messages = nullptr;
    MessageBar *m_fileMessages = nullptr;
    ProgressCard *m_loading = nullptr;
    PanelDocks *m_docks = nullptr;
    ActionSet *m_actions = nullptr;
    MenuBar *m_menus = nullptr;
    ToolBar *m_tools = nullptr;
    StatusBar *m_status = nullptr;
};

} // namespace nervure
