// SPDX-License-Identifier: Apache-2.0
#include "app/actions/action_set.h"
#include "app/files/document_session.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/panels/panel.h"
#include "widgets/panels/panel_docks.h"

#include <QDockWidget>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

/// The docks are arranged for what one does, the canvas is the largest thing, and findings wait to be asked
/// for.
class TstWorkspaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFreshModelHasMostOfTheWindow();
    void keysAndTheSwitchArrangeTheDocks();
    void eachKeepsItsArrangementAcrossStarts();
    void theUsualArrangementComesBack();
    void oneKeyLeavesTheCanvasAlone();
    void findingsAreCountedAndDoNotRaiseTheirPanel();
    void theSmallestWindowHoldsEachOfThem();

private:
    /// A window of that size with a model, in the state that settings keep.
    static MainWindow *openAt(WindowFixture &app, QSize size)
    {
        app.composition.windows().openStart()->window()->resize(size);
        return app.open(app.sample(QStringLiteral("resnet18.json")));
    }
    static bool isShown(MainWindow *window, const char *panel)
    {
        return !window->docks().panel(QString::fromLatin1(panel))->visibleRegion().isEmpty();
    }
    static void press(MainWindow *window, Qt::Key key)
    {
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window));
        QTest::keyClick(window, key);
    }
};

void TstWorkspaces::aFreshModelHasMostOfTheWindow()
{
    const QSize size(1280, 720);
    WindowFixture app;
    MainWindow *window = openAt(app, size);
    QVERIFY(window);
    QTRY_VERIFY(isShown(window, "inspector") && isShown(window, "outline"));
    const auto share = [&] {
        const QSize canvas = window->view().size();
        return double(canvas.width()) * canvas.height() / (size.width() * size.height());
    };
    QTRY_VERIFY2(share() >= 0.6, qPrintable(QString::number(share())));
    QCOMPARE(window->size(), size);
}

void TstWorkspaces::keysAndTheSwitchArrangeTheDocks()
{
    WindowFixture app;
    MainWindow *window = openAt(app, {1280, 720});
    QVERIFY(window);
    QTRY_VERIFY(isShown(window, "outline"));
    press(window, Qt::Key_F7);
    QTRY_VERIFY(isShown(window, "passes") && isShown(window, "changes")
                && isShown(window, "memory"));
    QVERIFY(!isShown(window, "outline"));
    QVERIFY(window->docks().panel(QStringLiteral("passes"))->height() > 400);
    press(window, Qt::Key_F8);
    QTRY_VERIFY(isShown(window, "run") && isShown(window, "inspector"));
    QVERIFY(!isShown(window, "passes") && !isShown(window, "changes"));
    QToolButton *model = nullptr;
    for (auto *button : find<QWidget>(window, "workspace-switch")->findChildren<QToolButton *>()) {
        model = button->defaultAction()->objectName() == QStringLiteral("action-workspace-model")
                    ? button
                    : model;
    }
    QVERIFY(model != nullptr);
    QTRY_VERIFY(!model->isChecked());
    QTest::mouseClick(model, Qt::LeftButton);
    QTRY_VERIFY(isShown(window, "outline") && isShown(window, "inspector"));
    QVERIFY(!isShown(window, "run"));
    QTRY_VERIFY(model->isChecked());
}

void TstWorkspaces::eachKeepsItsArrangementAcrossStarts()
{
    WindowFixture app;
    MainWindow *window = openAt(app, {1280, 720});
    QVERIFY(window);
    QTRY_VERIFY(isShown(window, "inspector"));
    press(window, Qt::Key_F7);
    QTRY_VERIFY(isShown(window, "memory"));
    window->docks().dock(QStringLiteral("memory"))->close();
    press(window, Qt::Key_F6);
    QTRY_VERIFY(isShown(window, "outline"));
    window->docks().dock(QStringLiteral("inspector"))->close();
    press(window, Qt::Key_F7);
    QTRY_VERIFY(isShown(window, "passes"));
    QVERIFY(!isShown(window, "memory"));
    QVERIFY(window->close());

    MainWindow *next = app.open(app.sample(QStringLiteral("mlp.json")));
    QVERIFY(next);
    QCOMPARE(next->docks().workspace(), Workspace::Passes);
    QTRY_VERIFY(isShown(next, "passes"));
    QVERIFY(!isShown(next, "memory"));
    press(next, Qt::Key_F6);
    QTRY_VERIFY(isShown(next, "outline"));
    QVERIFY(!next->docks().dock(QStringLiteral("inspector"))->isVisible());
}

