// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/environment.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/panels/run/run_figures.h"
#include "widgets/panels/run/run_settings.h"

#include <QApplication>
#include <QCheckBox>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>

namespace nervure::tests {

/// What people do in the run panel, on a worker that answers as told.
struct RunPanelSteps {
    static QString fakeWorker(const char *way)
    {
        const auto path = sourceFolder() / "tests/widgets/jobs/fake_worker";
        return QStringLiteral("bash \"%1\" %2")
            .arg(QString::fromStdString(path.string()), QString::fromLatin1(way));
    }
    /// Shows the panel on the net and waits for the devices.
    static bool open(PanelFixture &window, const char *way)
    {
        window.worker.setCommand(fakeWorker(way));
        window.openNet();
        return window.show("run", {1000, 320}) != nullptr
               && QTest::qWaitFor([&window] { return !window.profiles.deviceName().isEmpty(); });
    }
    static void clickRun(PanelFixture &window)
    {
        QTest::mouseClick(window.child<QPushButton>("run-start"), Qt::LeftButton);
    }
    /// Opens the settings and clicks on one.
    static void choose(PanelFixture &window, const char *choice)
    {
        QTest::mouseClick(window.child<QPushButton>("run-choices"), Qt::LeftButton);
        auto *settings = window.child<RunSettings>("run-settings");
        QTRY_VERIFY(settings->isVisible());
        auto *box = window.child<QCheckBox>(choice);
        QTest::mouseClick(box, Qt::LeftButton, {}, {8, box->height() / 2});
        QTest::keyClick(settings, Qt::Key_Escape);
        QTRY_VERIFY(!settings->isVisible());
    }
    /// Runs, with that seed, and waits for the end.
    static bool run(PanelFixture &window, quint64 seed = 0)
    {
        ProfileOptions options = window.profiles.options();
        options.seed = seed;
        window.profiles.setOptions(options);
        QSignalSpy profiles(&window.document, &GraphDocument::profileChanged);
        clickRun(window);
        return profiles.wait();
    }
    /// Numbers stay with their units on a line, which tests do not ask for.
    static QString plain(QString text) { return text.replace(QChar(0xA0), u' '); }
    static QString figures(PanelFixture &window)
    {
        return plain(window.child<RunFigures>("run-figures")->text());
    }
    static QTreeView *runs(PanelFixture &window) { return window.child<QTreeView>("run-list"); }
    static QStringList names(const QTreeView *view)
    {
        QStringList all;
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            all.append(view->model()->index(row, 0).data().toString());
        }
        return all;
    }
    /// Chooses an action of the menu that is opened next.
    static void chooseInNextMenu(QObject *context, const QString &action)
    {
        QTimer::singleShot(0, context, [action] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            auto *wanted = menu->findChild<QAction *>(action);
            QVERIFY(wanted != nullptr && wanted->isEnabled());
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(wanted).center());
        });
    }
    /// Waits until chooseInNextMenu() is done with the menu that is open.
    static void waitForMenu()
    {
        QVERIFY(QTest::qWaitFor([] { return QApplication::activePopupWidget() == nullptr; }));
    }
    /// Opens a context menu on a row and chooses an action.
    static void chooseInMenu(QTreeView *view, int row, const char *action)
    {
        const QPoint place = view->visualRect(view->model()->index(row, 0)).center();
        chooseInNextMenu(view, QString::fromLatin1(action));
        QTest::mouseClick(view->viewport(), Qt::RightButton, {}, place);
        QContextMenuEvent event(QContextMenuEvent::Mouse, place,
                                view->viewport()->mapToGlobal(place));
        QApplication::sendEvent(view->viewport(), &event);
        waitForMenu();
    }
    static QStringList layers(PanelFixture &window)
    {
        QStringList names;
        const auto *model = window.child<QTreeView>("run-layers")->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            names.append(model->index(row, 0).data().toString());
        }
        return names;
    }
};

} // namespace nervure::tests
