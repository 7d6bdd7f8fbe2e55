// SPDX-License-Identifier: Apache-2.0
#include "app/window/main_window.h"

#include "app/actions/action_set.h"
#include "app/actions/edit_menu.h"
#include "app/actions/menu_bar.h"
#include "app/actions/tool_bar.h"
#include "app/actions/window_actions.h"
#include "app/commands/canvas_commands.h"
#include "app/commands/edit_commands.h"
#include "app/commands/graph_exchange.h"
#include "app/commands/navigation.h"
#include "app/commands/pass_stepper.h"
#include "app/files/attachments.h"
#include "app/files/autosave.h"
#include "app/files/file_commands.h"
#include "app/files/input_shapes.h"
#include "app/files/model_picture.h"
#include "app/files/model_windows.h"
#include "app/files/nnvm_import.h"
#include "app/files/recovery.h"
#include "app/files/run_files.h"
#include "app/files/run_keeper.h"
#include "app/files/window_services.h"
#include "app/settings/recent_files.h"
#include "app/settings/settings.h"
#include "app/window/dropped_files.h"
#include "app/window/file_card.h"
#include "app/window/file_changes.h"
#include "app/window/message_bar.h"
#include "app/window/operator_changes.h"
#include "app/window/progress_card.h"
#include "app/window/project_view.h"
#include "app/window/read_only_notice.h"
#include "app/window/start_page.h"
#include "app/window/status_bar.h"
#include "app/window/step_folders.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/side_by_side.h"
#include "widgets/dialogs/open_question.h"
#include "widgets/panels/panel_docks.h"
#include "widgets/style/theme.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

MainWindow::MainWindow(const WindowServices &services, QSize size)
    : m_services(services),
      m_session(services.builtins),
      m_files(new FileCommands(m_session, services, this)),
      m_import(new NnvmImport(m_session, services.windows, this)),
      m_autosave(new Autosave(m_session.document, services.journalFolder, this)),
      m_runKeeper(
          new RunKeeper(m_session.document, RunKeeper::folderBeside(services.journalFolder), this)),
      m_exchange(new GraphExchange(m_session, services.windows, this)),
      m_stepper(new PassStepper(m_session.document, this)),
      m_attachments(new Attachments(m_session, this)),
      m_runFiles(new RunFiles(m_session, this))
{
    setObjectName(QStringLiteral("main-window"));
    setAcceptDrops(true);
    resize(size);
    setCentralWidget(makeCenter());
    m_navigation = new Navigation(m_session, m_canvas->controller(), *m_view, this);
    m_docks = new PanelDocks(*this, services.panels, m_session.panelContext());
    m_actions = new ActionSet({*this, services, m_session, *m_files, *m_import, *m_attachments,
                               *m_runFiles, *m_view, *m_canvas, *m_edits, *m_exchange, *m_stepper,
                               *m_panes, *m_navigation, *m_docks, [this](const QString &text) {
                                   m_messages->showMessage(MessageBar::Kind::Information, text);
                               }});
    m_menus = new MenuBar(m_actions->context());
    m_tools = new ToolBar(m_session, *m_actions, m_stepper, this);
    addToolBar(m_tools);
    m_status = new StatusBar(m_session, this);
    setStatusBar(m_status);
    connectFiles();
    connectSaving();
    connectDocument();
    connectCanvas();
    connectEdits();
    connectSettings();
    followOperatorFiles(services.operatorFiles, m_session.document, *m_messages);
    connectFinding();
    restoreState();
    showDocument();
}

MainWindow::~MainWindow()
{
    // What the document tells as it goes is no end of its work.
    delete m_autosave;
    delete m_runKeeper;
    // The widgets look at the session to their last moment, so they go before it.
    delete m_docks;
    // A dock or tool bar that still moves ends moving when it goes, and then Qt shows the tab bars of all docks.
    auto children = findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
    std::ranges::stable_partition(
        children, [](QWidget *child) { return qobject_cast<QTabBar *>(child) == nullptr; });
    qDeleteAll(children);
}