void TstWorkspaces::theUsualArrangementComesBack()
{
    WindowFixture app;
    MainWindow *window = openAt(app, {1280, 720});
    QVERIFY(window);
    QTRY_VERIFY(isShown(window, "inspector"));
    window->docks().dock(QStringLiteral("inspector"))->close();
    window->docks().dock(QStringLiteral("run"))->show();
    window->actions().trigger(QStringLiteral("arrange-anew"));
    QTRY_VERIFY(isShown(window, "inspector"));
    QVERIFY(!isShown(window, "run"));
}

void TstWorkspaces::oneKeyLeavesTheCanvasAlone()
{
    WindowFixture app;
    MainWindow *window = openAt(app, {1280, 720});
    QVERIFY(window);
    QTRY_VERIFY(isShown(window, "inspector"));
    press(window, Qt::Key_F12);
    QTRY_COMPARE(window->view().size(), window->size());
    QVERIFY(!window->menuBar()->isVisible() && !window->statusBar()->isVisible());
    press(window, Qt::Key_F12);
    QTRY_VERIFY(isShown(window, "inspector"));
    QVERIFY(window->menuBar()->isVisible() && window->statusBar()->isVisible());
    QVERIFY(find<QToolBar>(window, "tool-bar")->isVisible());
    press(window, Qt::Key_F12);
    QTRY_VERIFY(!isShown(window, "inspector"));
    window->actions().trigger(QStringLiteral("find")); // what asks for a panel brings all back
    QTRY_VERIFY(isShown(window, "find") && isShown(window, "inspector"));
    QVERIFY(window->menuBar()->isVisible());
}

void TstWorkspaces::findingsAreCountedAndDoNotRaiseTheirPanel()
{
    WindowFixture app;
    const QString path = app.folder.filePath(QStringLiteral("faulty.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
        {"op": "softmax", "name": "s", "attrs": {"axis": "many"}, "inputs": [[0, 0, 0]]}],
        "arg_nodes": [0], "heads": [[1, 0, 0]]})");
    file.close();
    MainWindow *window = app.open(path);
    QVERIFY(window);
    QTRY_VERIFY(isShown(window, "outline"));
    auto *findings = find<QToolButton>(window, "status-findings");
    QTRY_VERIFY(findings->isVisible());
    QVERIFY2(findings->text().startsWith(QStringLiteral("1 error")), qPrintable(findings->text()));
    QVERIFY(!isShown(window, "diagnostics"));
    QTest::mouseClick(findings, Qt::LeftButton);
    QTRY_VERIFY(isShown(window, "diagnostics"));
}

void TstWorkspaces::theSmallestWindowHoldsEachOfThem()
{
    WindowFixture app;
    const QSize smallest(800, 560);
    MainWindow *window = openAt(app, smallest);
    QVERIFY(window);
    QTRY_VERIFY(isShown(window, "inspector"));
    for (const Qt::Key key : {Qt::Key_F6, Qt::Key_F7, Qt::Key_F8}) {
        press(window, key);
        QCOMPARE(window->size(), smallest);
        QTRY_VERIFY2(window->view().width() >= 280 && window->view().height() >= 160,
                     qPrintable(QStringLiteral("%1×%2 after %3")
                                    .arg(window->view().width())
                                    .arg(window->view().height())
                                    .arg(key)));
        const auto areInside = [window] {
            const QList<QDockWidget *> docks = window->findChildren<QDockWidget *>();
            return std::all_of(docks.begin(), docks.end(), [window](const QDockWidget *dock) {
                return dock->visibleRegion().isEmpty() || window->rect().contains(dock->geometry());
            });
        };
        QTRY_VERIFY(areInside());
    }
}

NERVURE_GUI_TEST(TstWorkspaces)
#include "tst_workspaces.moc"
