// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/passes/target_traits.h"
#include "tests/support/cli.h"
#include "tests/support/test_class.h"
#include "tests/widgets/panels/run/run_panel_steps.h"
#include "widgets/panels/run/run_tables.h"

#include <QJsonArray>
#include <QTabBar>
#include <QTemporaryDir>

using namespace nervure;
using nervure::tests::PanelFixture;
using nervure::tests::s;

/// Which variants of kernels are fastest, asked of the worker and told by layers.
class TstRunTuning : public QObject, private nervure::tests::RunPanelSteps {
    Q_OBJECT

    static void clickTune(PanelFixture &window)
    {
        QTest::mouseClick(window.child<QPushButton>("run-choices"), Qt::LeftButton);
        auto *settings = window.child<RunSettings>("run-settings");
        QTRY_VERIFY(settings->isVisible());
        QTest::mouseClick(window.child<QPushButton>("run-tune"), Qt::LeftButton);
        QVERIFY(!settings->isVisible());
        QVERIFY(window.profiles.isRunning());
    }

    /// The cells of a column of the table, as they are sorted.
    static QStringList column(PanelFixture &window, int number)
    {
        QStringList texts;
        const auto *model = window.child<QTreeView>("run-tuning")->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            texts.append(plain(model->index(row, number).data().toString()));
        }
        return texts;
    }

    static int shownTab(PanelFixture &window)
    {
        return window.child<QTabBar>("run-tabs")->currentIndex();
    }

