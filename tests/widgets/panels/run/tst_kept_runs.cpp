// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/run/run_panel_steps.h"
#include "widgets/canvas/scene/heat_map.h"
#include "widgets/document/document_edits.h"
#include "widgets/models/run_comparison_model.h"
#include "widgets/panels/run/run_tables.h"

#include <QClipboard>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTabBar>
#include <QTextBlock>
#include <QTextLayout>
#include <QTreeWidget>

using namespace nervure;
using nervure::tests::PanelFixture;

/// Runs that are kept, their tables, and what is chosen for the next.
class TstKeptRuns : public QObject, private nervure::tests::RunPanelSteps {
    Q_OBJECT

    /// The layer alone, with other sizes of work-groups.
    static void tryGroups(PanelFixture &window)
    {
        auto *sizes = window.child<QTreeWidget>("kernel-sizes");
        auto *button = window.child<QPushButton>("kernel-try");
        QVERIFY(sizes->isHidden());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!button->isEnabled() && window.profiles.isRunning());
        QTRY_VERIFY(!sizes->isHidden());
        QVERIFY(button->isEnabled());
        QStringList rows;
        for (int i = 0; i < sizes->topLevelItemCount(); ++i) {
            const QTreeWidgetItem *row = sizes->topLevelItem(i);
            rows.append(plain(row->text(0) + u'|' + row->text(1) + u'|' + row->text(3) + u'|'
                              + row->text(4)));
        }
        QCOMPARE(rows, (QStringList{QStringLiteral("8 × 1 × 1|2.00 ms|1.00×|as planned"),
                                    QStringLiteral("as the driver likes|1.00 ms|0.50×|the fastest"),
                                    QStringLiteral("64 × 1 × 1|0.500 ms|0.25×|wrong results"),
                                    QStringLiteral("32 × 1 × 1|||CL_INVALID_WORK_GROUP_SIZE")}));
        QCOMPARE(sizes->currentItem(), sizes->topLevelItem(1));
        QCOMPARE(plain(window.child<QLabel>("kernel-state")->text()),
                 QStringLiteral("The layer alone takes 2.00 ms, the median of 5 run(s)."));
        window.worker.setCommand(fakeWorker("fail"));
        QTRY_VERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(window.child<QLabel>("kernel-state")->text(),
                     QStringLiteral("no layer runs it"));
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void anEditKeepsTheRunAndSaysOfWhatItIs()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        QVERIFY(run(window));
        QTRY_COMPARE(names(runs(window)), QStringList{QStringLiteral("cpu-x")});
        QVERIFY(performEdit(window.document, EditKind::Rename,
                            {.nodes = {window.node("fc0")}, .text = "last"})
                    .ok());
        QTRY_COMPARE(names(runs(window)), QStringList{QStringLiteral("cpu-x (earlier model)")});
        QCOMPARE(layers(window).size(), 2);
        QVERIFY(figures(window).contains(QStringLiteral("as it was then")));
        window.document.undoStack().undo();
        QTRY_COMPARE(names(runs(window)), QStringList{QStringLiteral("cpu-x")});
        window.document.setInputFacts({});
        QTRY_COMPARE(names(runs(window)), QStringList{QStringLiteral("cpu-x (earlier model)")});
    }

    void runsAreKeptShownRenamedAndDeleted()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        QVERIFY(run(window));
        QVERIFY(run(window, 7));
        QTreeView *list = runs(window);
        QTRY_COMPARE(list->model()->rowCount(), 2);
        QCOMPARE(window.document.profile()->data.layers[0].ms.median, 6.0);
        // The newest is above; a click on the other shows that.
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(1, 0)).center());
        QTRY_COMPARE(window.document.profile()->data.layers[0].ms.median, 2.0);
        QCOMPARE(window.document.runs().shown(), 1U);
        QTRY_COMPARE(list->currentIndex().row(), 1);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_F2);
        auto *editor = list->viewport()->findChild<QLineEdit *>();
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor, QStringLiteral("first"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(names(list), (QStringList{QStringLiteral("cpu-x"), QStringLiteral("first")}));
        QTest::keyClick(list, Qt::Key_Delete);
        QTRY_COMPARE(names(list), QStringList{QStringLiteral("cpu-x")});
        QCOMPARE(window.document.profile()->data.layers[0].ms.median, 6.0);
    }

    void theShownRunIsComparedWithAnother()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        QVERIFY(run(window));
        QVERIFY(run(window, 7));
        QTRY_COMPARE(runs(window)->model()->rowCount(), 2);
        chooseInMenu(runs(window), 1, "run-compare");
        QVERIFY(window.document.runs().comparison() != nullptr);
        auto *table = window.child<QTreeView>("run-comparison");
        QTRY_VERIFY(table->isVisible());
        const auto *tabs = window.child<QTabBar>("run-tabs");
        QTRY_VERIFY(tabs->tabRect(RunTables::Comparison).left()
                    >= tabs->tabRect(RunTables::Findings).right());
        QTRY_COMPARE(names(table), (QStringList{QStringLiteral("conv0"), QStringLiteral("fc0")}));
        const auto cell = [table](int row, int column) {
            return table->model()->index(row, column).data().toString();
        };
        QCOMPARE(cell(0, RunComparisonModel::Change), QStringLiteral("+200 %"));
        QCOMPARE(cell(0, RunComparisonModel::Verdict), QStringLiteral("slower"));
        QCOMPARE(cell(1, RunComparisonModel::Verdict), QStringLiteral("not known"));
        // The layers' geometric mean is that of 3 and 1.
        QTRY_VERIFY2(figures(window).contains(QStringLiteral("geometric mean: +73.2 %")),
                     qPrintable(figures(window)));
        QVERIFY(figures(window).contains(QStringLiteral("slower: 1")));
        CanvasMarks marks;
        addTimeChangeMarks(marks, window.document);
        QVERIFY(marks.scale && marks.scale->isDiverging);
        QCOMPARE(*marks.find(window.node("conv0"))->heat, 1.0);
        QCOMPARE(*marks.find(window.node("fc0"))->heat, 0.5);
        QCOMPARE(marks.find(window.node("conv0"))->badge, QStringLiteral("+200 %"));
        QVERIFY(PanelFixture::clickCell(table, QStringLiteral("conv0")));
        QCOMPARE(window.selection.current(), window.node("conv0"));
        chooseInMenu(runs(window), 1, "run-compare");
        QTRY_VERIFY(!table->isVisible());
    }

    void furtherRunsStandInTheComparison()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        for (const quint64 seed : {0, 0, 7}) {
            QVERIFY(run(window, seed));
        }
        QTRY_COMPARE(runs(window)->model()->rowCount(), 3);
        chooseInMenu(runs(window), 2, "run-compare");
        auto *table = window.child<QTreeView>("run-comparison");
        const int columns = table->model()->columnCount();
        chooseInMenu(runs(window), 1, "run-compare-too");
        QTRY_COMPARE(table->model()->columnCount(), columns + 2);
        QTRY_COMPARE(names(table), (QStringList{QStringLiteral("conv0"), QStringLiteral("fc0")}));
        // The first two take as long, the one that is shown three times as long.
        QCOMPARE(table->model()->index(0, RunComparisonModel::Change).data().toString(),
                 QStringLiteral("+200 %"));
        QCOMPARE(table->model()->index(0, columns + 1).data().toString(), QStringLiteral("0.0 %"));
        chooseInMenu(runs(window), 1, "run-compare-too");
        QTRY_COMPARE(table->model()->columnCount(), columns);
    }

    void layersAreSummedFilteredAndCopied()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        QVERIFY(run(window));
        QTRY_COMPARE(layers(window).size(), 2);
        auto *tabs = window.child<QTabBar>("run-tabs");
        QVERIFY(!tabs->isTabVisible(RunTables::Comparison));
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(RunTables::Operators).center());
        auto *operators = window.child<QTreeView>("run-operators");
        QTRY_VERIFY(operators->isVisible());
        QCOMPARE(names(operators),
                 (QStringList{QStringLiteral("dense"), QStringLiteral("conv2d")}));
        const auto *total = window.child<QLabel>("run-table-total");
        QVERIFY2(
            plain(total->text()).startsWith(QStringLiteral("All 2 layer(s) · 10.0 ms · 100.0 %")),
            qPrintable(total->text()));
        auto *filter = window.child<QLineEdit>("run-filter");
        QTest::keyClicks(filter, QStringLiteral("op:relu"));
        // relu0 runs in the layer of conv0.
        QTRY_COMPARE(names(operators), QStringList{QStringLiteral("conv2d")});
        QCOMPARE(layers(window), QStringList{QStringLiteral("conv0 +1")});
        QVERIFY(plain(total->text()).startsWith(QStringLiteral("1 of 2 layer(s) · 2.00 ms · 20")));
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(RunTables::Layers).center());
        chooseInMenu(window.child<QTreeView>("run-layers"), 0, "copy-csv");
        const QString csv = QGuiApplication::clipboard()->text();
        QVERIFY2(csv.startsWith(QStringLiteral("Layer,Operator,Time,±")), qPrintable(csv));
        QVERIFY2(csv.contains(QStringLiteral("\nconv0 +1,conv2d,")), qPrintable(csv));
        chooseInMenu(window.child<QTreeView>("run-layers"), 0, "copy-markdown");
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("| Layer |")));
        QTest::keyClick(filter, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(filter, QStringLiteral("op:"));
        QTRY_VERIFY(filter->property("isFaulty").toBool());
        QCOMPARE(layers(window).size(), 2);
    }

    void kernelsOfALayerAreShownWithTheirSource()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        QVERIFY(run(window));
        auto *table = window.child<QTreeView>("run-layers");
        QTRY_COMPARE(table->model()->rowCount(), 2);
        chooseInMenu(table, 1, "show-kernels"); // conv0
        auto *shown = window.child<QDialog>("kernel-window");
        QVERIFY(shown != nullptr);
        QTRY_VERIFY(shown->isVisible());
        QCOMPARE(shown->windowTitle(), QStringLiteral("Kernels of conv0"));
        QCOMPARE(
            plain(window.child<QLabel>("kernel-facts")->text()),
            QStringLiteral("64 in groups of 8 · direct · 2.0 kB of local memory · 256 B of private "
                           "memory for an item · at most 64 items in a group"));
        const auto *source = window.child<QPlainTextEdit>("kernel-source");
        QVERIFY(source->toPlainText().contains(QStringLiteral("void conv2d_direct(int n)")));
        QCOMPARE(source->textCursor().block().text(),
                 QStringLiteral("__kernel void conv2d_direct(int n) { }"));
        // Words of the language have a color of their own.
        QVERIFY(!source->document()->lastBlock().layout()->formats().isEmpty());
        const auto *log = window.child<QLabel>("kernel-log");
        QCOMPARE(log->text(), QStringLiteral("The compiler says: 1 warning"));
        tryGroups(window);
        // Of other runs nothing is known.
        QVERIFY(window.document.runs().kernelsOf(1).empty());
    }

    void inputsSeedAndWarmUpAreChosen()
    {
        PanelFixture window;
        QVERIFY(open(window, "well"));
        QTest::mouseClick(window.child<QPushButton>("run-choices"), Qt::LeftButton);
        auto *settings = window.child<RunSettings>("run-settings");
        QTRY_VERIFY(settings->isVisible());
        // Weights are no inputs.
        QVERIFY(window.child<QLineEdit>("run-input-conv0_weight") == nullptr);
        auto *value = window.child<QLineEdit>("run-input-data");
        QVERIFY(value != nullptr);
        QTest::keyClicks(value, QStringLiteral("0.5"));
        auto *seed = window.child<QLineEdit>("run-seed");
        seed->setFocus();
        QTest::keyClick(seed, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(seed, QStringLiteral("7"));
        QTest::keyClick(seed, Qt::Key_Return);
        auto *warmup = window.child<QSpinBox>("run-warmup");
        warmup->setFocus();
        QTest::keyClick(warmup, Qt::Key_Up);
        QTest::keyClick(settings, Qt::Key_Escape);
        const ProfileOptions &options = window.profiles.options();
        QCOMPARE(options.inputs.value(QStringLiteral("data")), QStringLiteral("0.5"));
        QCOMPARE(options.seed, quint64{7});
        QCOMPARE(options.warmup, 3);
        QCOMPARE(window.child<QPushButton>("run-choices")->text(), QStringLiteral("Settings (3)"));
        QSignalSpy profiles(&window.document, &GraphDocument::profileChanged);
        clickRun(window);
        QVERIFY(profiles.wait());
        QCOMPARE(window.document.profile()->data.layers[0].ms.median, 6.0); // of the seed 7
    }
};

NERVURE_GUI_TEST(TstKeptRuns)
#include "tst_kept_runs.moc"
