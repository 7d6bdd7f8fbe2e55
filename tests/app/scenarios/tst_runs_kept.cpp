// SPDX-License-Identifier: Apache-2.0
#include "app/files/document_session.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "tests/widgets/panels/run/run_panel_steps.h"

using namespace nervure;
using namespace nervure::tests;

namespace {

const QByteArray keptNet = R"json({"nodes": [
    {"op": "null", "name": "data", "inputs": [], "attrs": {"__shape__": "(1, 3, 8, 8)"}},
    {"op": "null", "name": "conv0_weight", "inputs": []},
    {"op": "conv2d", "name": "conv0", "inputs": [[0, 0, 0], [1, 0, 0]],
     "attrs": {"channels": "8", "kernel_size": "(3, 3)", "use_bias": "False"}},
    {"op": "relu", "name": "relu0", "inputs": [[2, 0, 0]]},
    {"op": "flatten", "name": "flatten0", "inputs": [[3, 0, 0]]},
    {"op": "null", "name": "fc0_weight", "inputs": []},
    {"op": "dense", "name": "fc0", "inputs": [[4, 0, 0], [5, 0, 0]],
     "attrs": {"units": "10", "use_bias": "False"}}],
    "arg_nodes": [0, 1, 5], "heads": [[6, 0, 0]]})json";

} // namespace

/// A model file has no room for runs: they are there all the same when it is opened again.
class TstRunsKept : public QObject, private RunPanelSteps {
    Q_OBJECT

    static QString writeNet(const WindowFixture &app, const QByteArray &text)
    {
        const QString path = app.folder.filePath(QStringLiteral("net.json"));
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path
                                                                                  : QString();
    }

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
        const QString path = writeNet(app, keptNet);
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
