// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/arithmetic.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace nervure;

namespace {

constexpr auto least = std::numeric_limits<std::int64_t>::min();
constexpr auto most = std::numeric_limits<std::int64_t>::max();
constexpr auto huge = std::numeric_limits<std::uint64_t>::max();

std::int64_t integer(const char *name, std::int64_t a, std::int64_t b)
{
    return findBinaryFunction(name)->integer(a, b);
}

std::uint64_t natural(const char *name, std::uint64_t a, std::uint64_t b)
{
    return findBinaryFunction(name)->natural(a, b);
}

} // namespace

class TstArithmetic : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void integersWrapAround()
    {
        QCOMPARE(integer("add", most, 1), least);
        QCOMPARE(integer("sub", least, 1), most);
        QCOMPARE(integer("mul", most, 2), std::int64_t{-2});
        QCOMPARE(findUnaryFunction("negative")->integer(least), least);
        QCOMPARE(findUnaryFunction("abs")->integer(-5), std::int64_t{5});
    }

    void divisionTruncatesAndNeverTraps()
    {
        QCOMPARE(integer("div", -7, 2), std::int64_t{-3});
        QCOMPARE(integer("mod", -7, 2), std::int64_t{-1});
        QCOMPARE(integer("div", 7, 0), std::int64_t{0});
        QCOMPARE(integer("mod", 7, 0), std::int64_t{0});
        QCOMPARE(integer("div", least, -1), least);
        QCOMPARE(integer("mod", least, -1), std::int64_t{0});
    }

    void powersOfIntegers()
    {
        QCOMPARE(integer("pow", -3, 3), std::int64_t{-27});
        QCOMPARE(integer("pow", 2, 0), std::int64_t{1});
        QCOMPARE(integer("pow", 2, -1), std::int64_t{0});
        QCOMPARE(integer("pow", -1, -3), std::int64_t{-1});
        QCOMPARE(natural("pow", 3, 4), std::uint64_t{81});
    }

    void unsignedNumbersBeyondTheSignedOnes()
    {
        QCOMPARE(natural("div", huge, 2), huge / 2);
        QCOMPARE(natural("mod", huge, 10), huge % 10);
        QCOMPARE(natural("max", huge, 1), huge);
        QCOMPARE(natural("greater", huge, 1), std::uint64_t{1});
        QCOMPARE(natural("right_shift", huge, 63), std::uint64_t{1});
        QCOMPARE(findUnaryFunction("relu")->natural(huge), huge);
        QCOMPARE(findUnaryFunction("abs")->natural(huge), huge);
    }

    void shiftsBeyondTheBitsGiveZero()
    {
        QCOMPARE(integer("left_shift", 1, 64), std::int64_t{0});
        QCOMPARE(integer("left_shift", 1, -1), std::int64_t{0});
        QCOMPARE(integer("right_shift", -8, 1), std::int64_t{-4});
    }

    void nanTakesTheRightOperand()
    {
        QVERIFY(std::isnan(findBinaryFunction("max")->number(1, NAN)));
        QCOMPARE(findBinaryFunction("max")->number(NAN, 1), 1.0);
        QCOMPARE(findUnaryFunction("relu")->number(NAN), 0.0);
    }

    void everyFunctionKnowsBothKindsOfIntegersOrNone()
    {
        for (const char *name : {"add", "div", "mod", "pow", "max", "equal", "left_shift"}) {
            const BinaryFunction *function = findBinaryFunction(name);
            QVERIFY(function && function->integer && function->natural);
        }
        QVERIFY(!findUnaryFunction("exp")->integer && !findUnaryFunction("exp")->natural);
        QVERIFY(!findUnaryFunction("add") && !findBinaryFunction("relu"));
    }
};

NERVURE_TEST(TstArithmetic)
#include "tst_arithmetic.moc"
