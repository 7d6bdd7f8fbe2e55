// SPDX-License-Identifier: Apache-2.0
#include "core/passes/memory/lightnet_pool.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstLightNetPool : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesTheHoleThatFitsBest()
    {
        LightNetPool pool(100, 1);
        QCOMPARE(pool.allocate(20), std::optional<std::int64_t>(1));
        QCOMPARE(pool.allocate(5), std::optional<std::int64_t>(21));
        QCOMPARE(pool.allocate(10), std::optional<std::int64_t>(26));
        QCOMPARE(pool.allocate(5), std::optional<std::int64_t>(36));
        pool.release(1);
        pool.release(26);
        QCOMPARE(pool.allocate(10), std::optional<std::int64_t>(26));
        QCOMPARE(pool.allocate(61), std::optional<std::int64_t>());
        QCOMPARE(pool.allocate(60), std::optional<std::int64_t>(41));
    }

    void whatIsGivenBackJoinsItsNeighbors()
    {
        LightNetPool pool(30, 1);
        for (const std::int64_t address : {1, 11, 21}) {
            QCOMPARE(pool.allocate(10), std::optional(address));
        }
        pool.release(1);
        pool.release(21);
        pool.release(11);
        QCOMPARE(pool.blocks(), (std::vector<LightNetPool::Block>{{1, 30, true}}));
    }

    void aGapBeforeAnAlignedAddressStaysAHole()
    {
        LightNetPool pool(100, 16);
        QCOMPARE(pool.allocate(3), std::optional<std::int64_t>(16));
        QCOMPARE(pool.blocks(),
                 (std::vector<LightNetPool::Block>{{1, 15, true}, {16, 3, false}, {19, 82, true}}));
    }
};

NERVURE_TEST(TstLightNetPool)
#include "tst_lightnet_pool.moc"
