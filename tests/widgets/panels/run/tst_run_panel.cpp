// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_import.h"
#include "core/execution/profile/node_times.h"
#include "core/formats/project/open_model.h"
#include "core/graph/indexed/graph_fingerprint.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"
#include "tests/widgets/panels/run/run_panel_steps.h"
#include "widgets/canvas/scene/heat_map.h"
#include "widgets/models/profile_model.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>

#include <csignal>

using namespace nervure;
using nervure::tests::PanelFixture;

class TstRunPanel : public QObject, private nervure::tests::RunPanelSteps {
    Q_OBJECT

private:
    /// All are called "same" but the variable.
    static NodeId addNode(Graph &graph, const char *op, std::initializer_list<NodeId> inputs)
    {
        Node node;
        node.op = op;
        node.name = inputs.size() == 0 ? "x" : "same";
        for (const NodeId input : inputs) {
            node.inputs.push_back({input, 0, 0});
        }
        return graph.add(std::move(node));
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void theButtonNamesTheDevice()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        QCOMPARE(window.child<QPushButton>("run-start")->text(), QStringLiteral("Run on PoCL"));
        auto *devices = window.child<QComboBox>("run-device");
        QCOMPARE(devices->count(), 3);
        QTest::keyClick(devices, Qt::Key_Down);
        QTRY_COMPARE(window.child<QPushButton>("run-start")->text(),
                     QStringLiteral("Run on Fast GPU"));
    }

    void withoutOpenclItSaysThatTheReferenceIsTaken()
    {
        PanelFixture window;
        QVERIFY(open(window, "bare"));
        QCOMPARE(window.child<QPushButton>("run-start")->text(),
                 QStringLiteral("Run on Reference"));
        auto *notice = window.child<QLabel>("run-notice");
        QTRY_VERIFY(notice->isVisible());
        QVERIFY(notice->text().contains(QStringLiteral("reference")));
        QVERIFY(notice->text().contains(QStringLiteral("the driver crashes")));
    }

