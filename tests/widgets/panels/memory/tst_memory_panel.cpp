// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/panels/panel_fixture.h"

#include "tests/support/test_class.h"
#include "widgets/models/storage_model.h"
#include "widgets/panels/memory/lifetime_chart.h"

#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QToolTip>

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
