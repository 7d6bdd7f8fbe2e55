// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/difference_dialog.h"

#include "tests/support/test_class.h"
#include "widgets/text/text_change.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QTextBlock>

using namespace nervure;

class TstDifferenceDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesAreTintedAndSigned_data();
    void linesAreTintedAndSigned();
    void theTextCanBeWalkedAndCopiedByKeys();
    void withoutAQuestionItOnlyCloses();
};

namespace {

const QString title = QStringLiteral("Save");

QPlainTextEdit *textOf(const DifferenceDialog &dialog)
{
    return dialog.findChild<QPlainTextEdit *>(QStringLiteral("difference-text"));
}

} // namespace

void TstDifferenceDialog::linesAreTintedAndSigned_data()
{
    QTest::addColumn<QColor>("ground");
    QTest::newRow("light") << QColor(Qt::white);
    QTest::newRow("dark") << QColor(0x26292E);
}

void TstDifferenceDialog::linesAreTintedAndSigned()
{
    QFETCH(QColor, ground);
    DifferenceDialog dialog({title, QStringLiteral("why"), QStringLiteral("Save")});
    QPalette palette;
    palette.setColor(QPalette::Window, ground);
    dialog.setPalette(palette);
    const auto *summary = dialog.findChild<QLabel *>(QStringLiteral("difference-summary"));
    QVERIFY(summary->text().contains(u'…'));
    dialog.setDifference(textChange("a\nb\n", "a\nc\n"));
    const QTextDocument &text = *textOf(dialog)->document();
    QCOMPARE(text.blockCount(), 4);
    QCOMPARE(text.findBlockByNumber(2).text(), QStringLiteral("− b"));
    const QColor removed = text.findBlockByNumber(2).blockFormat().background().color();
    const QColor added = text.findBlockByNumber(3).blockFormat().background().color();
    QVERIFY(removed.red() > removed.green() && added.green() > added.red());
    QCOMPARE(text.findBlockByNumber(1).blockFormat().background().style(), Qt::NoBrush);
    // A tint, on which the text can be read.
    QVERIFY(qAbs(removed.lightness() - ground.lightness()) < 60);
    QVERIFY(summary->text().contains(u'1'));
    dialog.setDifference({});
    QCOMPARE(textOf(dialog)->toPlainText(), QString());
    QCOMPARE(summary->text(), QStringLiteral("The texts are equal."));
}

void TstDifferenceDialog::theTextCanBeWalkedAndCopiedByKeys()
{
    DifferenceDialog dialog({title, QStringLiteral("why"), QStringLiteral("Save")});
    dialog.setDifference(textChange("a\n", "b\n"));
    dialog.show();
    QPlainTextEdit *text = textOf(dialog);
    text->setFocus();
    QTest::keyClick(text, Qt::Key_A, Qt::ControlModifier);
    QVERIFY(text->textCursor().selectedText().contains(QStringLiteral("− a")));
    QTest::keyClick(text, Qt::Key_X, Qt::ControlModifier);
    QVERIFY(text->toPlainText().contains(QStringLiteral("− a")));
    QTest::keyClick(text, Qt::Key_Tab);
    QVERIFY(!text->hasFocus());
    QTest::keyClick(&dialog, Qt::Key_Return);
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
}

void TstDifferenceDialog::withoutAQuestionItOnlyCloses()
{
    DifferenceDialog dialog({title, QStringLiteral("why"), {}});
    QCOMPARE(dialog.findChildren<QPushButton *>().size(), 1);
    dialog.setMessage(QStringLiteral("m.json: cannot read."));
    dialog.show();
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
}

NERVURE_GUI_TEST(TstDifferenceDialog)
#include "tst_difference_dialog.moc"
