// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/memory_plan.h"

#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstMemoryPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thePeakIsWhatIsInUseAtOneTime()
    {
        // Storage 0 holds values one after the other, storage 1 one value beside the second of them.
        const MemoryPlanView plan =
            planOf(6, {{tenant(100, 0, 1), tenant(40, 2, 4)}, {tenant(30, 3, 5)}});
        QCOMPARE(peakBytes(plan), std::int64_t{100});
        const MemoryPlanView longer =
            planOf(6, {{tenant(100, 0, 1), tenant(40, 2, 4)}, {tenant(70, 1, 5)}});
        QCOMPARE(peakBytes(longer), std::int64_t{170});
    }

    void whatTookOverAStorageCountsOnce()
    {
        const MemoryPlanView plan = planOf(4, {{tenant(100, 0, 2), tenant(100, 2, 3)}});
        QCOMPARE(peakBytes(plan), std::int64_t{100});
    }

    void eachStepSaysWhatIsAlive()
    {
        const MemoryPlanView plan =
            planOf(6, {{tenant(100, 0, 1), tenant(40, 2, 4)}, {tenant(70, 1, 5)}});
        QCOMPARE(bytesInUse(plan), (std::vector<std::int64_t>{100, 170, 110, 110, 110, 70}));
        const auto alive = aliveAt(plan, 2);
        QCOMPARE(alive.size(), std::size_t{2});
        QCOMPARE(alive[0]->bytes, std::int64_t{70});
        QCOMPARE(alive[1]->bytes, std::int64_t{40});
    }

    void nothingPlannedIsNothingInUse() { QCOMPARE(peakBytes({}), std::int64_t{0}); }

private:
    static StorageTenant tenant(std::int64_t bytes, std::uint32_t first, std::uint32_t last)
    {
        StorageTenant one;
        one.bytes = bytes;
        one.firstStep = first;
        one.lastStep = last;
        return one;
    }
    static MemoryPlanView planOf(std::uint32_t steps,
                                 const std::vector<std::vector<StorageTenant>> &blocks)
    {
        MemoryPlanView plan;
        plan.stepCount = steps;
        for (const std::vector<StorageTenant> &tenants : blocks) {
            plan.blocks.push_back({static_cast<std::int64_t>(plan.blocks.size()), 0, tenants});
        }
        return plan;
    }
};

NERVURE_TEST(TstMemoryPlan)
#include "tst_memory_plan.moc"
