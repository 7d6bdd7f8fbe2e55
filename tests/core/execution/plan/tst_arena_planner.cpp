// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/arena_planner.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <random>

using namespace nervure;

class TstArenaPlanner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingNeedsNothing();
    void disjointLifetimesShareMemory();
    void overlappingLifetimesNeverShare();
    void theBoundIsReachedWhereOneOrderFails();
    void aGivenPlanIsNeverBeaten();
    void manyRequestsAreStillPlanned();
    void equalRequestsGiveEqualPlans();
};

namespace {

std::vector<ArenaRequest> randomRequests(unsigned seed, int count)
{
    std::mt19937 random(seed);
    std::vector<ArenaRequest> requests;
    for (int i = 0; i < count; ++i) {
        const std::uint32_t first = random() % 100;
        requests.push_back({static_cast<std::int64_t>(random() % 5000), first,
                            first + static_cast<std::uint32_t>(random() % 20)});
    }
    return requests;
}

/// Whether requests that live at the same step lie apart, aligned and inside.
bool isSound(const ArenaPlan &plan, const std::vector<ArenaRequest> &requests,
             std::int64_t alignment)
{
    for (std::size_t a = 0; a < requests.size(); ++a) {
        if (plan.offsets[a] % alignment != 0 || plan.offsets[a] < 0
            || plan.offsets[a] + requests[a].bytes > plan.bytes) {
            return false;
        }
        for (std::size_t b = a + 1; b < requests.size(); ++b) {
            const bool meet =
                requests[a].first <= requests[b].last && requests[b].first <= requests[a].last;
            const bool share = plan.offsets[a] < plan.offsets[b] + requests[b].bytes
                               && plan.offsets[b] < plan.offsets[a] + requests[a].bytes;
            if (meet && share) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

void TstArenaPlanner::nothingNeedsNothing()
{
    const ArenaPlan plan = planArena({}, 64);
    QCOMPARE(plan.bytes, std::int64_t{0});
    QCOMPARE(plan.lowerBound, std::int64_t{0});
}

void TstArenaPlanner::disjointLifetimesShareMemory()
{
    const std::vector<ArenaRequest> requests{{100, 0, 1}, {100, 2, 3}, {10, 1, 2}};
    const ArenaPlan plan = planArena(requests, 64);
    QCOMPARE(plan.offsets, (std::vector<std::int64_t>{0, 0, 128}));
    QCOMPARE(plan.bytes, std::int64_t{192});
    QCOMPARE(plan.lowerBound, std::int64_t{192});
}

void TstArenaPlanner::overlappingLifetimesNeverShare()
{
    const std::vector<ArenaRequest> requests = randomRequests(7, 300);
    const ArenaPlan plan = planArena(requests, 128);
    QVERIFY(plan.bytes >= plan.lowerBound);
    QVERIFY(isSound(plan, requests, 128));
}

void TstArenaPlanner::theBoundIsReachedWhereOneOrderFails()
{
    // Largest first and first come first both need 9.
    const std::vector<ArenaRequest> requests{{5, 1, 3}, {2, 3, 4}, {4, 4, 6}, {2, 4, 5}};
    const ArenaPlan plan = planArena(requests, 1);
    QVERIFY(isSound(plan, requests, 1));
    QCOMPARE(plan.lowerBound, std::int64_t{8});
    QCOMPARE(plan.bytes, std::int64_t{8});
}

void TstArenaPlanner::aGivenPlanIsNeverBeaten()
{
    // A block for each request.
    const std::vector<ArenaRequest> requests = randomRequests(3, 60);
    std::vector<std::int64_t> blocks(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
        blocks[i] = static_cast<std::int64_t>(i);
    }
    const ArenaPlan plan = planArena(requests, 64, blocks);
    QVERIFY(isSound(plan, requests, 64));
    QVERIFY(plan.bytes <= plan.blockBytes);

    const std::vector<ArenaRequest> two{{100, 0, 1}, {40, 2, 3}};
    const std::vector<std::int64_t> one{5, 5};
    QCOMPARE(planArena(two, 1, one).blockBytes, std::int64_t{100});
    QCOMPARE(planArena(two, 1, one).bytes, std::int64_t{100});
}

void TstArenaPlanner::manyRequestsAreStillPlanned()
{
    // All live at once, so that listing the conflicts would take 3·10⁹ pairs.
    std::vector<ArenaRequest> requests;
    for (std::uint32_t i = 0; i < 80'000; ++i) {
        requests.push_back({64, i, 100'000});
    }
    const ArenaPlan plan = planArena(requests, 64);
    QCOMPARE(plan.bytes, std::int64_t{64 * 80'000});
    QCOMPARE(plan.bytes, plan.lowerBound);
}

void TstArenaPlanner::equalRequestsGiveEqualPlans()
{
    const std::vector<ArenaRequest> requests = randomRequests(11, 200);
    QCOMPARE(planArena(requests, 64).offsets, planArena(requests, 64).offsets);
}

NERVURE_TEST(TstArenaPlanner)
#include "tst_arena_planner.moc"
