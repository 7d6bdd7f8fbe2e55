// SPDX-License-Identifier: Apache-2.0
#include "app/actions/action_set.h"
#include "app/settings/settings.h"
#include "app/window/tab_window.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/panels/panel_docks.h"

#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QTabBar>
#include <QTimer>

using namespace nervure;
using namespace nervure::tests;

/// Several models in one window: tabs, each with a view, a history and a selection of its own.
class TstTabs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneModelShowsNoTab();
    void keysGoFromTabToTab();
    void eachTabKeepsItsOwnViewHistoryAndSelection();
    void aTabThatWasInTheBackShowsItsWholeModel();
    void unsavedChangesShowInTheTab();
    void middleClickAndCloseButtonClose();
    void theKeyClosesTheTabAlone();
    void closingTheWindowAsksForTheModelThatChanged();
    void tabsMoveAndComeBackInTheirOrder();
    void aModelGetsAWindowOfItsOwn();
    void aFileDroppedOnTheTabsOpensBesideThem();
    void theCanvasAloneHidesTheTabs();
    void floatingPanelsComeAndGoWithTheirTab();
    void filesOfOneNameAreToldApart();
    void windowsOfTheirOwnAreASetting();

private:
    static QTabBar *bar(const MainWindow *page)
    {
        return find<QTabBar>(page->window(), "document-tabs");
    }
    static TabWindow *tabs(const MainWindow *page)
    {
        return qobject_cast<TabWindow *>(page->window());
    }
    static void rename(MainWindow *page, const QString &name)
    {
        Graph graph = page->session().document.graph();
        const NodeId id = *graph.findByName("fc1");
        page->session().selection.select(id);
        page->actions().trigger(QStringLiteral("rename"));
        auto *editor = page->view().findChild<QLineEdit *>();
        QVERIFY(editor);
        editor->setFocus();
        QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(editor, name);
        QTest::keyClick(editor, Qt::Key_Return);
        QVERIFY(page->session().document.isDirty());
    }
    struct Two {
        WindowFixture app;
        MainWindow *mlp = app.open(app.copyOf(QStringLiteral("mlp.json")));
        MainWindow *resnet = app.open(app.sample(QStringLiteral("resnet18.json")));
    };
};

void TstTabs::oneModelShowsNoTab()
{
    WindowFixture app;
    MainWindow *page = app.open(app.sample(QStringLiteral("mlp.json")));
    QVERIFY(page);
    QVERIFY(bar(page)->isHidden());
    QCOMPARE(page->size(), page->window()->size());
    QVERIFY(page->window()->windowTitle().contains(QStringLiteral("mlp.json")));
}

