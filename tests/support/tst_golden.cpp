// SPDX-License-Identifier: Apache-2.0
#include "tests/support/golden.h"
#include "tests/support/test_class.h"

using namespace nervure::tests;

class TstGolden : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalTextsHaveNoDifference();
    void onlyTheLinesThatDifferAreShown();
    void missingLineEndIsNamed();
    void longDifferencesAreCut();
    void missingFileSaysHowToWriteIt();
};

void TstGolden::equalTextsHaveNoDifference()
{
    QVERIFY(describeDifference("a\nb\n", "a\nb\n").empty());
}

void TstGolden::onlyTheLinesThatDifferAreShown()
{
    QCOMPARE(describeDifference("a\nb\nc\n", "a\nx\ny\nc\n"),
             std::string("from line 2:\n- b\n+ x\n+ y\n"));
}

void TstGolden::missingLineEndIsNamed()
{
    QCOMPARE(describeDifference("a\n", "a"), std::string("from line 1:\n- a\n+ a (no line end)\n"));
}

void TstGolden::longDifferencesAreCut()
{
    std::string many;
    for (int i = 0; i < 25; ++i) {
        many += "x\n";
    }
    const std::string difference = describeDifference("", many);
    QVERIFY(difference.ends_with("+ ... 5 more lines\n"));
}

void TstGolden::missingFileSaysHowToWriteIt()
{
    const std::string difference = compareWithGolden("text", "support/never_written.txt");
    QVERIFY(difference.starts_with("no golden file tests/golden/support/never_written.txt"));
}

NERVURE_TEST(TstGolden)
#include "tst_golden.moc"