    void withOpenclThereIsNothingToSay()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        QVERIFY(!window.child<QLabel>("run-notice")->isVisible());
    }

    void aRunDoesNotWidenThePanel()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        const QWidget *row = window.child<QPushButton>("run-start")->parentWidget();
        QVERIFY2(row->minimumSizeHint().width() < 560,
                 qPrintable(QString::number(row->minimumSizeHint().width())));
        QSignalSpy profiles(&window.document, &GraphDocument::profileChanged);
        clickRun(window);
        QVERIFY(window.child<QPushButton>("run-stop")->isVisible());
        QVERIFY2(row->minimumSizeHint().width() < 560,
                 qPrintable(QString::number(row->minimumSizeHint().width())));
        QVERIFY(profiles.wait());
    }

    void whatTheModelPrintsIsScrolledNotStretched()
    {
        PanelFixture window;
        QVERIFY(open(window, "print"));
        auto *printed = window.child<QPlainTextEdit>("run-printed");
        QVERIFY(!printed->isVisible());
        clickRun(window);
        QTRY_VERIFY(printed->isVisible());
        QVERIFY(printed->toPlainText().startsWith(QStringLiteral("word word ")));
        QVERIFY(printed->toPlainText().endsWith(QStringLiteral("\nlast line")));
        QVERIFY(printed->minimumSizeHint().width() < 560);
        QVERIFY(printed->horizontalScrollBar()->maximum() > 0);
        QTRY_COMPARE(printed->verticalScrollBar()->maximum(), 0);
    }

    void layersAreSortedByTimeAndAClickSelects()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        QSignalSpy profiles(&window.document, &GraphDocument::profileChanged);
        clickRun(window);
        QVERIFY(window.profiles.isRunning());
        QVERIFY(profiles.wait());
        QTRY_COMPARE(layers(window),
                     (QStringList{QStringLiteral("fc0"), QStringLiteral("conv0 +1")}));
        auto *view = window.child<QTreeView>("run-layers");
        auto *header = view->header();
        const int at = header->sectionViewportPosition(ProfileModel::Time) + 8;
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {at, header->height() / 2});
        QTRY_COMPARE(layers(window),
                     (QStringList{QStringLiteral("conv0 +1"), QStringLiteral("fc0")}));
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("fc0")));
        QCOMPARE(window.selection.current(), window.node("fc0"));
        QVERIFY(window.child<QLabel>("run-totals")->text().contains(QStringLiteral("cpu-x")));
        const NodeTimes times =
            timesOfNodes(window.document.profile()->data, window.document.graph());
        QCOMPARE(times.ms.at(window.node("conv0")), 2.0);
        QCOMPARE(times.owners.at(window.node("relu0")), window.node("conv0"));
    }

    void layersAreJudgedBesideTheDevice()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        QSignalSpy profiles(&window.document, &GraphDocument::profileChanged);
        clickRun(window);
        QVERIFY(profiles.wait());
        QTRY_COMPARE(layers(window).size(), 2);
        const auto *model = window.child<QTreeView>("run-layers")->model();
        const auto cell = [model](int row, int column, int role = Qt::DisplayRole) {
            return model->index(row, column).data(role).toString();
        };
        // fc0, the longer one, is above; of it nothing is known but its times.
        QCOMPARE(cell(1, ProfileModel::Bound), QStringLiteral("compute"));
        QCOMPARE(cell(0, ProfileModel::Bound), QString());
        QVERIFY(cell(1, ProfileModel::Roof).startsWith(QStringLiteral("71")));
        QCOMPARE(cell(0, ProfileModel::Roof), QString());
        QVERIFY(cell(1, ProfileModel::Spread).startsWith(QStringLiteral("10")));
        QCOMPARE(cell(0, ProfileModel::Spread), QString());
        QVERIFY(cell(1, ProfileModel::Time).startsWith(u'~'));
        QVERIFY(!cell(0, ProfileModel::Time).startsWith(u'~'));
        QVERIFY(
            cell(1, ProfileModel::Roof, Qt::ToolTipRole).contains(QStringLiteral("of the cache")));
        const QString totals = figures(window);
        for (const char *part :
             {"run: 12.0 ms", "transfers: 0.750", "unexplained: 50", "432 GFLOP/s and 24.5 GB/s"}) {
            QVERIFY2(totals.contains(QString::fromUtf8(part)), qPrintable(totals));
        }
    }

    void operatorsMayFallBackToTheHost()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        choose(window, "run-fallback");
        QVERIFY(window.profiles.options().fallsBack);
        QSignalSpy profiles(&window.document, &GraphDocument::profileChanged);
        clickRun(window);
        QVERIFY(!window.child<QPushButton>("run-choices")->isEnabled());
        QVERIFY(profiles.wait());
        QTRY_COMPARE(layers(window).size(), 2);
        const auto *model = window.child<QTreeView>("run-layers")->model();
        QVERIFY(model->index(0, ProfileModel::Op).data().toString().contains(u"on the host"));
        const auto *warnings = window.child<QLabel>("run-warnings");
        QVERIFY(warnings->isVisible());
        QCOMPARE(warnings->text(),
                 QStringLiteral("fc1: runs on the host: log\nfc2: runs on the host: log\n"
                                "fc3: runs on the host: log\n2 more"));
        QVERIFY(warnings->toolTip().endsWith(QStringLiteral("fc5: runs on the host: log\nline 2")));
        choose(window, "run-fallback");
        clickRun(window);
        QVERIFY(profiles.wait());
        QTRY_VERIFY(!warnings->isVisible());
    }

    void timeThatBelongsToNoNodeIsTold()
    {
        PanelFixture window;
        window.openNet();
        const char *events = R"([
            {"cat": "Node", "name": "relu0_kernel_time", "ph": "X", "ts": 0, "dur": 30,
             "args": {"op_name": "Relu", "provider": "CPUExecutionProvider"}},
            {"cat": "Node", "name": "reorder_kernel_time", "ph": "X", "ts": 30, "dur": 10,
             "args": {"op_name": "ReorderOutput", "provider": "CPUExecutionProvider"}}])";
        auto report = importProfile(events, window.document.graph());
        QVERIFY2(report, report ? "" : report.error().message.c_str());
        window.document.runs().add(std::make_shared<const ProfileReport>(std::move(*report)),
                                   window.document.modelState());
        QVERIFY(window.show("run", {900, 400}));
        const auto *warnings = window.child<QLabel>("run-warnings");
        QTRY_VERIFY(warnings->isVisible());
        QCOMPARE(warnings->text(), QStringLiteral("1 of 2 layers, 25.0 % of the time, belong to no "
                                                  "node of the model"));
    }

    void howTheModelIsRunIsChosen()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        const auto *button = window.child<QPushButton>("run-choices");
        QCOMPARE(button->text(), QStringLiteral("Settings"));
        QSignalSpy profiles(&window.document, &GraphDocument::profileChanged);
        const auto run = [&] {
            clickRun(window);
            return profiles.wait() && window.document.profile() != nullptr;
        };
        const auto *totals = window.child<QLabel>("run-totals");
        QVERIFY(run());
        QVERIFY(!totals->text().contains(QStringLiteral("one kernel per node")));
        QVERIFY(!totals->text().contains(QStringLiteral("in half")));
        for (const char *choice : {"run-unfused", "run-direct", "run-half"}) {
            choose(window, choice);
        }
        QCOMPARE(button->text(), QStringLiteral("Settings (3)"));
        QVERIFY(run());
        QVERIFY(totals->text().contains(QStringLiteral("one kernel per node")));
        QVERIFY(totals->text().contains(QStringLiteral("in half")));
        QCOMPARE(window.document.profile()->data.layers.front().kernels.front().algorithm,
                 std::string("direct"));
        choose(window, "run-unfused");
        QCOMPARE(button->text(), QStringLiteral("Settings (2)"));
        QVERIFY(!window.profiles.options().isUnfused);
    }

    void aWorkerThatDiesIsToldAndRunWorksAgain()
    {
        PanelFixture window;
        QVERIFY(open(window, "die"));
        QSignalSpy states(&window.profiles, &ProfileRunner::stateChanged);
        clickRun(window);
        QTRY_VERIFY(!window.profiles.isRunning());
        auto *failure = window.child<QLabel>("run-failure");
        QTRY_VERIFY(failure->isVisible());
        QVERIFY(!failure->text().isEmpty());
        QVERIFY(window.child<QPushButton>("run-start")->isVisible());
        window.worker.setCommand(fakeWorker("well"));
        window.profiles.findDevices();
        QTRY_VERIFY(!window.profiles.deviceName().isEmpty());
        QSignalSpy profiles(&window.document, &GraphDocument::profileChanged);
        clickRun(window);
        QVERIFY(profiles.wait());
        QTRY_COMPARE(layers(window).size(), 2);
        QVERIFY(!failure->isVisible());
    }

    void stopEndsTheRun()
    {
        PanelFixture window;
        QVERIFY(open(window, "hang"));
        clickRun(window);
        QTRY_COMPARE(plain(window.child<QLabel>("run-stage")->text()),
                     QStringLiteral("3 of 10 runs, 12.5 ms"));
        auto *stop = window.child<QPushButton>("run-stop");
        QVERIFY(stop->isVisible());
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY(!window.profiles.isRunning());
        QVERIFY(!stop->isVisible());
        QVERIFY(!window.document.profile());
    }

    void theMemoryOfTheWorkerIsBesideItsProgress()
    {
        PanelFixture window;
        QVERIFY(open(window, "slow"));
        clickRun(window);
        const auto *stage = window.child<QLabel>("run-stage");
        QTRY_VERIFY2(plain(stage->text()).endsWith(QStringLiteral(" · 1.0 kB")),
                     qPrintable(stage->text()));
        window.profiles.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!window.profiles.isRunning(), 20000);
    }

    void nodesOfOneNameHaveTheirOwnTimes()
    {
        PanelFixture window(QString::fromStdString(tests::program("nervure-cli").string()));
        // Not in the order in which the model is written for the worker.
        Graph graph;
        const NodeId last = addNode(graph, "softmax", {NodeId{1}});
        const NodeId middle = addNode(graph, "sigmoid", {NodeId{2}});
        const NodeId first = addNode(graph, "relu", {NodeId{3}});
        addNode(graph, "null", {});
        graph.setHeads({{last, 0, 0}});
        window.document.setContent({std::move(graph), {}, "nnvm", {}, {}});
        InputFacts facts;
        facts.shapes["x"] = {64, 64};
        window.document.setInputFacts(facts);
        ProfileOptions options;
        options.device = QStringLiteral("reference");
        options.isUnfused = true;
        window.profiles.setOptions(options);
        QVERIFY(window.show("run", {1000, 320}));
        QTRY_VERIFY_WITH_TIMEOUT(!window.worker.isBusy(), 30000);
        QSignalSpy profiles(&window.document, &GraphDocument::profileChanged);
        window.profiles.run();
        QVERIFY2(profiles.wait(60000), qPrintable(window.profiles.failure()));
        const auto &measured = window.document.profile()->data.layers;
        QCOMPARE(measured.size(), std::size_t{3});
        auto *view = window.child<QTreeView>("run-layers");
        QTRY_COMPARE(view->model()->rowCount(), 3);
        std::map<std::string, NodeId> rows;
        for (int row = 0; row < 3; ++row) {
            const QModelIndex op = view->model()->index(row, ProfileModel::Op);
            rows[op.data().toString().toStdString()] = NodeId{op.data(NodeRole).toUInt()};
        }
        QVERIFY(rows.at("relu") == first && rows.at("sigmoid") == middle
                && rows.at("softmax") == last);
        CanvasMarks marks;
        addTimeMarks(marks, window.document);
        double longest = 0;
        for (const LayerProfile &layer : measured) {
            longest = std::max(longest, layer.ms.median);
        }
        for (const LayerProfile &layer : measured) {
            QCOMPARE(*marks.find(rows.at(layer.op))->heat, layer.ms.median / longest);
        }
    }

    void aSampleRunsOnTheRealWorkerEvenAfterItWasKilled()
    {
        PanelFixture window(QString::fromStdString(tests::program("nervure-cli").string()));
        const auto path = tests::sourceFolder() / "resources/samples/mlp.json";
        auto model = openModel(path, window.builtins.formats, window.builtins.ops);
        QVERIFY(model.ok());
        window.document.setContent(
            {std::move(model->graph), std::move(model->text), model->format->name, {}, {}});
        QVERIFY(window.show("run", {1000, 320}));
        QTRY_VERIFY_WITH_TIMEOUT(!window.worker.isBusy(), 30000);
        NERVURE_NEED_OPENCL(window.worker.devices().size() > 1);
        const qint64 first = window.worker.processId();
        QCOMPARE(::kill(static_cast<pid_t>(first), SIGKILL), 0);
        QTRY_COMPARE(window.worker.processId(), qint64{0});
        QSignalSpy profiles(&window.document, &GraphDocument::profileChanged);
        clickRun(window);
        QVERIFY2(profiles.wait(60000), qPrintable(window.profiles.failure()));
        QVERIFY(window.worker.processId() != first);
        // The worker knows the model as the document does: a project tells by that which runs are of it.
        QCOMPARE(window.document.profile()->origin.model, graphFingerprint(*window.snapshot()));
        QTRY_VERIFY(!layers(window).isEmpty());
    }
};

NERVURE_GUI_TEST(TstRunPanel)
#include "tst_run_panel.moc"