void TstTabs::keysGoFromTabToTab()
{
    Two at;
    QVERIFY(at.mlp && at.resnet);
    QCOMPARE(at.mlp->window(), at.resnet->window());
    QVERIFY(bar(at.mlp)->isVisible());
    QCOMPARE(bar(at.mlp)->tabText(0), QStringLiteral("mlp.json"));
    QVERIFY(!at.mlp->isVisible());
    QVERIFY(QTest::qWaitForWindowActive(at.mlp->window()));
    QTest::keyClick(&at.resnet->view(), Qt::Key_Tab, Qt::ControlModifier);
    QVERIFY(at.mlp->isVisible());
    QVERIFY(!at.resnet->isVisible());
    QVERIFY(at.mlp->view().hasFocus());
    QVERIFY(at.mlp->window()->windowTitle().contains(QStringLiteral("mlp.json")));
    QTest::keyClick(&at.mlp->view(), Qt::Key_Tab, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(at.resnet->isVisible());
    QTest::mouseClick(bar(at.mlp), Qt::LeftButton, {}, bar(at.mlp)->tabRect(0).center());
    QVERIFY(at.mlp->isVisible());
    QVERIFY(at.mlp->view().hasFocus());
}

void TstTabs::eachTabKeepsItsOwnViewHistoryAndSelection()
{
    Two at;
    QVERIFY(at.mlp && at.resnet);
    QVERIFY(QTest::qWaitForWindowActive(at.mlp->window()));
    tabs(at.mlp)->setCurrent(at.mlp);
    rename(at.mlp, QStringLiteral("another"));
    at.mlp->view().zoomIn();
    const double zoom = at.mlp->view().zoom();
    QTest::keyClick(&at.mlp->view(), Qt::Key_Tab, Qt::ControlModifier);
    QVERIFY(at.resnet->isVisible());
    QVERIFY(at.resnet->session().selection.isEmpty());
    QTest::keyClick(&at.resnet->view(), Qt::Key_Z, Qt::ControlModifier); // nothing to undo here
    QVERIFY(at.mlp->session().document.isDirty());
    QTest::keyClick(&at.resnet->view(), Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(at.mlp->view().zoom(), zoom);
    QCOMPARE(at.mlp->session().selection.nodes().size(), std::size_t(1));
    QTRY_VERIFY(at.mlp->actions().find(QStringLiteral("undo"))->isEnabled());
    QTest::keyClick(&at.mlp->view(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!at.mlp->session().document.isDirty());
}

void TstTabs::aTabThatWasInTheBackShowsItsWholeModel()
{
    WindowFixture app;
    MainWindow *mlp = app.composition.windows().open(app.sample(QStringLiteral("mlp.json")));
    QSignalSpy shown(&mlp->canvas().controller(), &CanvasController::shown);
    MainWindow *resnet = app.open(app.sample(QStringLiteral("resnet18.json")));
    QVERIFY(resnet);
    QTRY_VERIFY_WITH_TIMEOUT(shown.count() > 0, WindowFixture::patienceMs);
    tabs(mlp)->setCurrent(mlp);
    QCoreApplication::processEvents();
    const double before = mlp->view().zoom();
    mlp->view().fit();
    QVERIFY2(std::abs(mlp->view().zoom() - before) < 0.02 * before,
             qPrintable(QStringLiteral("%1, %2").arg(before).arg(mlp->view().zoom())));
}

void TstTabs::unsavedChangesShowInTheTab()
{
    Two at;
    QVERIFY(at.mlp && at.resnet);
    tabs(at.mlp)->setCurrent(at.mlp);
    rename(at.mlp, QStringLiteral("another"));
    QCOMPARE(bar(at.mlp)->tabText(0), QStringLiteral("mlp.json*"));
    QVERIFY(bar(at.mlp)->tabToolTip(0).contains(QStringLiteral("unsaved")));
    QVERIFY(at.mlp->window()->isWindowModified());
    tabs(at.mlp)->setCurrent(at.resnet);
    QVERIFY(!at.mlp->window()->isWindowModified());
    at.mlp->session().document.undoStack().undo();
    QCOMPARE(bar(at.mlp)->tabText(0), QStringLiteral("mlp.json"));
}

void TstTabs::middleClickAndCloseButtonClose()
{
    Two at;
    MainWindow *vgg = at.app.open(at.app.sample(QStringLiteral("vgg16.json")));
    QVERIFY(at.mlp && at.resnet && vgg);
    QTabBar *tabBar = bar(vgg);
    QTest::mouseClick(tabBar, Qt::MiddleButton, {}, tabBar->tabRect(0).center());
    QCOMPARE(tabBar->count(), 2);
    QCOMPARE(at.app.composition.windows().windows(), (QList<MainWindow *>{at.resnet, vgg}));
    QVERIFY(vgg->isVisible());
    QWidget *button = tabBar->tabButton(1, QTabBar::RightSide);
    QVERIFY(button);
    QCOMPARE(button->accessibleName(), QStringLiteral("Close vgg16.json"));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(tabBar->count(), 1);
    QVERIFY(tabBar->isHidden());
    QVERIFY(at.resnet->isVisible());
}

void TstTabs::theKeyClosesTheTabAlone()
{
    Two at;
    QVERIFY(at.mlp && at.resnet);
    QWidget *window = at.mlp->window();
    QVERIFY(QTest::qWaitForWindowActive(window));
    QTest::keyClick(&at.resnet->view(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(at.app.composition.windows().windows(), QList<MainWindow *>{at.mlp});
    QVERIFY(window->isVisible());
    QVERIFY(at.mlp->isVisible());
    QTest::keyClick(&at.mlp->view(), Qt::Key_W, Qt::ControlModifier);
    QVERIFY(at.app.composition.windows().windows().isEmpty());
    QVERIFY(!window->isVisible());
}

void TstTabs::closingTheWindowAsksForTheModelThatChanged()
{
    Two at;
    QVERIFY(at.mlp && at.resnet);
    tabs(at.mlp)->setCurrent(at.mlp);
    rename(at.mlp, QStringLiteral("another"));
    tabs(at.mlp)->setCurrent(at.resnet);
    bool wasShown = false;
    QTimer::singleShot(0, this, [&] {
        wasShown = at.mlp->isVisible();
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (auto *box = qobject_cast<QMessageBox *>(widget); box && box->isVisible()) {
                box->button(QMessageBox::Cancel)->click();
            }
        }
    });
    QVERIFY(!at.mlp->window()->close());
    QVERIFY(wasShown);
    QCOMPARE(at.app.composition.windows().windows().size(), 2);
    QVERIFY(at.resnet->window()->isVisible());
    at.mlp->session().document.undoStack().undo();
    QVERIFY(at.mlp->window()->close());
    QVERIFY(at.app.composition.windows().windows().isEmpty());
}

void TstTabs::tabsMoveAndComeBackInTheirOrder()
{
    Two at;
    QVERIFY(at.mlp && at.resnet);
    QTabBar *tabBar = bar(at.mlp);
    const QPoint from = tabBar->tabRect(1).center();
    const QPoint to = tabBar->tabRect(0).center() - QPoint(tabBar->tabRect(0).width() / 4, 0);
    QTest::mousePress(tabBar, Qt::LeftButton, {}, from);
    QTest::mouseMove(tabBar, (from + to) / 2);
    QTest::mouseMove(tabBar, to);
    QTest::mouseRelease(tabBar, Qt::LeftButton, {}, to);
    QCOMPARE(tabBar->tabText(0), QStringLiteral("resnet18.json"));
    QCOMPARE(tabs(at.mlp)->pages(), (QList<MainWindow *>{at.resnet, at.mlp}));
    tabs(at.mlp)->setCurrent(at.resnet);
    QVERIFY(at.mlp->window()->close());
    Composition next({at.app.folder.filePath(QStringLiteral("settings.ini")),
                      at.app.folder.filePath(QStringLiteral("pictures")),
                      at.app.folder.filePath(QStringLiteral("journals"))});
    next.start({});
    const QList<MainWindow *> back = next.windows().windows();
    QCOMPARE(back.size(), 2);
    QCOMPARE(back[0]->window(), back[1]->window());
    QVERIFY(back[0]->shownPath().endsWith(QStringLiteral("resnet18.json")));
    QVERIFY(back[0]->isVisible());
    QVERIFY(!back[1]->isVisible());
}

void TstTabs::aModelGetsAWindowOfItsOwn()
{
    Two at;
    QVERIFY(at.mlp && at.resnet);
    QTabBar *tabBar = bar(at.mlp);
    Q_EMIT tabBar->customContextMenuRequested(tabBar->tabRect(0).center());
    auto *menu = find<QMenu>(at.mlp->window(), "tab-menu");
    QVERIFY(menu);
    QTest::keyClick(menu, Qt::Key_N);
    QVERIFY(at.mlp->window() != at.resnet->window());
    QVERIFY(at.mlp->isVisible());
    QVERIFY(at.resnet->isVisible());
    QVERIFY(bar(at.mlp)->isHidden());
    QVERIFY(tabBar->isHidden());
    QVERIFY(at.app.composition.windows().quit());
}

void TstTabs::aFileDroppedOnTheTabsOpensBesideThem()
{
    Two at;
    QVERIFY(at.mlp && at.resnet);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(at.app.sample(QStringLiteral("vgg16.json")))});
    const QPoint place = bar(at.mlp)->geometry().center();
    QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(at.mlp->window(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(at.mlp->window(), &drop);
    QCOMPARE(tabs(at.mlp)->pages().size(), 3);
    QVERIFY(tabs(at.mlp)->current()->shownPath().endsWith(QStringLiteral("vgg16.json")));
}

void TstTabs::theCanvasAloneHidesTheTabs()
{
    Two at;
    QVERIFY(at.mlp && at.resnet);
    QVERIFY(QTest::qWaitForWindowActive(at.mlp->window()));
    QTest::keyClick(&at.resnet->view(), Qt::Key_F12);
    QVERIFY(at.resnet->menuBar()->isHidden());
    QVERIFY(bar(at.mlp)->isHidden());
    QTest::keyClick(&at.resnet->view(), Qt::Key_F12);
    QVERIFY(bar(at.mlp)->isVisible());
}

void TstTabs::floatingPanelsComeAndGoWithTheirTab()
{
    Two at;
    QVERIFY(at.mlp && at.resnet);
    QDockWidget *dock = at.resnet->docks().dock(QStringLiteral("inspector"));
    dock->setFloating(true);
    dock->show();
    QVERIFY(dock->isVisible());
    tabs(at.mlp)->setCurrent(at.mlp);
    QVERIFY(!dock->isVisible());
    tabs(at.mlp)->setCurrent(at.resnet);
    QVERIFY(dock->isVisible());
}

void TstTabs::filesOfOneNameAreToldApart()
{
    WindowFixture app;
    QVERIFY(QDir(app.folder.path()).mkdir(QStringLiteral("mine")));
    const QString path = app.folder.filePath(QStringLiteral("mine/mlp.json"));
    QVERIFY(QFile::copy(app.sample(QStringLiteral("mlp.json")), path));
    MainWindow *first = app.open(app.sample(QStringLiteral("mlp.json")));
    QVERIFY(first);
    QVERIFY(app.open(path));
    QCOMPARE(bar(first)->tabText(0), QStringLiteral("mlp.json (samples)"));
    QCOMPARE(bar(first)->tabText(1), QStringLiteral("mlp.json (mine)"));
}

void TstTabs::windowsOfTheirOwnAreASetting()
{
    WindowFixture app;
    Preferences preferences = app.composition.settings().preferences();
    QVERIFY(preferences.opensTabs);
    preferences.opensTabs = false;
    app.composition.settings().setPreferences(preferences);
    MainWindow *mlp = app.open(app.sample(QStringLiteral("mlp.json")));
    MainWindow *resnet = app.open(app.sample(QStringLiteral("resnet18.json")));
    QVERIFY(mlp && resnet);
    QVERIFY(mlp->window() != resnet->window());
    QVERIFY(mlp->isVisible());
    QVERIFY(app.composition.windows().quit());
    QVERIFY(app.composition.windows().reopen());
    const QList<MainWindow *> back = app.composition.windows().windows();
    QCOMPARE(back.size(), 2);
    QVERIFY(back[0]->window() != back[1]->window());
}

NERVURE_GUI_TEST(TstTabs)
#include "tst_tabs.moc"
