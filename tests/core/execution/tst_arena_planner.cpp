// SPDX-License-Identifier: Apache-2.0
#include "core/execution/arena_planner.h"

#include <QTest>

#include <random>

using namespace nervure;

class TstArenaPlanner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingNeedsNothing();
    void disjointLifetimesShareMemory();
    void overlappingLifetimesNeverShare();
};

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
    std::mt19937 random(7);
    std::vector<ArenaRequest> requests;
    for (int i = 0; i < 300; ++i) {
        const std::uint32_t first = random() % 100;
        requests.push_back({static_cast<std::int64_t>(random() % 5000), first,
                            first + static_cast<std::uint32_t>(random() % 20)});
    }
    const ArenaPlan plan = planArena(requests, 128);
    QVERIFY(plan.bytes >= plan.lowerBound);
    for (std::size_t a = 0; a < requests.size(); ++a) {
        QCOMPARE(plan.offsets[a] % 128, std::int64_t{0});
        QVERIFY(plan.offsets[a] + requests[a].bytes <= plan.bytes);
        for (std::size_t b = a + 1; b < requests.size(); ++b) {
            const bool meet =
                requests[a].first <= requests[b].last && requests[b].first <= requests[a].last;
            const bool share = plan.offsets[a] < plan.offsets[b] + requests[b].bytes
                               && plan.offsets[b] < plan.offsets[a] + requests[a].bytes;
            QVERIFY(!(meet && share));
        }
    }
}

QTEST_GUILESS_MAIN(TstArenaPlanner)
#include "tst_arena_planner.moc"
