// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/panels/panel_fixture.h"

#include "widgets/panels/memory/lifetime_chart.h"

#include <QLabel>
#include <QSignalSpy>

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
        const auto plan = memoryPlanView(*window.document.index(), window.document.analyses());
        QVERIFY(plan.has_value());
        QCOMPARE(plan->plannedBytes, std::int64_t{4136});
        const StorageTenant &conv = plan->blocks[0].tenants[0];
        QCOMPARE(conv.name, std::string("conv0"));
        QCOMPARE(conv.lastStep, plan->blocks[0].tenants[1].firstStep);
        QCOMPARE(plan->blocks[2].tenants[0].lastStep, plan->stepCount - 1);
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

QTEST_MAIN(TstMemoryPanel)
#include "tst_memory_panel.moc"
