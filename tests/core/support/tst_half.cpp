// SPDX-License-Identifier: Apache-2.0
#include "core/support/half.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <bit>
#include <cmath>

using namespace nervure;

class TstHalf : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyHalfSurvivesTheWayThroughFloat()
    {
        for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
            const Half half = Half::fromBits(static_cast<std::uint16_t>(bits));
            const float value = half;
            if (std::isnan(value)) {
                QVERIFY((bits & 0x7c00) == 0x7c00 && (bits & 0x3ff) != 0);
                continue;
            }
            QCOMPARE(std::uint32_t{Half(value).bits()}, bits);
        }
    }

    void numbersAreRoundedToEven()
    {
        QCOMPARE(float{Half(2049)}, 2048.0F);
        QCOMPARE(float{Half(2051)}, 2052.0F);
        QCOMPARE(float{Half(0.1)}, 0.0999755859375F);
        QCOMPARE(float{Half(65519)}, 65504.0F);
        QVERIFY(std::isinf(float{Half(65520)}));
        QCOMPARE(Half(0x1p-25).bits(), std::uint16_t{0});
        QCOMPARE(Half(0x1.8p-25).bits(), std::uint16_t{1});
    }

    void floatsBecomeTheNearestOfBfloat16()
    {
        QCOMPARE(roundedToBfloat16(257.0F), 256.0F);
        QCOMPARE(roundedToBfloat16(259.0F), 260.0F);
        QCOMPARE(roundedToBfloat16(-0.1F), -0.10009765625F);
        QVERIFY(std::isinf(roundedToBfloat16(3.4e38F)));
        const float almostNumber = std::bit_cast<float>(0x7fffffffU);
        QVERIFY(std::isnan(roundedToBfloat16(almostNumber)));
    }

    void signsStay()
    {
        QVERIFY(std::signbit(float{Half(-0.0)}));
        QCOMPARE(float{Half(-1.5)}, -1.5F);
        QVERIFY(float{Half(-INFINITY)} < 0);
    }

    void arithmeticIsDoneInFloat()
    {
        const Half a(1.5);
        const Half b(0.25);
        QCOMPARE(a + b, 1.75F);
        QVERIFY(b < a);
        const Half sum = a + b;
        QCOMPARE(float{sum}, 1.75F);
    }

    void limits()
    {
        QCOMPARE(float{std::numeric_limits<Half>::max()}, 65504.0F);
        QCOMPARE(float{std::numeric_limits<Half>::lowest()}, -65504.0F);
    }
};

NERVURE_TEST(TstHalf)
#include "tst_half.moc"
