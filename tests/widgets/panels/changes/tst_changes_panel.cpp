// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"

#include <QLabel>
#include <QSignalSpy>

using namespace nervure;
using nervure::tests::PanelFixture;

/// What one sees of the pass that is shown, and where a click in it goes.
class TstChangesPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void anUntouchedModelOffersToCompile()
    {
        PanelFixture window;
        window.openNet();
        giveShape(window);
        QVERIFY(window.show("changes"));
        QVERIFY(!window.child<QTreeView>("changes-table")->isVisible());
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        QTest::mouseClick(window.child<QWidget>("empty-state-action"), Qt::LeftButton);
        QVERIFY(finished.wait());
        QTRY_VERIFY(window.child<QTreeView>("changes-table")->isVisible());
    }

    void itFollowsTheStepThatIsShown()
    {
        PanelFixture window;
        compile(window);
        auto *changes = window.child<QTreeView>("changes-table");
        QTRY_VERIFY(changes->model()->rowCount() > 0);
        QVERIFY(PanelFixture::findCell(changes, QStringLiteral("⊕ fused")).isValid());
        window.document.setShownStep(0);
        QTRY_COMPARE(changes->model()->rowCount(), 0);
        window.document.setShownStep(1);
        const auto *title = window.child<QLabel>("changes-title");
        QTRY_VERIFY(title->text().startsWith(window.document.passSteps().front().name));
    }

    void aChangeLeadsToItsNode()
    {
        PanelFixture window;
        compile(window);
        auto *changes = window.child<QTreeView>("changes-table");
        QTRY_VERIFY(changes->model()->rowCount() > 0);
        QVERIFY(PanelFixture::clickCell(changes, QStringLiteral("⊕ fused")));
        QVERIFY(window.document.stage().graph->contains(window.selection.current()));
    }

    void theSelectionSaysWhyAPassLeftItAlone()
    {
        PanelFixture window;
        compile(window);
        window.document.setShownStep(0);
        window.selection.select(window.node("conv0"));
        auto *trail = window.child<QTreeView>("changes-trail");
        QTRY_VERIFY(trail->isVisible());
        QVERIFY(PanelFixture::findCell(trail, QStringLiteral("left alone")).isValid());
    }

private:
    static void giveShape(PanelFixture &window)
    {
        InputFacts facts;
        facts.shapes["data"] = {1, 3, 8, 8};
        window.document.setInputFacts(facts);
    }

    static void compile(PanelFixture &window)
    {
        window.openNet();
        giveShape(window);
        QVERIFY(window.show("changes"));
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        window.passes.run({{"Compile", {}}});
        QVERIFY(finished.wait());
    }
};

NERVURE_GUI_TEST(TstChangesPanel)
#include "tst_changes_panel.moc"
