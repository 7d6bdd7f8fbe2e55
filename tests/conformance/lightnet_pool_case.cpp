// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/lightnet_pool_case.h"

#include "core/passes/memory/lightnet_pool.h"
#include "tests/conformance/difference.h"

#include <nlohmann/json.hpp>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// The events as they are with our pool: ["a", bytes, address given] and ["f", address].
Json replayed(const Json &events, LightNetPool &pool)
{
    Json found = Json::array();
    for (Json event : events) {
        if (event.at(0) == "a") {
            event.at(2) = pool.allocate(event.at(1)).value_or(0);
        } else {
            pool.release(event.at(1));
        }
        found.push_back(std::move(event));
    }
    return found;
}

Json mapOf(const LightNetPool &pool)
{
    Json map = Json::array();
    for (const LightNetPool::Block &block : pool.blocks()) {
        map.push_back({block.address, block.bytes, block.isHole ? "H" : "S"});
    }
    return map;
}

} // namespace

void runLightNetPoolCase(const Json &record, FileReport &report)
{
    report.check("pool", [&] {
        LightNetPool pool(record.at("size"), record.at("align"));
        const Json events = replayed(record.at("events"), pool);
        const std::string difference = firstDifference(events, record.at("events"));
        return findingOf(difference.empty() ? firstDifference(mapOf(pool), record.at("map"))
                                            : difference);
    });
}

} // namespace nervure::conformance
