// SPDX-License-Identifier: Apache-2.0
#include "app/actions/action_set.h"
#include "app/files/document_session.h"
#include "app/settings/settings.h"
#include "app/window/file_card.h"
#include "app/window/message_bar.h"
#include "app/window/start_page.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/document/document_edits.h"
#include "widgets/panels/panel_docks.h"
#include "widgets/text/format.h"

#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPointer>
#include <QPropertyAnimation>
#include <QPushButton>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

using namespace nervure;
using namespace nervure::tests;

/// What the window itself promises: start page, opening, raising, prompts, state.
class TstMainWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aWindowStartsWithTheStartPageAlone();
    void aClickOnASampleOpensItInTheSameWindow();
    void aDroppedFileIsOpened();
    void anOpenFileIsRaisedNotOpenedTwice();
    void aSecondFileGetsItsOwnWindow();
    void aRefusedFileLeavesAMessageInTheWindow();
    void shapesAreInferredOnOpening();
    void unsavedChangesAreAskedAbout_data();
    void unsavedChangesAreAskedAbout();
    void theEndOfTheSessionIsAskedAbout();
    void theWorkerFollowsTheSettings();
    void noKeyBelongsToTwoActions();
    void panelsAreRememberedAcrossWindows();
    void docksOpenAtReadableSizes();
    void aTabsCloseButtonClosesItsPanel();
    void aWindowGoesWhileItsToolBarMoves();
    void everythingThatCanBeUsedHasAName();
    void theThemeFollowsTheMenu();
    void copyNamesCopiesTheSelection();
    void everyMenuEntryHasAnAction();
};

namespace {

const QString mlp = QStringLiteral("mlp.json");

void editSomething(MainWindow *window)
{
    GraphDocument &document = window->session().document;
    const NodeId node = document.graph().nodes().back();
    QVERIFY(
        performEdit(document, EditKind::Rename, {.nodes = {node}, .text = "another_name"}).ok());
}

/// Presses a button of the next modal dialog, by role.
void answerNextDialog(QMessageBox::ButtonRole role)
{
    QTimer::singleShot(0, qApp, [role] {
        auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
        QVERIFY(box);
        for (QAbstractButton *button : box->buttons()) {
            if (box->buttonRole(button) == role) {
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        }
        QFAIL("the dialog has no such button");
    });
}

/// What assistive technology reads of a widget: its own name, its text or its label.
bool hasSpokenName(const QWidget *widget)
{
    const QAccessibleInterface *spoken =
        QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
    return spoken != nullptr && !spoken->text(QAccessible::Name).trimmed().isEmpty();
}

} // namespace

void TstMainWindow::aWindowStartsWithTheStartPageAlone()
{
    WindowFixture app;
    MainWindow *window = app.composition.windows().openStart();
    QVERIFY(QTest::qWaitForWindowExposed(window));
    QVERIFY(find<QWidget>(window, "start-page")->isVisible());
    QVERIFY(!find<QToolBar>(window, "tool-bar")->isVisible());
    for (const QDockWidget *dock : window->findChildren<QDockWidget *>()) {
        QVERIFY2(!dock->isVisible(), qPrintable(dock->objectName()));
    }
    QVERIFY(!window->actions().find(QStringLiteral("save-as"))->isEnabled());
    QCOMPARE(app.composition.windows().openStart(), window);
}

void TstMainWindow::aClickOnASampleOpensItInTheSameWindow()
{
    WindowFixture app;
    MainWindow *window = app.composition.windows().openStart();
    QVERIFY(QTest::qWaitForWindowExposed(window));
    auto *card = window->findChild<FileCard *>();
    QVERIFY(card);
    QSignalSpy shown(&window->canvas().controller(), &CanvasController::shown);
    QTest::mouseClick(card, Qt::LeftButton);
    QVERIFY(shown.wait(WindowFixture::patienceMs));
    QCOMPARE(app.composition.windows().windows().size(), 1);
    QCOMPARE(window->session().document.path(), card->path());
    QVERIFY(!find<QWidget>(window, "start-page")->isVisible());
    QVERIFY(find<QToolBar>(window, "tool-bar")->isVisible());
    QVERIFY(find<QDockWidget>(window, "dock-inspector")->isVisible());
}

void TstMainWindow::aDroppedFileIsOpened()
{
    WindowFixture app;
    MainWindow *window = app.composition.windows().openStart();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(app.sample(mlp))});
    const QPoint where = window->rect().center();
    QDragEnterEvent enter(where, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window, &enter);
    QVERIFY(enter.isAccepted());
    QSignalSpy shown(&window->canvas().controller(), &CanvasController::shown);
    QDropEvent drop(where, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window, &drop);
    QVERIFY(shown.wait(WindowFixture::patienceMs));
    QCOMPARE(window->session().document.title(), mlp);
}

