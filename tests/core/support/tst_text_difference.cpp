// SPDX-License-Identifier: Apache-2.0
#include "core/support/text_difference.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <random>

using namespace nervure;

class TstTextDifference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalTextsHaveNone();
    void changesStandBetweenEqualLines();
    void farChangesAreShownApart();
    void textsWithoutALastLineEndSaySo();
    void anyTwoTextsLeadToEachOther();
    void largeDifferencesAreBlocks();
};

namespace {

/// `before` with what the runs say: must be the other text.
std::string rebuilt(const std::string &before, const std::string &after)
{
    const auto lines = [](const std::string &text) {
        std::vector<std::string> parts;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
            parts.push_back(text.substr(at, end - at));
            at = end;
        }
        return parts;
    };
    const auto oldLines = lines(before);
    const auto newLines = lines(after);
    std::string text;
    for (const LineRun &run : lineDifference(before, after)) {
        for (std::size_t i = 0; i < run.count && run.kind != LineRun::Kind::Removed; ++i) {
            const bool isNew = run.kind == LineRun::Kind::Added;
            text += isNew ? newLines.at(run.newLine + i) : oldLines.at(run.oldLine + i);
        }
    }
    return text;
}

} // namespace

void TstTextDifference::equalTextsHaveNone()
{
    QCOMPARE(unifiedDifference("a\nb\n", "a\nb\n", "o", "n"), std::string());
    QCOMPARE(lineDifference("", "").size(), std::size_t(0));
}

void TstTextDifference::changesStandBetweenEqualLines()
{
    QCOMPARE(unifiedDifference("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "o",
                               "n"),
             std::string("--- o\n+++ n\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"));
    QCOMPARE(unifiedDifference("", "a\n", "o", "n"),
             std::string("--- o\n+++ n\n@@ -0,0 +1 @@\n+a\n"));
    QCOMPARE(unifiedDifference("a\nb\n", "b\n", "o", "n"),
             std::string("--- o\n+++ n\n@@ -1,2 +1 @@\n-a\n b\n"));
}

void TstTextDifference::farChangesAreShownApart()
{
    std::string before;
    std::string after;
    for (int i = 0; i < 30; ++i) {
        before += std::to_string(i) + "\n";
        after += (i == 5 || i == 25 ? "x" : std::to_string(i)) + "\n";
    }
    const std::string text = unifiedDifference(before, after, "o", "n");
    QVERIFY2(text.find("@@ -3,7 +3,7 @@") != std::string::npos, text.c_str());
    QVERIFY2(text.find("@@ -23,7 +23,7 @@") != std::string::npos, text.c_str());
}

void TstTextDifference::textsWithoutALastLineEndSaySo()
{
    QCOMPARE(unifiedDifference("a", "a\n", "o", "n"),
             std::string("--- o\n+++ n\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"));
}

void TstTextDifference::anyTwoTextsLeadToEachOther()
{
    std::mt19937 random(7);
    for (int round = 0; round < 500; ++round) {
        std::string texts[2];
        for (std::string &text : texts) {
            for (unsigned lines = random() % 12; lines > 0; --lines) {
                text += std::string(1, char('a' + random() % 3)) + "\n";
            }
        }
        QCOMPARE(rebuilt(texts[0], texts[1]), texts[1]);
    }
}

void TstTextDifference::largeDifferencesAreBlocks()
{
    std::string before;
    std::string after;
    for (int i = 0; i < 20000; ++i) {
        before += "old" + std::to_string(i) + "\n";
        after += "new" + std::to_string(i) + "\n";
    }
    QCOMPARE(rebuilt("head\n" + before, "head\n" + after), "head\n" + after);
    QCOMPARE(lineDifference(before, after).size(), std::size_t(2));
}

NERVURE_TEST(TstTextDifference)
#include "tst_text_difference.moc"
