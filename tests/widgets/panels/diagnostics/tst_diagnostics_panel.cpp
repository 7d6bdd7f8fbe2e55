// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/panels/panel_fixture.h"

#include <QLabel>
#include <QSignalSpy>

using namespace nervure;
using nervure::tests::PanelFixture;

class TstDiagnosticsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void errorsComeFirstAndAClickLeadsToTheNode()
    {
        PanelFixture window;
        window.document.setContent(
            {PanelFixture::net(),
             {},
             "nnvm",
             {},
             {makeWarning("unknown-key", "key 'x' means nothing", "data"),
              makeError("argument-count", "relu has 2 inputs, expected 1", "relu0")}});
        QVERIFY(window.show("diagnostics", {720, 240}));
        auto *view = window.child<QTreeView>("diagnostics-table");
        QCOMPARE(view->model()->index(0, 0).data().toString(), QStringLiteral("error"));
        QCOMPARE(view->model()->index(1, 0).data().toString(), QStringLiteral("warning"));
        QSignalSpy jumps(&window.selection, &Selection::jumpRequested);
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("relu has 2 inputs, expected 1")));
        QCOMPARE(window.selection.current(), window.node("relu0"));
        QCOMPARE(jumps.count(), 1);
        QCOMPARE(window.child<QLabel>("diagnostics-summary")->text(),
                 QStringLiteral("1 error(s) · 1 warning(s)"));
    }

    void anEditThatBreaksAnAttributeShowsAtOnce()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("diagnostics", {720, 240}));
        QVERIFY(window.document.removeAttribute(window.node("fc0"), "units").ok());
        auto *view = window.child<QTreeView>("diagnostics-table");
        QTRY_COMPARE(view->model()->rowCount(), 1);
        QVERIFY(view->model()->index(0, 2).data().toString().startsWith(QStringLiteral("fc0")));
        window.document.undoStack().undo();
        QTRY_COMPARE(view->model()->rowCount(), 0);
        QVERIFY(window.child<QLabel>("empty-state-sentence")->isVisible());
    }
};

QTEST_MAIN(TstDiagnosticsPanel)
#include "tst_diagnostics_panel.moc"