void TstMainWindow::anOpenFileIsRaisedNotOpenedTwice()
{
    WindowFixture app;
    MainWindow *window = app.open(app.sample(mlp));
    QVERIFY(window);
    const QString sameFile = samplesFolder() + QStringLiteral("/../samples/") + mlp;
    QCOMPARE(app.composition.windows().open(sameFile), window);
    QCOMPARE(app.composition.windows().windows().size(), 1);
}

void TstMainWindow::aSecondFileGetsItsOwnWindow()
{
    WindowFixture app;
    MainWindow *first = app.open(app.sample(mlp));
    MainWindow *second = app.open(app.sample(QStringLiteral("resnet18.json")));
    QVERIFY(first);
    QVERIFY(second);
    QVERIFY(first != second);
    QVERIFY(first->close());
    QCOMPARE(app.composition.windows().windows().size(), 1);
}

void TstMainWindow::aRefusedFileLeavesAMessageInTheWindow()
{
    WindowFixture app;
    const QString path = app.folder.filePath(QStringLiteral("broken.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"nodes\": [");
    file.close();
    MainWindow *window = app.composition.windows().open(path);
    QTRY_VERIFY_WITH_TIMEOUT(!window->messages().text().isEmpty(), WindowFixture::patienceMs);
    QVERIFY2(window->messages().text().contains(QStringLiteral("broken.json")),
             qPrintable(window->messages().text()));
    QVERIFY(!window->hasDocument());
    QVERIFY(window->files().loadingPath().isEmpty());
}

void TstMainWindow::shapesAreInferredOnOpening()
{
    WindowFixture app;
    MainWindow *window = app.open(app.sample(mlp));
    QVERIFY(window);
    const GraphDocument &document = window->session().document;
    QTRY_VERIFY_WITH_TIMEOUT(document.analyses().contains("shape"), WindowFixture::patienceMs);
    const auto &heads = document.graph().heads();
    QVERIFY(!heads.empty());
    QVERIFY(document.factsOf(heads.front()).shape.hasRank());
}

void TstMainWindow::unsavedChangesAreAskedAbout_data()
{
    QTest::addColumn<QMessageBox::ButtonRole>("answer");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<bool>("saves");
    QTest::newRow("save") << QMessageBox::AcceptRole << true << true;
    QTest::newRow("discard") << QMessageBox::DestructiveRole << true << false;
    QTest::newRow("cancel") << QMessageBox::RejectRole << false << false;
}

void TstMainWindow::unsavedChangesAreAskedAbout()
{
    QFETCH(QMessageBox::ButtonRole, answer);
    QFETCH(bool, closes);
    QFETCH(bool, saves);
    WindowFixture app;
    const QString path = app.copyOf(mlp);
    MainWindow *window = app.open(path);
    QVERIFY(window);
    editSomething(window);
    QVERIFY(window->isWindowModified());
    answerNextDialog(answer);
    QCOMPARE(window->close(), closes);
    QCOMPARE(app.composition.windows().windows().isEmpty(), closes);
    QCOMPARE(readFile(path.toStdString()).find("another_name") != std::string::npos, saves);
}

void TstMainWindow::theEndOfTheSessionIsAskedAbout()
{
    WindowFixture app;
    MainWindow *window = app.open(app.copyOf(mlp));
    QVERIFY(window);
    QVERIFY(app.composition.windows().mayEndSession());
    editSomething(window);
    answerNextDialog(QMessageBox::RejectRole);
    QVERIFY(!app.composition.windows().mayEndSession());
    answerNextDialog(QMessageBox::DestructiveRole);
    QVERIFY(app.composition.windows().mayEndSession());
    QVERIFY(window->isVisible());
    answerNextDialog(QMessageBox::DestructiveRole);
    QVERIFY(window->close());
}

void TstMainWindow::theWorkerFollowsTheSettings()
{
    WindowFixture app;
    MainWindow *window = app.open(app.sample(mlp));
    QVERIFY(window);
    const auto fake = sourceFolder() / "tests/widgets/jobs/fake_worker";
    Preferences preferences = app.composition.settings().preferences();
    preferences.workerCommand =
        QStringLiteral("bash \"%1\" well").arg(QString::fromStdString(fake.string()));
    app.composition.settings().setPreferences(preferences);
    const auto &devices = window->session().worker.devices();
    QTRY_COMPARE_WITH_TIMEOUT(devices.size(), 3, WindowFixture::patienceMs);
    MainWindow *next = app.open(app.sample(QStringLiteral("resnet18.json")));
    QVERIFY(next);
    QTRY_COMPARE_WITH_TIMEOUT(next->session().worker.devices().size(), 3,
                              WindowFixture::patienceMs);
}

/// Qt gives a key that two actions have to neither.
void TstMainWindow::noKeyBelongsToTwoActions()
{
    WindowFixture app;
    const MainWindow *window = app.open(app.sample(mlp));
    QVERIFY(window != nullptr);
    QStringList taken;
    for (const QAction *action : window->findChildren<QAction *>()) {
        for (const QKeySequence &key : action->shortcuts()) {
            QVERIFY2(!taken.contains(key.toString()), qPrintable(key.toString()));
            taken.append(key.toString());
        }
    }
    QVERIFY(!taken.isEmpty());
}

void TstMainWindow::panelsAreRememberedAcrossWindows()
{
    WindowFixture app;
    MainWindow *window = app.open(app.sample(mlp));
    QVERIFY(window);
    auto *dock = window->docks().dock(QStringLiteral("inspector"));
    QVERIFY(dock->isVisible());
    dock->toggleViewAction()->trigger();
    QVERIFY(!dock->isVisible());
    QVERIFY(window->close());
    MainWindow *next = app.open(app.sample(mlp));
    QVERIFY(next);
    QVERIFY(!next->docks().dock(QStringLiteral("inspector"))->isVisible());
    QVERIFY(next->docks().dock(QStringLiteral("outline"))->isVisible());
}

void TstMainWindow::docksOpenAtReadableSizes()
{
    WindowFixture app;
    MainWindow *window = app.composition.windows().openStart();
    window->window()->resize(1900, 1000);
    window = app.open(app.sample(mlp));
    QVERIFY(window);
    const auto sizeOf = [&](const char *name) {
        return window->docks().dock(QString::fromLatin1(name))->size();
    };
    QTRY_VERIFY2(sizeOf("inspector").width() >= 340,
                 qPrintable(QString::number(sizeOf("inspector").width())));
    QVERIFY(sizeOf("outline").width() >= 260);
    window->docks().setWorkspace(Workspace::Passes);
    QTRY_VERIFY2(sizeOf("passes").width() >= 340,
                 qPrintable(QString::number(sizeOf("passes").width())));
    QTRY_VERIFY2(qAbs(sizeOf("memory").height() - 250) < 40,
                 qPrintable(QString::number(sizeOf("memory").height())));
}

void TstMainWindow::aTabsCloseButtonClosesItsPanel()
{
    WindowFixture app;
    MainWindow *window = app.open(app.sample(mlp));
    QVERIFY(window);
    QDockWidget *history = window->docks().dock(QStringLiteral("history"));
    const auto tabOf = [&](const QTabBar *bar) {
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (bar->tabText(tab) == history->windowTitle()) {
                return tab;
            }
        }
        return -1;
    };
    QWidget *button = nullptr;
    const auto findButton = [&] {
        for (const QTabBar *bar : window->findChildren<QTabBar *>()) {
            const int tab = tabOf(bar);
            button = tab >= 0 ? bar->tabButton(tab, QTabBar::RightSide) : button;
        }
        return button != nullptr;
    };
    QTRY_VERIFY(findButton());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(!history->toggleViewAction()->isChecked());
    QVERIFY(window->docks().dock(QStringLiteral("inspector"))->toggleViewAction()->isChecked());
    history->toggleViewAction()->trigger();
    QTRY_VERIFY(history->isVisible());
}

