// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/open_model.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/document/document_edits.h"
#include "widgets/models/profile_model.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTimer>

#include <csignal>

using namespace nervure;
using nervure::tests::PanelFixture;

class TstRunPanel : public QObject {
    Q_OBJECT

private:
    static QString fakeWorker(const char *way)
    {
        const auto path = tests::sourceFolder() / "tests/widgets/jobs/fake_worker";
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
    /// Opens the menu of choices and clicks on one.
    static void choose(PanelFixture &window, const char *choice)
    {
        auto *button = window.child<QPushButton>("run-choices");
        QTimer::singleShot(0, button, [button, choice] {
            QMenu *menu = button->menu();
            auto *action = button->findChild<QAction *>(QString::fromLatin1(choice));
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        });
        QTest::mouseClick(button, Qt::LeftButton); // returns when the menu has closed
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
        const NodeTimes times = nodeTimes(*window.document.profile(), window.document.graph());
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
        const QString totals = window.child<QLabel>("run-totals")->text();
        for (const char *part :
             {"transfers 0.750", "unexplained 50", "432 GFLOP/s and 24.5 GB/s"}) {
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

    void howTheModelIsRunIsChosen()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        const auto *button = window.child<QPushButton>("run-choices");
        QCOMPARE(button->text(), QStringLiteral("Options"));
        QSignalSpy profiles(&window.document, &GraphDocument::profileChanged);
        const auto run = [&] {
            clickRun(window);
            return profiles.wait() && window.document.profile().has_value();
        };
        const auto *totals = window.child<QLabel>("run-totals");
        QVERIFY(run());
        QVERIFY(!totals->text().contains(QStringLiteral("one kernel a node")));
        QVERIFY(!totals->text().contains(QStringLiteral("in half")));
        for (const char *choice : {"run-unfused", "run-direct", "run-half"}) {
            choose(window, choice);
        }
        QCOMPARE(button->text(), QStringLiteral("Options (3)"));
        QVERIFY(run());
        QVERIFY(totals->text().contains(QStringLiteral("one kernel a node")));
        QVERIFY(totals->text().contains(QStringLiteral("in half")));
        QCOMPARE(window.document.profile()->layers.front().algorithm, QStringLiteral("direct"));
        choose(window, "run-unfused");
        QCOMPARE(button->text(), QStringLiteral("Options (2)"));
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
        QTRY_COMPARE(window.child<QLabel>("run-stage")->text(), QStringLiteral("Measuring, 50 %"));
        auto *stop = window.child<QPushButton>("run-stop");
        QVERIFY(stop->isVisible());
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY(!window.profiles.isRunning());
        QVERIFY(!stop->isVisible());
        QVERIFY(!window.document.profile());
    }

    void anEditForgetsTheTimes()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        QSignalSpy profiles(&window.document, &GraphDocument::profileChanged);
        clickRun(window);
        QVERIFY(profiles.wait());
        QVERIFY(performEdit(window.document, EditKind::Rename,
                            {.nodes = {window.node("fc0")}, .text = "last"})
                    .ok());
        QTRY_VERIFY(layers(window).isEmpty());
        QVERIFY(window.child<QLabel>("empty-state-sentence")->isVisible());
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
        QTRY_VERIFY(!layers(window).isEmpty());
    }
};

NERVURE_GUI_TEST(TstRunPanel)
#include "tst_run_panel.moc"