QWidget *MainWindow::makeCenter()
{
    auto *center = new QWidget(this);
    m_messages = new MessageBar(center);
    m_fileMessages = new MessageBar(center, QStringLiteral("file-bar"));
    m_center = new QStackedWidget(center);
    auto *start = new StartPage(m_services.recentFiles, m_services.samplesFolder,
                                m_services.builtins.formats, m_center);
    m_view = new GraphView(m_center);
    m_canvas = new CanvasCommands(m_session, *m_view, m_services.theme, m_services.settings);
    m_edits = new EditCommands(m_session, *m_view, this);
    m_center->addWidget(start);
    m_panes = new SideBySide(
        {m_session.document, m_session.selection, m_session.jobs, *m_view, m_canvas->controller()},
        CanvasCommands::layoutOptions(), m_center);
    m_center->addWidget(m_panes);
    m_loading = new ProgressCard(m_center);
    auto *column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(m_fileMessages);
    column->addWidget(m_center, 1);
    connect(start, &StartPage::openRequested, m_files, &FileCommands::askToOpen);
    connect(start, &StartPage::fileRequested, this,
            [this](const QString &path) { m_services.windows.open(path, this); });
    connect(start, &StartPage::pictureWanted, this, &MainWindow::drawPicture);
    return center;
}

void MainWindow::drawPicture(const QString &path)
{
    const PictureRequest request{path, FileCard::pictureSize(), devicePixelRatioF()};
    m_session.jobs.start(
        {tr("Drawing a small picture"), QString()}, this,
        [request, &builtins = m_services.builtins](const JobControl &control) {
            return drawModelPicture(builtins, request, control);
        },
        [this, path](const QImage &picture) {
            if (!picture.isNull()) {
                m_services.recentFiles.setPicture(path, picture);
            }
        });
}

void MainWindow::connectFiles()
{
    connect(m_files, &FileCommands::loadingChanged, this, &MainWindow::showLoading);
    connect(m_files, &FileCommands::opened, m_messages, &QWidget::hide);
    connect(m_files, &FileCommands::saved, m_messages, &QWidget::hide);
    answerStepCommands(*this);
    connect(m_files, &FileCommands::failed, this, &MainWindow::showError);
    connect(m_import, &NnvmImport::failed, this, &MainWindow::showError);
    connect(m_runKeeper, &RunKeeper::failed, this, &MainWindow::showError);
    connect(m_autosave, &Autosave::failed, this, &MainWindow::showError);
    connect(m_canvas, &CanvasCommands::failed, this, &MainWindow::showError);
    connect(m_canvas, &CanvasCommands::exported, this, [this](const QString &path) {
        constexpr int readingTime = 5000;
        m_status->showMessage(tr("The picture is in %1").arg(path), readingTime);
    });
    connect(&m_services.recovery, &Recovery::leftCountChanged, m_actions,
            &ActionSet::scheduleRefresh);
    connect(m_loading, &ProgressCard::canceled, &m_session.jobs, &JobRunner::cancelAll);
    connect(m_docks, &PanelDocks::actionRequested, m_actions, &ActionSet::trigger);
}

void MainWindow::connectSaving()
{
    const auto *project = new ProjectView(m_session, *m_canvas, *m_navigation, this);
    m_files->writer().setProjectMembers([project] { return project->members(); });
    new FileChanges(m_session, *m_files, *m_fileMessages, this);
    new ReadOnlyNotice(m_session, *m_files, *m_import, *m_fileMessages, this);
    connect(m_files, &FileCommands::notesLeftOut, this, [this](int count) {
        const auto keep = [this] {
            const QFileInfo file(m_session.document.path());
            m_files->saveProject(file.path() + u'/' + file.completeBaseName());
        };
        m_messages->showMessage(
            MessageBar::Kind::Information,
            tr("Saved, but %n note(s) are kept only in a project file.", nullptr, count),
            {{tr("Save as a &project"), QStringLiteral("save-as-project"), keep}});
    });
    connect(m_files, &FileCommands::copied, this, [this](const QString &path) {
        const auto open = [this, path] { m_services.windows.open(path, this); };
        m_messages->showMessage(MessageBar::Kind::Information,
                                tr("The model was written to %1. %2 stays open here.")
                                    .arg(path, m_session.document.title()),
                                {{tr("&Open it"), QStringLiteral("open-copy"), open}});
    });
}