void TstMainWindow::aWindowGoesWhileItsToolBarMoves()
{
    WindowFixture app;
    MainWindow *window = app.open(app.sample(mlp));
    QVERIFY(window);
    QTRY_VERIFY(!window->findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly).isEmpty());
    auto *tools = window->findChild<QToolBar *>();
    auto *more = find<QToolButton>(tools, "qt_toolbar_ext_button");
    window->window()->resize(window->window()->minimumSizeHint());
    QTRY_VERIFY(more->isVisible());
    QTest::mouseClick(more, Qt::LeftButton);
    QVERIFY(tools->findChild<QPropertyAnimation *>() != nullptr);
    const QPointer<MainWindow> closed(window);
    window->close();
    QTRY_VERIFY(closed.isNull());
}

void TstMainWindow::everythingThatCanBeUsedHasAName()
{
    WindowFixture app;
    MainWindow *window = app.open(app.sample(mlp));
    QVERIFY(window);
    QStringList nameless;
    int count = 0;
    for (const QWidget *widget : window->findChildren<QWidget *>()) {
        // Parts of Qt's own widgets are reached and named through the widget they belong to.
        const bool isPart = widget->isHidden() || widget->inherits("QLineEditIconButton")
                            || widget->objectName().startsWith(QStringLiteral("qt_"))
                            || qobject_cast<const QAbstractSpinBox *>(widget->parentWidget())
                            || qobject_cast<const QComboBox *>(widget->parentWidget())
                            || widget->inherits("QHeaderView")
                            || widget->inherits("QComboBoxListView");
        const bool isUsed = widget->inherits("QAbstractButton") || widget->inherits("QLineEdit")
                            || widget->inherits("QComboBox") || widget->inherits("QAbstractSpinBox")
                            || widget->inherits("QAbstractItemView")
                            || widget->inherits("QAbstractSlider")
                            || widget->inherits("QProgressBar");
        if (!isUsed || isPart || widget->inherits("QScrollBar")) {
            continue;
        }
        ++count;
        if (!hasSpokenName(widget)) {
            nameless.append(QString::fromLatin1(widget->metaObject()->className()) + u' '
                            + widget->objectName() + QStringLiteral(" in ")
                            + widget->parentWidget()->objectName());
        }
    }
    QVERIFY(count > 30);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
}

