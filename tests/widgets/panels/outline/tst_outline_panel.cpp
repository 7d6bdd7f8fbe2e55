// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"

#include <QSignalSpy>
#include <QTabBar>

using namespace nervure;
using nervure::tests::PanelFixture;

class TstOutlinePanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void clickingANodeSelectsItAndJumpsThere()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("outline"));
        QSignalSpy jumps(&window.selection, &Selection::jumpRequested);
        auto *view = window.child<QTreeView>("outline-scopes");
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("relu0")));
        QCOMPARE(window.selection.current(), window.node("relu0"));
        QCOMPARE(jumps.count(), 1);
    }

    void namesFormScopesWithCounts()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("outline"));
        auto *view = window.child<QTreeView>("outline-scopes");
        const QModelIndex conv = PanelFixture::findCell(view, QStringLiteral("conv0"));
        QCOMPARE(view->model()->rowCount(conv), 2);
        QCOMPARE(conv.siblingAtColumn(2).data().toString(), QStringLiteral("3"));
        QCOMPARE(view->model()->index(0, 0, conv).data().toString(), QStringLiteral("weight"));
    }

    void aSelectionFromElsewhereIsShown()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("outline"));
        QSignalSpy jumps(&window.selection, &Selection::jumpRequested);
        window.selection.select(window.node("conv0_weight"));
        auto *view = window.child<QTreeView>("outline-scopes");
        QCOMPARE(view->currentIndex().data().toString(), QStringLiteral("weight"));
        QVERIFY(view->isExpanded(view->currentIndex().parent()));
        QCOMPARE(jumps.count(), 0);
    }

    void operatorsListTheirNodes()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("outline"));
        auto *tabs = window.child<QTabBar>("outline-tabs");
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        auto *view = window.child<QTreeView>("outline-operators");
        QTRY_VERIFY(view->isVisible());
        const QModelIndex variables = PanelFixture::findCell(view, QStringLiteral("variable"));
        QCOMPARE(view->model()->rowCount(variables), 5);
        view->expand(variables);
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("data")));
        QCOMPARE(window.selection.current(), window.node("data"));
    }

    void gettingTheFocusChoosesNothing()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("outline"));
        window.panel->takeFocus();
        QCoreApplication::processEvents();
        QVERIFY(window.selection.isEmpty());
    }

    void arrowKeysWalkThroughNodes()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("outline"));
        auto *view = window.child<QTreeView>("outline-scopes");
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("relu0")));
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(window.selection.current(), window.node("flatten0"));
    }

    void whatAPassMadeIsListed()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("outline"));
        auto *view = window.child<QTreeView>("outline-scopes");
        QVERIFY(PanelFixture::findCell(view, QStringLiteral("relu0")).isValid());
        Graph made = window.document.graph();
        made.edit(window.node("relu0")).name = "fused0";
        PassStep step;
        step.name = QStringLiteral("GraphFuse");
        step.changedGraph = true;
        step.graph = std::make_shared<const Graph>(std::move(made));
        window.document.setPassOutcome({window.document.revision(), {step}});
        QTRY_VERIFY(PanelFixture::findCell(view, QStringLiteral("fused0")).isValid());
        QVERIFY(!PanelFixture::findCell(view, QStringLiteral("relu0")).isValid());
        window.document.setShownStep(0);
        QTRY_VERIFY(PanelFixture::findCell(view, QStringLiteral("relu0")).isValid());
    }

    void anEmptyWindowOffersToOpen()
    {
        PanelFixture window;
        QVERIFY(window.show("outline"));
        QSignalSpy requests(window.panel.get(), &Panel::actionRequested);
        QTest::mouseClick(window.child<QWidget>("empty-state-action"), Qt::LeftButton);
        QCOMPARE(requests.count(), 1);
        QCOMPARE(requests.first().first().toString(), QStringLiteral("open"));
    }
};

NERVURE_GUI_TEST(TstOutlinePanel)
#include "tst_outline_panel.moc"
