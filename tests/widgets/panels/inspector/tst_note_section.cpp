// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"

#include <QPlainTextEdit>

using namespace nervure;
using nervure::tests::PanelFixture;

/// Notes on nodes and on the model.
class TstNoteSection : public QObject {
    Q_OBJECT

private:
    /// The field that is shown: nodes and the model have one each.
    static QPlainTextEdit *field(const PanelFixture &window)
    {
        for (auto *text :
             window.panel->findChildren<QPlainTextEdit *>(QStringLiteral("inspector-note"))) {
            if (text->isVisible()) {
                return text;
            }
        }
        return nullptr;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void aNoteIsOneStep()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {480, 900}));
        const NodeId conv = window.node("conv0");
        window.selection.select(conv);
        QPlainTextEdit *text = field(window);
        QVERIFY(text != nullptr);
        QTest::keyClicks(text, QStringLiteral("Ask about the padding"));
        QCOMPARE(window.document.undoStack().count(), 0); // not a step for every letter
        QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(window.document.undoStack().count(), 1);
        QCOMPARE(window.document.graph().node(conv).note(),
                 std::string_view("Ask about the padding"));
        window.document.undoStack().undo();
        QVERIFY(window.document.graph().node(conv).note().empty());
        QTRY_VERIFY(text->toPlainText().isEmpty());
    }

    void choosingAnotherNodeKeepsWhatWasTyped()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {480, 900}));
        window.selection.select(window.node("conv0"));
        QTest::keyClicks(field(window), QStringLiteral("first"));
        window.selection.select(window.node("relu0"));
        QCOMPARE(window.document.graph().node(window.node("conv0")).note(),
                 std::string_view("first"));
        QVERIFY(window.document.graph().node(window.node("relu0")).note().empty());
        QVERIFY(field(window)->toPlainText().isEmpty());
    }

    void theModelHasANoteOfItsOwn()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {480, 900}));
        QPlainTextEdit *text = field(window);
        QVERIFY(text != nullptr);
        QTest::keyClicks(text, QStringLiteral("trained in May"));
        QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(window.document.graph().note(), std::string("trained in May"));
    }
};

NERVURE_GUI_TEST(TstNoteSection)
#include "tst_note_section.moc"
