// SPDX-License-Identifier: Apache-2.0
#include "core/passes/lightnet_pool.h"

#include "core/support/file.h"
#include "tests/support/oracles.h"

#include <QTest>

#include <nlohmann/json.hpp>

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

    void whatIsGivenBackJoinsItsNeighbours()
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

    void followsTheRecordedTraces()
    {
        NERVURE_NEED_ORACLES();
        const auto file = nlohmann::json::parse(
            readFile(tests::oraclesFolder() / "lightnet" / "extra" / "mem_pool_traces.json")
                .value());
        QCOMPARE(file["cases"].size(), std::size_t{24});
        for (const auto &trace : file["cases"]) {
            LightNetPool pool(trace["size"], trace["align"]);
            for (const auto &event : trace["events"]) {
                if (event[0] == "a") {
                    const auto address = pool.allocate(event[1]);
                    QCOMPARE(address.value_or(0), event[2].get<std::int64_t>());
                } else {
                    pool.release(event[1]);
                }
            }
            nlohmann::json map = nlohmann::json::array();
            for (const LightNetPool::Block &block : pool.blocks()) {
                map.push_back({block.address, block.bytes, block.isHole ? "H" : "S"});
            }
            QCOMPARE(map.dump(), trace["map"].dump());
        }
    }
};

QTEST_APPLESS_MAIN(TstLightNetPool)
#include "tst_lightnet_pool.moc"
