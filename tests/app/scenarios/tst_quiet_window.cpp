// SPDX-License-Identifier: Apache-2.0
#include "app/files/document_session.h"
#include "core/support/process_use.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "tests/widgets/panels/run/run_panel_steps.h"
#include "widgets/panels/panel.h"
#include "widgets/panels/panel_docks.h"

#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QTimer>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

/// A device that is measured may be the processor that the window runs on: meanwhile the window takes next to nothing
/// of it. Measured on this process, whose window it is.
class TstQuietWindow : public QObject, private RunPanelSteps {
    Q_OBJECT

    static constexpr double mostPart = 0.02; ///< of one core

    /// A large model on the canvas, the run panel shown.
    static MainWindow *openModel(WindowFixture &app)
    {
        app.composition.windows().openStart()->window()->resize(1400, 900);
        MainWindow *window = app.open(app.sample(QStringLiteral("resnet50.json")));
        if (window != nullptr) {
            window->activateWindow();
            QTest::keyClick(window, Qt::Key_F8);
        }
        return window;
    }

    /// The part of a core that this process takes while events are handled for a while.
    static double partTaken(int measuredMs)
    {
        QElapsedTimer time;
        time.start();
        const double before = ownUse().processorMs;
        // As the program waits: those of Qt Test look for events a hundred times a second.
        QEventLoop loop;
        QTimer::singleShot(measuredMs, &loop, &QEventLoop::quit);
        loop.exec();
        return (ownUse().processorMs - before) / static_cast<double>(time.elapsed());
    }

    /// The same of a window of that size with nothing but a line and a bar that change ten times a second: what
    /// Qt's painting takes on this machine.
    static double plainPart()
    {
        QWidget window;
        auto *row = new QHBoxLayout(&window);
        auto *line = new QLabel(&window);
        auto *bar = new QProgressBar(&window);
        row->addWidget(line);
        row->addWidget(bar);
        window.resize(1400, 900);
        window.show();
        QTimer timer;
        int tick = 0;
        connect(&timer, &QTimer::timeout, &window, [&] {
            line->setText(QStringLiteral("%1 of 100 runs").arg(++tick));
            bar->setValue(tick);
        });
        timer.start(100);
        static_cast<void>(partTaken(500));
        return partTaken(2000);
    }

    static void verifyQuiet(MainWindow &window)
    {
        static_cast<void>(partTaken(1000)); // what the start itself takes
        QVERIFY(window.session().profiles.isRunning());
        const double part = partTaken(3000);
        QVERIFY(window.session().profiles.isRunning());
        // Where painting is slow, the window still takes less than one that does nothing else.
        const double most = part < mostPart ? mostPart : std::max(mostPart, plainPart());
        QVERIFY2(part < most, qPrintable(QStringLiteral("%1 % of a core, expected less than %2 %")
                                             .arg(100 * part)
                                             .arg(100 * most)));
    }

private Q_SLOTS:
    void whilePreparing()
    {
        WindowFixture app;
        MainWindow *window = openModel(app);
        QVERIFY(window != nullptr);
        ProfileRunner &profiles = window->session().profiles;
        window->session().worker.setCommand(fakeWorker("prepare"));
        profiles.findDevices();
        QTRY_VERIFY(!profiles.deviceName().isEmpty());
        profiles.run();
        QTRY_COMPARE(profiles.stage(), QStringLiteral("Preparing kernels"));
        verifyQuiet(*window);
    }

    void whileRunsAreTimed()
    {
        WindowFixture app;
        MainWindow *window = openModel(app);
        QVERIFY(window != nullptr);
        ProfileRunner &profiles = window->session().profiles;
        window->session().worker.setCommand(fakeWorker("measure"));
        profiles.findDevices();
        QTRY_VERIFY(!profiles.deviceName().isEmpty());
        profiles.run();
        QTRY_VERIFY(profiles.liveRuns().has_value());
        verifyQuiet(*window);
    }

    void whileTwoAreTimedByTurns()
    {
        WindowFixture app;
        MainWindow *window = openModel(app);
        QVERIFY(window != nullptr);
        ProfileRunner &profiles = window->session().profiles;
        window->session().worker.setCommand(fakeWorker("measure"));
        profiles.findDevices();
        QTRY_VERIFY(!profiles.deviceName().isEmpty());
        profiles.measurePipeline(QStringLiteral("none"));
        QTRY_COMPARE(profiles.stage(), QStringLiteral("Measuring"));
        verifyQuiet(*window);
    }
};

NERVURE_GUI_TEST(TstQuietWindow)
#include "tst_quiet_window.moc"
