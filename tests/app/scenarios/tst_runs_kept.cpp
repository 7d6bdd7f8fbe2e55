// SPDX-License-Identifier: Apache-2.0
#include "app/files/document_session.h"
#include "tests/app/measured_net.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "tests/widgets/panels/run/run_panel_steps.h"

using namespace nervure;
using namespace nervure::tests;

/// A model file has no room for runs: they are there all the same when it is opened again.
class TstRunsKept : public QObject, private RunPanelSteps {
    Q_OBJECT

    static void run(MainWindow &window)
    {
        window.session().worker.setCommand(fakeWorker("well"));
        ProfileRunner &profiles = window.session().profiles;
        profiles.findDevices();
        QTRY_VERIFY(!profiles.deviceName().isEmpty());
        const std::size_t before = window.session().document.runs().history().runs().size();
        profiles.run();
        QTRY_COMPARE(window.session().document.runs().history().runs().size(), before + 1);
    }

    static void close(MainWindow *window)
    {
        QSignalSpy gone(window, &QObject::destroyed);
        window->close();
        QVERIFY(gone.count() > 0 || gone.wait());
    }

private Q_SLOTS:
    void closingLosesNoRun()
    {
        WindowFixture app;
        const QString path = writeMeasuredNet(app);
        app.composition.windows().openStart(); // keeps the program going
        MainWindow *window = app.open(path);
        QVERIFY(window != nullptr);
        run(*window);
        run(*window);
        QVERIFY(!window->session().document.isDirty());
        window->session().document.runs().rename(1, QStringLiteral("first"));
        close(window);

        window = app.open(path);
        QVERIFY(window != nullptr);
        RunList &runs = window->session().document.runs();
        QCOMPARE(runs.history().runs().size(), std::size_t{2});
        QCOMPARE(runs.history().runs().front().name, std::string("first"));
        QCOMPARE(runs.shown(), 2U);
        QVERIFY(window->session().document.profile() != nullptr);
        QVERIFY(!window->session().document.isDirty());
        runs.remove(1);
        runs.remove(2);
        close(window);

        window = app.open(path);
        QVERIFY(window != nullptr);
        QVERIFY(window->session().document.runs().history().empty());
        close(window);
    }
};

NERVURE_GUI_TEST(TstRunsKept)
#include "tst_runs_kept.moc"
