// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/text/text_change.h"

#include <QTest>

using namespace nervure;

class TstTextChange : public QObject {
    Q_OBJECT

private:
    using Kind = DifferenceLine::Kind;

    static QStringList textsOf(const TextChange &change)
    {
        QStringList texts;
        for (const DifferenceLine &line : change.lines) {
            texts.append(line.text);
        }
        return texts;
    }

private Q_SLOTS:
    void changesStandBetweenWhatIsSame();
    void equalTextsHaveNoLines();
    void longLinesAreCutAroundWhatDiffers();
    void largeDifferencesAreCut();
};

void TstTextChange::changesStandBetweenWhatIsSame()
{
    const TextChange change = textChange("a\nb\nc\n", "a\nB\nc\nd");
    QCOMPARE(textsOf(change),
             (QStringList{QStringLiteral("@@ -1,3 +1,4 @@"), QStringLiteral("  a"),
                          QStringLiteral("− b"), QStringLiteral("+ B"), QStringLiteral("  c"),
                          QStringLiteral("+ d"), QStringLiteral("\\ No newline at end of file")}));
    QCOMPARE(change.lines[2].kind, Kind::Removed);
    QCOMPARE(change.lines[3].kind, Kind::Added);
    QCOMPARE(change.removed, std::size_t(1));
    QCOMPARE(change.added, std::size_t(2));
    QVERIFY(!change.isCut);
}

void TstTextChange::equalTextsHaveNoLines()
{
    QVERIFY(textChange("a\n", "a\n").lines.empty());
    QVERIFY(textChange({}, {}).lines.empty());
}

void TstTextChange::longLinesAreCutAroundWhatDiffers()
{
    const std::string front(100000, 'x');
    const std::string back(100000, 'y');
    const TextChange change = textChange(front + "old" + back, front + "ne\xc3\xa9" + back);
    const QStringList texts = textsOf(change);
    QVERIFY2(texts.filter(QStringLiteral("xold")).size() == 1, qPrintable(texts.join(u'\n')));
    QVERIFY(texts.filter(QStringLiteral("xneé")).size() == 1);
    for (const QString &text : texts) {
        QVERIFY(text.size() < 500);
        QVERIFY(!text.contains(QChar::ReplacementCharacter));
    }
}

void TstTextChange::largeDifferencesAreCut()
{
    std::string before;
    std::string after;
    for (int i = 0; i < 30000; ++i) {
        before += "old " + std::to_string(i) + "\n";
        after += "new " + std::to_string(i) + "\n";
    }
    const TextChange change = textChange(before, after);
    QVERIFY(change.isCut);
    QCOMPARE(change.added, std::size_t(30000));
    QCOMPARE(change.removed, std::size_t(30000));
    QVERIFY(change.lines.size() <= 2000);
}

NERVURE_TEST(TstTextChange)
#include "tst_text_change.moc"