void MainWindow::connectDocument()
{
    const GraphDocument *document = &m_session.document;
    connect(document, &GraphDocument::contentReplaced, this, &MainWindow::showDocument);
    connect(document, &GraphDocument::contentReplaced, this, &MainWindow::inferIfPossible);
    connect(document, &GraphDocument::examined, this, &MainWindow::inferIfPossible);
    connect(document, &GraphDocument::titleChanged, this, &MainWindow::showTitle);
    const auto refresh = [this] { m_actions->scheduleRefresh(); };
    for (const auto told : {&GraphDocument::graphChanged, &GraphDocument::titleChanged,
                            &GraphDocument::contentReplaced, &GraphDocument::analysesChanged,
                            &GraphDocument::stepRowsChanged, &GraphDocument::inputFactsChanged,
                            &GraphDocument::profileChanged}) {
        connect(document, told, this, refresh);
    }
    connect(&document->undoStack(), &QUndoStack::indexChanged, this, refresh);
    connect(&m_session.selection, &Selection::selectionChanged, this, refresh);
    connect(&m_session.passes, &PassRunner::runningChanged, this, refresh);
    connect(&m_session.profiles, &ProfileRunner::stateChanged, this, refresh);
    connect(&m_session.proofs, &ProofRunner::stateChanged, this, refresh);
    connect(&m_session.worker, &WorkerProcess::busyChanged, this, refresh, Qt::QueuedConnection);
}

void MainWindow::connectCanvas()
{
    connect(m_view, &GraphView::transformChanged, m_status,
            [this] { m_status->showZoom(m_view->zoom()); });
    connect(m_status, &StatusBar::zoomClicked, m_view, &GraphView::actualSize);
    connect(m_view, &GraphView::nodeActivated, this,
            [this] { m_docks->raise(QStringLiteral("inspector")); });
    connect(
        m_view, &GraphView::subgraphActivated, this,
        [this](const std::shared_ptr<const Graph> &subgraph) { m_exchange->showAlone(subgraph); });
    connect(m_view, &GraphView::drawingChanged, m_actions, &ActionSet::scheduleRefresh);
    // With the picture there is all that stands around it.
    connect(m_view, &GraphView::drawingChanged, m_docks, &PanelDocks::showDue);
    connect(m_docks, &PanelDocks::allShown, this, [this] { setBarsVisible(*this, true); });
    connect(m_docks, &PanelDocks::workspaceChanged, m_actions, &ActionSet::scheduleRefresh);
    connect(m_status, &StatusBar::findingsClicked, m_docks,
            [this] { m_docks->raise(QStringLiteral("diagnostics")); });
    connect(m_status, &StatusBar::importClicked, m_actions,
            [this] { m_actions->trigger(QStringLiteral("import-nnvm")); });
    connect(m_status, &StatusBar::semanticsToggled, m_actions,
            [this] { m_actions->trigger(QStringLiteral("exact-semantics")); });
    connect(m_tools, &ToolBar::coloringChosen, m_canvas, &CanvasCommands::setColoring);
    connect(m_panes, &SideBySide::switched, m_actions, &ActionSet::scheduleRefresh);
    connect(m_canvas, &CanvasCommands::switched, this, [this] {
        m_tools->showColoring(m_canvas->coloring());
        m_actions->scheduleRefresh();
    });
}

void MainWindow::connectEdits()
{
    for (const EditReporter *edits : std::initializer_list<EditReporter *>{m_edits, m_exchange}) {
        connect(edits, &EditReporter::failed, this, &MainWindow::showError);
        connect(edits, &EditReporter::done, m_messages, &QWidget::hide);
    }
    connect(&m_edits->gestures(), &EditGestures::menuRequested, this,
            [this](const CanvasPoint &place) { showEditMenu(m_actions->context(), place); });
    connect(&m_session.inferenceDelta, &InferenceDeltaWatch::changed, this,
            [this] { m_canvas->controller().follow(m_session.inferenceDelta.latest()); });
    connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, m_actions,
            &ActionSet::scheduleRefresh);
}

void MainWindow::connectFinding()
{
    connect(m_navigation, &Navigation::changed, this, [this] { m_actions->scheduleRefresh(); });
    constexpr int readingTime = 3000;
    const auto tell = [this](const QString &text) { m_status->showMessage(text, readingTime); };
    connect(m_navigation, &Navigation::told, this, tell);
    connect(m_attachments, &Attachments::opened, this, tell);
    connect(m_attachments, &Attachments::opened, m_messages, &QWidget::hide);
    connect(m_attachments, &Attachments::failed, this, &MainWindow::showError);
    connect(m_runFiles, &RunFiles::opened, this, tell);
    connect(m_runFiles, &RunFiles::opened, m_messages, &QWidget::hide);
    connect(m_runFiles, &RunFiles::failed, this, &MainWindow::showError);
}

