// SPDX-License-Identifier: Apache-2.0
#include "app/action_set.h"
#include "app/document_session.h"
#include "app/file_card.h"
#include "app/message_bar.h"
#include "app/panel_docks.h"
#include "app/settings.h"
#include "app/start_page.h"
#include "tests/app/window_fixture.h"
#include "widgets/text/format.h"

#include <QAction>
#include <QClipboard>
#include <QDockWidget>
#include <QDropEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTimer>
#include <QToolBar>

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
    void panelsAreRememberedAcrossWindows();
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
    QVERIFY(document.renameNode(node, "another_name").ok());
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
    QVERIFY(!document.factsOf(heads.front()).shape.empty());
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

QTEST_MAIN(TstMainWindow)
#include "tst_main_window.moc"