void TstMainWindow::theThemeFollowsTheMenu()
{
    WindowFixture app;
    app.composition.start({});
    MainWindow *window = app.composition.windows().windows().first();
    window->actions().trigger(QStringLiteral("theme-dark"));
    QVERIFY(QGuiApplication::palette().color(QPalette::Window).lightness() < 128);
    window->actions().trigger(QStringLiteral("theme-light"));
    QVERIFY(QGuiApplication::palette().color(QPalette::Window).lightness() > 128);
    QCOMPARE(app.composition.settings().preferences().theme, ThemeChoice::Light);
}

void TstMainWindow::copyNamesCopiesTheSelection()
{
    WindowFixture app;
    MainWindow *window = app.open(app.sample(mlp));
    QVERIFY(window);
    const auto nodes = window->session().document.graph().nodes();
    window->session().selection.setNodes({nodes[0], nodes[1]});
    window->actions().trigger(QStringLiteral("copy-names"));
    const Graph &graph = window->session().document.graph();
    QCOMPARE(QGuiApplication::clipboard()->text(),
             toQString(graph.node(nodes[0]).name) + u'\n' + toQString(graph.node(nodes[1]).name));
}

void TstMainWindow::everyMenuEntryHasAnAction()
{
    WindowFixture app;
    MainWindow *window = app.composition.windows().openStart();
    int entries = 0;
    for (const QMenu *menu : window->menuBar()->findChildren<QMenu *>()) {
        for (const QAction *action : menu->actions()) {
            QVERIFY(action->isSeparator() || !action->text().isEmpty());
            ++entries;
        }
    }
    QVERIFY(entries > 40);
}

NERVURE_GUI_TEST(TstMainWindow)
#include "tst_main_window.moc"
