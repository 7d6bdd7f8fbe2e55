// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/panels/panel_fixture.h"

#include "tests/core/proof/planted_faults.h"
#include "tests/support/test_class.h"
#include "widgets/models/storage_model.h"
#include "widgets/panels/memory/lifetime_chart.h"

#include <QApplication>
#include <QCheckBox>
#include <QHelpEvent>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>

using namespace nervure;
using nervure::tests::PanelFixture;

class TstMemoryPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void totalsTellWhatSharingSaves()
    {
        PanelFixture window;
        window.openNet();
        window.giveFacts();
        QVERIFY(window.show("memory", {900, 320}));
        // conv0 and relu0 share 2048 bytes, flatten0 takes 2048, fc0 40.
        const QString totals = window.child<QLabel>("memory-totals")->text();
        QVERIFY2(totals.contains(QString::fromUtf8("4.1\u00a0kB")), qPrintable(totals));
        QVERIFY2(totals.contains(QString::fromUtf8("6.2\u00a0kB")), qPrintable(totals));
        auto *view = window.child<QTreeView>("memory-table");
        QCOMPARE(view->model()->rowCount(), 3);
        const QModelIndex shared = PanelFixture::findCell(view, QStringLiteral("Storage 0"));
        QCOMPARE(view->model()->rowCount(shared), 2);
    }

    void aClickOnABarSelectsItsNode()
    {
        PanelFixture window;
        window.openNet();
        window.giveFacts();
        QVERIFY(window.show("memory", {900, 320}));
        auto *chart = window.child<LifetimeChart>("memory-chart");
        QSignalSpy jumps(&window.selection, &Selection::jumpRequested);
        const QRectF bar = chart->barOf(window.node("flatten0"));
        QVERIFY(bar.width() > 2);
        QTest::mouseClick(chart, Qt::LeftButton, {}, bar.center().toPoint());
        QCOMPARE(window.selection.current(), window.node("flatten0"));
        QCOMPARE(jumps.count(), 1);
        QTest::keyClick(chart, Qt::Key_Right);
        QCOMPARE(window.selection.current(), window.node("fc0"));
        auto *view = window.child<QTreeView>("memory-table");
        QCOMPARE(view->currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("fc0"));
    }

    void lifetimesFollowTheReaders()
    {
        PanelFixture window;
        window.openNet();
        window.giveFacts();
        const auto plan = memoryPlanView(*window.snapshot(), window.document.analyses());
        QVERIFY(plan.has_value());
        QCOMPARE(plan->plannedBytes, std::int64_t{4136});
        const StorageTenant &conv = plan->blocks[0].tenants[0];
        QCOMPARE(conv.name, std::string("conv0"));
        QCOMPARE(conv.lastStep, plan->blocks[0].tenants[1].firstStep);
        QCOMPARE(plan->blocks[2].tenants[0].lastStep, plan->stepCount - 1);
    }

    void plannersCanBeComparedAndChosen()
    {
        PanelFixture window;
        window.openNet();
        window.document.setInputFacts({.shapes = {{"data", {1, 3, 8, 8}}}, .dtypes = {}});
        window.giveFacts();
        QVERIFY(window.show("memory", {1100, 360}));
        auto *view = window.child<QTreeView>("memory-table");
        QVERIFY(view->isColumnHidden(StorageModel::Offset));
        QTRY_VERIFY(window.child<QToolButton>("planner-arena") != nullptr);
        auto *own = window.child<QToolButton>("planner-nnvm");
        QVERIFY(own->isChecked());
        QVERIFY2(own->text().contains(QString::fromUtf8("4.1\u00a0kB")), qPrintable(own->text()));
        QVERIFY(view->isColumnHidden(StorageModel::FirstPlanner + 1));
        QVERIFY(view->isColumnHidden(StorageModel::FirstPlanner));
        QVERIFY(!view->isColumnHidden(StorageModel::FirstPlanner + 2));

        QTest::mouseClick(window.child<QToolButton>("planner-arena"), Qt::LeftButton);
        QVERIFY(!view->isColumnHidden(StorageModel::Offset));
        QVERIFY(view->isColumnHidden(StorageModel::FirstPlanner + 2));
        QVERIFY(!view->isColumnHidden(StorageModel::FirstPlanner + 1));
        const QModelIndex cell = PanelFixture::findCell(view, QStringLiteral("relu0"));
        QVERIFY(cell.isValid());
        QCOMPARE(cell.siblingAtColumn(StorageModel::FirstPlanner + 1).data().toString(),
                 QStringLiteral("#0"));
        QVERIFY(!cell.siblingAtColumn(StorageModel::Offset).data().toString().isEmpty());
        // A bar of the arena's map can be clicked as well.
        auto *chart = window.child<LifetimeChart>("memory-chart");
        const QRectF bar = chart->barOf(window.node("flatten0"));
        QTest::mouseClick(chart, Qt::LeftButton, {}, bar.center().toPoint());
        QCOMPARE(window.selection.current(), window.node("flatten0"));
    }

    void theCurveSaysWhatIsInUse()
    {
        PanelFixture window;
        window.openNet();
        window.document.setInputFacts({.shapes = {{"data", {1, 3, 8, 8}}}, .dtypes = {}});
        window.passes.runUsual();
        QTRY_VERIFY(!window.passes.isRunning());
        QVERIFY(window.show("memory", {1100, 360}));
        auto *chart = window.child<LifetimeChart>("memory-chart");
        QTRY_VERIFY(chart->barOf(window.node("conv0")).isValid());
        const QRectF bar = chart->barOf(window.node("conv0"));
        const QPoint place(static_cast<int>(bar.left()) + 2, 40);
        QHelpEvent help(QEvent::ToolTip, place, chart->mapToGlobal(place));
        QApplication::sendEvent(chart, &help);
        QVERIFY2(QToolTip::text().contains(QStringLiteral("in use")), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QStringLiteral("conv0")), qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }

    void theStepBeforeIsShownBeside()
    {
        PanelFixture window;
        window.document.setContent(
            {nervure::tests::faultyNetwork(window.builtins.ops), {}, "nnvm", {}, {}});
        window.passes.run({{"PlanMemory", {}}, {"SimplifyInference", {}}});
        QTRY_VERIFY(!window.passes.isRunning());
        QVERIFY(window.show("memory", {1100, 360}));
        auto *besides = window.child<QCheckBox>("memory-besides");
        QTRY_VERIFY(besides->isVisible());
        QCOMPARE(besides->text(), QStringLiteral("&Beside PlanMemory"));
        auto *changes = window.child<QTreeView>("memory-changes");
        QVERIFY(!changes->isVisible());
        QTest::mouseClick(besides, Qt::LeftButton, {}, {8, besides->height() / 2});
        QTRY_VERIFY(changes->isVisible());
        QVERIFY(changes->model()->rowCount() > 0);
        auto *totals = window.child<QLabel>("memory-totals");
        QVERIFY2(totals->text().contains(QStringLiteral("at most at one time")),
                 qPrintable(totals->text()));
        // A storage leads to the largest value in it.
        const QModelIndex first = changes->model()->index(0, 0);
        QTest::mouseClick(changes->viewport(), Qt::LeftButton, {},
                          changes->visualRect(first).center());
        QCOMPARE(window.selection.current().value, first.data(NodeRole).toUInt());
        // The model as opened has no step before it.
        window.document.setShownStep(0);
        QTRY_VERIFY(!besides->isVisible() && !changes->isVisible());
    }

    void theChartIsZoomed()
    {
        PanelFixture window;
        window.openNet();
        window.document.setInputFacts({.shapes = {{"data", {1, 3, 8, 8}}}, .dtypes = {}});
        window.passes.runUsual();
        QTRY_VERIFY(!window.passes.isRunning());
        QVERIFY(window.show("memory", {1100, 360}));
        auto *chart = window.child<LifetimeChart>("memory-chart");
        QTRY_VERIFY(chart->barOf(window.node("conv0")).isValid());
        const int width = chart->width();
        const QRectF bar = chart->barOf(window.node("relu0"));
        chart->setFocus();
        for (int i = 0; i < 4; ++i) {
            QTest::keyClick(chart, Qt::Key_Plus);
        }
        QTRY_VERIFY(chart->width() > 2 * width);
        QVERIFY(chart->barOf(window.node("relu0")).width() > 2 * bar.width());
        QWheelEvent wheel({200, 40}, chart->mapToGlobal(QPointF(200, 40)), {}, {0, 120},
                          Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
        const double zoom = chart->zoom();
        QApplication::sendEvent(chart, &wheel);
        QVERIFY(chart->zoom() > zoom);
        QTest::keyClick(chart, Qt::Key_0);
        QCOMPARE(chart->zoom(), 1.0);
        QTRY_COMPARE(chart->width(), width);
    }

    void aPlanThatNoPlannerGivesIsOneMore()
    {
        PanelFixture window;
        window.openNet();
        window.document.setInputFacts({.shapes = {{"data", {1, 3, 8, 8}}}, .dtypes = {}});
        window.passes.run({{"PlanMemory", {{"planner", "arena"}, {"alignment", "4096"}}}});
        QTRY_VERIFY(!window.passes.isRunning());
        QVERIFY(window.show("memory", {1100, 360}));
        QTRY_VERIFY(window.child<QToolButton>("planner-own") != nullptr);
        QVERIFY(window.child<QToolButton>("planner-own")->isChecked());
        QVERIFY(!window.child<QToolButton>("planner-nnvm")->isChecked());
    }

    void aPlanOfNothingSaysWhy()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("memory", {900, 320}));
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        window.passes.runUsual();
        QVERIFY(finished.wait());
        const auto *words = window.child<QLabel>("empty-state-sentence");
        QTRY_VERIFY(words->text().contains(QStringLiteral("input data has no shape")));
        QVERIFY(words->isVisible());
    }

    void withoutAPlanItSaysWhatWouldFillIt()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("memory", {900, 320}));
        QVERIFY(window.child<QLabel>("empty-state-sentence")->isVisible());
        QVERIFY(!window.child<QTreeView>("memory-table")->isVisible());
    }
};

NERVURE_GUI_TEST(TstMemoryPanel)
#include "tst_memory_panel.moc"
