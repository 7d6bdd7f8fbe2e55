// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/panels/panel_fixture.h"

#include "tests/support/test_class.h"
#include "widgets/document/document_edits.h"
#include "widgets/models/history_model.h"

#include <QLabel>
#include <QSignalSpy>

using namespace nervure;
using nervure::tests::PanelFixture;

/// What one sees of the history, and where a click in it goes.
class TstHistoryPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void anUntouchedModelSaysWhatWillStandHere()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("history"));
        QVERIFY(!window.child<QTreeView>("history-table")->isVisible());
    }

    void everyEditStandsThereByName()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("history"));
        QVERIFY(performEdit(window.document, EditKind::Set,
                            {.nodes = {window.node("conv0")}, .key = "channels", .text = "16"})
                    .ok());
        QVERIFY(performEdit(window.document, EditKind::Rename,
                            {.nodes = {window.node("relu0")}, .text = "act"})
                    .ok());
        auto *view = window.child<QTreeView>("history-table");
        QTRY_COMPARE(view->model()->rowCount(), 3);
        QVERIFY(PanelFixture::findCell(view, QStringLiteral("Set channels of conv0: 8 → 16"))
                    .isValid());
        QVERIFY(PanelFixture::findCell(view, QStringLiteral("Rename relu0 to act")).isValid());
        QVERIFY(window.child<QLabel>("history-summary")->text().startsWith(u'2'));
    }

    void aClickGoesToAStateAndTellsOnce()
    {
        PanelFixture window;
        window.openNet();
        const Graph asOpened = window.document.graph();
        QVERIFY(window.show("history"));
        for (const char *channels : {"16", "32", "64"}) {
            QVERIFY(
                performEdit(window.document, EditKind::Set,
                            {.nodes = {window.node("conv0")}, .key = "channels", .text = channels})
                    .ok());
        }
        const Graph edited = window.document.graph();
        auto *view = window.child<QTreeView>("history-table");
        QTRY_COMPARE(view->model()->rowCount(), 4);
        QSignalSpy changes(&window.document, &GraphDocument::graphChanged);
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("As opened")));
        QVERIFY(window.document.graph() == asOpened);
        QCOMPARE(changes.count(), 1);
        QVERIFY(!window.document.isDirty());
        QTRY_COMPARE(view->currentIndex().row(), 0);
        QTest::keyClick(view, Qt::Key_End);
        QTest::keyClick(view, Qt::Key_Return);
        QVERIFY(window.document.graph() == edited);
        QVERIFY(window.document.isDirty());
    }

    void theSavedStateIsMarked()
    {
        PanelFixture window;
        DocumentContent content{PanelFixture::net(), {}, "nnvm", {}, {}};
        content.path = QStringLiteral("/nowhere/net.json");
        window.document.setContent(std::move(content));
        QVERIFY(window.show("history"));
        QVERIFY(performEdit(window.document, EditKind::Rename,
                            {.nodes = {window.node("relu0")}, .text = "act"})
                    .ok());
        window.document.markSaved();
        QVERIFY(performEdit(window.document, EditKind::Rename,
                            {.nodes = {window.node("act")}, .text = "act2"})
                    .ok());
        auto *view = window.child<QTreeView>("history-table");
        QTRY_COMPARE(view->model()->rowCount(), 3);
        const auto markOf = [view](int row) {
            return view->model()->index(row, HistoryModel::Mark).data().toString();
        };
        QCOMPARE(markOf(0), QString());
        QCOMPARE(markOf(1), QStringLiteral("saved"));
        QCOMPARE(markOf(2), QStringLiteral("now"));
    }
};

NERVURE_GUI_TEST(TstHistoryPanel)
#include "tst_history_panel.moc"
