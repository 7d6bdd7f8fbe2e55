// SPDX-License-Identifier: Apache-2.0
#include "core/support/json/json_cursor.h"
#include "core/support/json/json_tree.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <random>
#include <vector>

using namespace nervure;

namespace {

/// What is in {"key": [[1, 2], …], …}, and the same from a tree.
std::string walkNumbers(JsonCursor &in)
{
    std::string seen;
    in.enterObject();
    for (std::string_view key; in.nextMember(key);) {
        seen += std::string(key) + ':';
        in.enterArray();
        while (in.nextElement()) {
            seen += '[';
            in.enterArray();
            while (in.nextElement()) {
                std::uint32_t number = 0;
                in.readNumber(number);
                seen += 'n' + std::to_string(number);
            }
        }
    }
    return seen;
}

std::string walkTree(const JsonValue &root)
{
    std::string seen;
    for (const JsonValue member : root) {
        seen += std::string(member.key()) + ':';
        for (const JsonValue list : member) {
            seen += '[';
            for (const JsonValue number : list) {
                seen += 'n' + number.text();
            }
        }
    }
    return seen;
}

} // namespace

class TstJsonCursor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatIsExpected()
    {
        JsonCursor in(" {\"a\" : [[1,2] , [ ]],\n\"b\":[],\"\":[[4294967295]]}\n");
        QCOMPARE(walkNumbers(in), std::string("a:[n1n2[b::[n4294967295"));
        QVERIFY(in.isAtEnd());
        QVERIFY(!in.hasFailed());
    }

    void decodesStrings()
    {
        JsonCursor in("[\"plain\", \"\", \"a\\\"b\\\\c\\n\\r\\td\", \"é€😀\", \"é\\né\"]");
        std::vector<std::string> seen;
        in.enterArray();
        for (std::string_view value; in.nextElement() && in.readString(value);) {
            seen.emplace_back(value);
        }
        QVERIFY(in.isAtEnd());
        QCOMPARE(seen, (std::vector<std::string>{"plain", "", "a\"b\\c\n\r\td", "é€😀", "é\né"}));
    }

    /// Plain characters are passed over many at a time.
    void specialBytesAreSeenWhereverTheyStand()
    {
        for (std::size_t length = 0; length < 20; ++length) {
            for (std::size_t at = 0; at <= length; ++at) {
                for (const char *special :
                     {"\\n", "\\\"", "é", "\x7F", "\x01", "\x1F", "\xFF", "\""}) {
                    std::string inside(length, '~');
                    inside.insert(at, special);
                    const std::string text = "[\"" + inside + "\"]";
                    JsonCursor in(text);
                    std::string_view value;
                    in.enterArray();
                    while (in.nextElement() && in.readString(value)) {
                    }
                    const auto tree = JsonTree::parse(text);
                    const bool isPlain =
                        std::string_view("\x01\x1F\xFF").find(*special) == std::string_view::npos;
                    QCOMPARE(in.isAtEnd(), tree.ok() && isPlain);
                    if (in.isAtEnd()) {
                        QCOMPARE(std::string(value), std::string((*tree->root().begin()).string()));
                    }
                }
            }
        }
    }

    void knownObjectsArePassedOver()
    {
        const std::string text = "[ {\"a\":\"1\"},{\"a\":\"}\"},7]";
        JsonCursor in(text);
        in.enterArray();
        QVERIFY(in.nextElement());
        const std::string_view first = in.upToBrace();
        QCOMPARE(first, std::string_view("{\"a\":\"1\"}"));
        QVERIFY(!in.isBehind(first));
        in.skip(first);
        QVERIFY(in.isBehind(first));
        QVERIFY(in.nextElement());
        const std::string_view cut = in.upToBrace();
        QCOMPARE(cut, std::string_view("{\"a\":\"}"));
        in.enterObject();
        for (std::string_view key, value; in.nextMember(key);) {
            in.readString(value);
        }
        QVERIFY(!in.isBehind(cut));
        QVERIFY(in.nextElement());
        QVERIFY(in.upToBrace().empty());
    }

    void givesUpOnStrings_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("unusual escape") << QByteArray(R"(["\u0041"])");
        QTest::newRow("wrong escape") << QByteArray(R"(["\x"])");
        QTest::newRow("escape at the end") << QByteArray("[\"a\\");
        QTest::newRow("control byte") << QByteArray("[\"a\x01\"]");
        QTest::newRow("control byte behind an escape") << QByteArray("[\"\\n\x01\"]");
        QTest::newRow("no UTF-8") << QByteArray("[\"\xFF\"]");
        QTest::newRow("half a character") << QByteArray("[\"\xC3");
        QTest::newRow("no end") << QByteArray("[\"abc");
        QTest::newRow("no string") << QByteArray("[1]");
        QTest::newRow("nothing") << QByteArray("");
    }
    void givesUpOnStrings()
    {
        QFETCH(QByteArray, text);
        JsonCursor in({text.constData(), static_cast<std::size_t>(text.size())});
        in.enterArray();
        std::string_view value;
        while (in.nextElement() && in.readString(value)) {
        }
        QVERIFY(in.hasFailed());
        QVERIFY(!in.isAtEnd());
    }

    void skipsIntegers()
    {
        JsonCursor in("[-1,0,12, -7 ]");
        in.enterArray();
        while (in.nextElement()) {
            QVERIFY(in.skipInteger());
        }
        QVERIFY(in.isAtEnd());
        for (const char *text : {"-", "- 1", "-01", "1.5", "1e3", "--1", "x"}) {
            JsonCursor wrong(text);
            QVERIFY2(!wrong.skipInteger() || !wrong.isAtEnd(), text);
        }
    }

    /// What the cursor reads to the end, the parser reads as well, and sees the same.
    void neverReadsWhatTheParserRefuses()
    {
        const std::string seed = R"({"a":[[1,2,30],[4]],"bc": [ ],"d":[[0],[]]})";
        constexpr std::string_view alphabet = "{}[]\",: \n0123456789-.eE\\a\x01";
        std::mt19937 random(3);
        int read = 0;
        for (int i = 0; i < 20000; ++i) {
            std::string text = seed;
            for (std::size_t change = random() % 3; change > 0; --change) {
                const std::size_t at = random() % text.size();
                if (random() % 2 == 0) {
                    text[at] = alphabet[random() % alphabet.size()];
                } else {
                    text.erase(at, 1 + random() % 2);
                }
            }
            JsonCursor in(text);
            const std::string seen = walkNumbers(in);
            if (in.isAtEnd()) {
                ++read;
                const auto tree = JsonTree::parse(text);
                QVERIFY2(tree && !tree->textAfter(), text.c_str());
                QCOMPARE(seen, walkTree(tree->root()));
            }
        }
        QVERIFY(read > 5000);
    }
};

NERVURE_TEST(TstJsonCursor)
#include "tst_json_cursor.moc"
