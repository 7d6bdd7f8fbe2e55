// SPDX-License-Identifier: Apache-2.0
#include "core/support/visible_text.h"

#include "core/support/text.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstVisibleText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bytesThatAreNoTextAreNumbers()
    {
        QCOMPARE(visibleText("a\xff"
                             "b\xc3"),
                 std::string("a\\xffb\\xc3"));
        QCOMPARE(visibleText("é\xc2\x9b"
                             "2J\x1b"),
                 std::string("é\\xc2\\x9b2J\\x1b"));
        QCOMPARE(visibleText(""), std::string());
        QCOMPARE(quoted("a\xff"), std::string("'a\\xff'"));
    }

    /// Neither half of a long text begins or ends within a character.
    void longTextsAreCutBetweenCharacters()
    {
        std::string wide = "x";
        for (int i = 0; i < 60; ++i) {
            wide += "é";
        }
        for (const std::string &text : {wide, "x" + wide, "xx" + wide}) {
            const std::string shown = shortenedText(text);
            QVERIFY2(shown.find("\\x") == std::string::npos, shown.c_str());
            QVERIFY(shown.find("é…é") != std::string::npos);
        }
        const std::string damaged = shortenedText(std::string(1000, '\xbf'));
        QVERIFY(damaged.find("\\xbf…\\xbf") != std::string::npos);
        QVERIFY(damaged.size() < 400);
    }
};

NERVURE_TEST(TstVisibleText)
#include "tst_visible_text.moc"
