// SPDX-License-Identifier: Apache-2.0
#include "core/support/text.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace nervure;

class TstText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void replacesEach()
    {
        QCOMPARE(replaced("aXbXX", "X", "XY"), std::string("aXYbXYXY"));
        QCOMPARE(replaced("abc", "", "x"), std::string("abc"));
        QCOMPARE(replaced("'a' and 'a'", " 'a'", {}), std::string("'a' and"));
    }

    void splitKeepsEmptyParts()
    {
        QCOMPARE(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
        QCOMPARE(split("", ',').size(), std::size_t{1});
    }

    void trimTakesBlanksAway()
    {
        QCOMPARE(trim(" \t a b\r\n"), std::string_view("a b"));
        QCOMPARE(trim(" \n"), std::string_view());
    }

    void integersAreWholeTexts()
    {
        QCOMPARE(parseInteger("-12"), std::optional<std::int64_t>(-12));
        QCOMPARE(parseInteger("+7"), std::optional<std::int64_t>(7));
        QCOMPARE(parseInteger("9223372036854775807"),
                 std::optional(std::numeric_limits<std::int64_t>::max()));
        for (const char *bad : {"", "1.5", "1 ", "+-1", "9223372036854775808", "x"}) {
            QVERIFY2(!parseInteger(bad), bad);
        }
    }

    void numbersRoundTrip()
    {
        for (const double value : {0.1, 1e-5, -3.0, 1e300, 0.30000000000000004}) {
            QCOMPARE(parseNumber(formatNumber(value)), std::optional(value));
        }
        QCOMPARE(formatNumber(std::numeric_limits<double>::infinity()), std::string("inf"));
        QCOMPARE(formatNumber(std::nan("")), std::string("nan"));
        QVERIFY(!parseNumber("1e"));
    }

    void quotedShowsControlBytesAndShortensLongText()
    {
        QCOMPARE(quoted("a\nb"), std::string("'a\\x0ab'"));
        const std::string shown = quoted(std::string(1000, 'x'));
        QVERIFY(shown.size() < 100);
        QVERIFY(shown.find("…") != std::string::npos);
    }

    void nearestFindsTyposOnly()
    {
        const std::vector<std::string> names{"InferShape", "InferType", "PlanMemory"};
        QCOMPARE(nearest("infershap", names), std::optional<std::string>("InferShape"));
        QVERIFY(!nearest("xyz", names));
    }

    void multiplicationSaysWhenItOverflows()
    {
        QCOMPARE(checkedMultiply(1 << 20, 1 << 20), std::optional<std::int64_t>(1LL << 40));
        QVERIFY(!checkedMultiply(1LL << 40, 1LL << 40));
    }
};

NERVURE_TEST(TstText)
#include "tst_text.moc"