private Q_SLOTS:
    void eachLayerIsTold()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        const auto *tabs = window.child<QTabBar>("run-tabs");
        QVERIFY(!tabs->isTabVisible(RunTables::Tuning));
        clickTune(window);
        QTRY_COMPARE(shownTab(window), static_cast<int>(RunTables::Tuning));
        QCOMPARE(column(window, 0), QStringList({s("conv0"), s("fc0")}));
        QCOMPARE(column(window, 1), QStringList({s("conv2d_tile"), s("dense_units")}));
        QCOMPARE(column(window, 2), QStringList({s("2.00 ms"), s("8.00 ms")}));
        QCOMPARE(column(window, 3), QStringList({s("1.50 ms"), s("8.00 ms")}));
        QCOMPARE(column(window, 4), QStringList({s("25.0 %"), QString()}));
        QCOMPARE(column(window, 5), QStringList({s("4x4 instead of 8x2"), s("4 as before")}));
        const QModelIndex chosen = window.child<QTreeView>("run-tuning")->model()->index(0, 5);
        QCOMPARE(plain(chosen.data(Qt::ToolTipRole).toString()),
                 s("8x2 took 2.00 ms\n4x4 took 1.50 ms\n9x9 computes something else"));
        QVERIFY2(figures(window).contains(s("later runs on the device use what was chosen")),
                 qPrintable(figures(window)));
        QVERIFY(window.document.runs().history().empty()); // it is no run
    }

    void aRowLeadsToItsNode()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        clickTune(window);
        QTRY_VERIFY(window.profiles.tuning() != nullptr);
        QTRY_VERIFY(window.child<QTreeView>("run-tuning")->isVisible());
        QVERIFY(PanelFixture::clickCell(window.child<QTreeView>("run-tuning"), s("fc0")));
        QCOMPARE(window.selection.current(), window.node("fc0"));
    }

    void aRunStaysBesideIt()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        QVERIFY(run(window));
        const QString ofRun = figures(window);
        clickTune(window);
        QTRY_COMPARE(shownTab(window), static_cast<int>(RunTables::Tuning));
        QTRY_VERIFY(figures(window) != ofRun);
        QTest::mouseClick(window.child<QTabBar>("run-tabs"), Qt::LeftButton, {},
                          window.child<QTabBar>("run-tabs")->tabRect(RunTables::Layers).center());
        QCOMPARE(figures(window), ofRun);
        QCOMPARE(window.document.runs().history().runs().size(), std::size_t{1});
        window.openNet(); // another model
        QTRY_VERIFY(!window.child<QTabBar>("run-tabs")->isTabVisible(RunTables::Tuning));
    }

    void whatWasMeasuredUntilStopStays()
    {
        PanelFixture window;
        QVERIFY(open(window, "hang"));
        clickTune(window);
        QTRY_COMPARE(window.profiles.stage(), s("Trying variants"));
        QTest::mouseClick(window.child<QPushButton>("run-stop"), Qt::LeftButton);
        QTRY_COMPARE(shownTab(window), static_cast<int>(RunTables::Tuning));
        QVERIFY(window.profiles.failure().isEmpty());
        QCOMPARE(column(window, 5), QStringList({s("4x4 so far, not 8x2"), s("4 so far")}));
        QTRY_VERIFY(figures(window).contains(s("stopped")));
        QVERIFY(figures(window).contains(s("nothing is kept")));
    }

    /// Nothing but times differs.
    void theCommandLineTellsTheSame()
    {
        const QByteArray devices = tests::runCli({s("devices"), s("--json")}).out;
        NERVURE_NEED_OPENCL(devices.contains("\"0.0\""));
        const QTemporaryDir folder;
        qputenv("XDG_DATA_HOME", folder.path().toUtf8());
        PanelFixture window(QString::fromStdString(tests::program("nervure-cli").string()));
        window.openNet();
        InputFacts facts;
        facts.shapes["data"] = {1, 3, 6, 6};
        window.document.setInputFacts(facts);
        QVERIFY(window.show("run", {1000, 320}) != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(!window.profiles.deviceName().isEmpty(), 60000);
        ProfileOptions options = window.profiles.options();
        options.device = s("0.0");
        options.repeat = 1;
        window.profiles.setOptions(options);
        clickTune(window);
        QTRY_VERIFY_WITH_TIMEOUT(!window.profiles.isRunning(), 120000);
        QVERIFY2(window.profiles.failure().isEmpty(), qPrintable(window.profiles.failure()));
        const TuneReport &shown = *window.profiles.tuning();
        QVERIFY(QFile::exists(toQString(shown.file)));

        Diagnostics ignored;
        const auto text = window.builtins.formats.find("nnvm")->write(
            window.document.graph(), {window.builtins.ops, Semantics::Exact, {}}, ignored);
        const tests::CliResult told =
            tests::runCli({s("tune"), s("-"), s("--shape"), s("data=1,3,6,6"), s("--device"),
                           s("0.0"), s("--repeat"), s("1"), s("--json")},
                          QByteArray::fromStdString(text.value()));
        QVERIFY2(told.exitCode == 0, told.err.constData());
        const QJsonArray layers = told.json()[s("layers")].toArray();
        QCOMPARE(layers.size(), static_cast<qsizetype>(shown.layers.size()));
        QVERIFY(!layers.isEmpty());
        for (qsizetype i = 0; i < layers.size(); ++i) {
            const TunedLayer &layer = shown.layers[static_cast<std::size_t>(i)];
            const TunedChoice &choice = shown.choices[layer.choice];
            QCOMPARE(layers[i][s("layer")].toString(), toQString(layer.node));
            QCOMPARE(layers[i][s("key")].toString(), toQString(choice.key));
            const QJsonArray candidates = layers[i][s("candidates")].toArray();
            QCOMPARE(candidates.size(), static_cast<qsizetype>(choice.variants.size()));
            for (qsizetype k = 0; k < candidates.size(); ++k) {
                QCOMPARE(candidates[k][s("name")].toString(),
                         toQString(choice.variants[static_cast<std::size_t>(k)].name));
            }
        }
        QCOMPARE(told.json()[s("file")].toString(), toQString(shown.file));
        takesWhatWasChosen(window, shown.choices.size());
    }

private:
    /// The worker opened the device before it was tuned, and goes on with what came of it.
    static void takesWhatWasChosen(PanelFixture &window, std::size_t choices)
    {
        WorkerRequest request;
        request.command = "traits";
        request.execution.device = "0.0";
        QSignalSpy answered(&window.worker, &WorkerProcess::finished);
        QString traits;
        QObject::connect(
            &window.worker, &WorkerProcess::finished, &window.document,
            [&traits](quint64, const WorkerResult &result) { traits = toQString(result.traits); });
        window.worker.request(std::move(request));
        QVERIFY(answered.wait());
        const auto known = parseTraits(traits.toStdString());
        QVERIFY(known && known->tuning);
        QCOMPARE(known->tuning->winners.size(), choices);
    }
};

NERVURE_GUI_TEST(TstRunTuning)
#include "tst_run_tuning.moc"