void MainWindow::connectSettings()
{
    connect(&m_services.settings, &Settings::preferencesChanged, this, [this] {
        followPreferences();
        m_actions->rebuildTexts();
        m_actions->scheduleRefresh();
    });
    followPreferences();
}

void MainWindow::followPreferences()
{
    const Preferences &preferences = m_services.settings.preferences();
    m_view->setWheelZooms(preferences.wheel == WheelChoice::Zoom);
    m_view->setAnimated(preferences.animates && !m_services.theme.isMotionReduced());
    m_panes->followPreferences();
    m_canvas->controller().setOpensFolded(preferences.opensFolded);
    // Another worker may know other devices; an idle start page asks none.
    m_session.worker.setCommand(preferences.workerCommand);
    if (hasDocument()) {
        m_session.profiles.findDevices();
    }
}

void MainWindow::showError(const QString &message)
{
    m_messages->showMessage(MessageBar::Kind::Error, message);
}

void MainWindow::showNotice(const QString &text)
{
    m_messages->showMessage(MessageBar::Kind::Information, text);
}

QString MainWindow::shownPath() const
{
    const QString &loading = m_files->loadingPath();
    return loading.isEmpty() ? m_session.document.path() : loading;
}

void MainWindow::showLoading()
{
    const QString &path = m_files->loadingPath();
    Q_EMIT titleShown();
    static_cast<StartPage *>(m_center->widget(0))->setQuiet(!path.isEmpty());
    if (path.isEmpty()) {
        m_loading->end();
    } else {
        m_loading->begin(tr("Opening %1").arg(QFileInfo(path).fileName()));
        constexpr int soon = 20; // ms; small files are there before
        // From when the event loop comes round: a new window is painted in that round.
        QTimer::singleShot(0, m_docks,
                           [this] { QTimer::singleShot(soon, m_docks, &PanelDocks::prepare); });
    }
}

void MainWindow::showDocument()
{
    const bool isShown = hasDocument();
    m_center->setCurrentIndex(isShown ? 1 : 0);
    if (isShown) {
        m_docks->showAllSoon();
        m_view->setFocus();
        m_session.profiles.findDevices();
    } else {
        m_docks->setAllVisible(false);
    }
    m_tools->setVisible(isShown); // after the docks are hidden: their state is of tool bars as well
    showTitle();
}

void MainWindow::showTitle()
{
    if (!hasDocument()) {
        setWindowTitle(QStringLiteral("Nervure"));
        Q_EMIT titleShown();
        return;
    }
    setWindowTitle(QStringLiteral("%1[*] — Nervure").arg(m_session.document.title()));
    setWindowModified(m_session.document.isDirty());
    setWindowFilePath(m_session.document.path());
    Q_EMIT titleShown();
}

void MainWindow::inferIfPossible()
{
    // A project may have passes of its own, which run already.
    if (!m_session.passes.isFollowing() && areInputShapesKnown(m_session.document)) {
        m_session.passes.runUsual();
    }
}

void MainWindow::saveState()
{
    QSettings &store = m_services.settings.store();
    m_docks->save(store);
}

void MainWindow::restoreState()
{
    m_docks->restore(m_services.settings.store());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (raiseQuestion(*this) || !m_files->mayLeave()) {
        event->ignore();
        return;
    }
    saveState();
    m_autosave->end();
    m_session.jobs.cancelAll();
    event->accept();
    Q_EMIT closed();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!localFiles(event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    openDropped(localFiles(event->mimeData()), *this);
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (m_status == nullptr) {
        return;
    }
    if (event->type() == QEvent::LanguageChange) {
        m_actions->rebuildTexts();
        m_menus->rebuild();
        m_docks->retranslate();
        m_tools->retranslate();
        m_panes->retranslate();
        showTitle();
    } else if (event->type() == QEvent::PaletteChange) {
        m_actions->rebuildTexts();
        m_docks->retranslate();
    }
}

/// Panels that float are windows: they come and go with their document's tab.
void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    if (m_docks != nullptr && !event->spontaneous()) {
        m_docks->setFloatingVisible(true);
    }
}

void MainWindow::hideEvent(QHideEvent *event)
{
    QMainWindow::hideEvent(event);
    if (m_docks != nullptr && !event->spontaneous()) {
        m_docks->setFloatingVisible(false);
    }
}

} // namespace nervure
