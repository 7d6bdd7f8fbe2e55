// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compared_time_text.h"

#include "app/cli/table.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace nervure::cli {

namespace {

using Json = nlohmann::ordered_json;

/// Infinite effects and the like are null.
Json finite(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

} // namespace

std::string changeText(double ratio)
{
    const double part = 100 * (ratio - 1);
    return (part > 0 ? "+" : "") + fixed(part, 1) + " %";
}

std::string percentText(double part)
{
    return std::isfinite(part) ? fixed(100 * part, part < 0.1 ? 1 : 0) + " %" : std::string();
}

Json timeJson(const ComparedTime &time)
{
    const Json interval = time.interval ? Json({time.interval->low, time.interval->high}) : Json();
    return {{"first_ms", time.firstMs},
            {"second_ms", time.secondMs},
            {"change_ms", time.secondMs - time.firstMs},
            {"ratio", time.ratio},
            {"ratio_interval", interval},
            {"p", time.interval ? Json(time.p) : Json()},
            {"least_effect", finite(time.leastEffect)},
            {"verdict", changeName(time.change)}};
}

Json environmentJson(const std::vector<EnvironmentDifference> &differences)
{
    Json list = Json::array();
    for (const EnvironmentDifference &one : differences) {
        list.push_back({{"what", one.what}, {"first", one.first}, {"second", one.second}});
    }
    return list;
}

Json ruleJson(const ComparisonRule &rule, std::size_t processes, std::size_t things)
{
    return {{"correction", "Holm"},
            {"comparisons", things},
            {"level", rule.level},
            {"least_change", rule.leastChange},
            {"drift", processes > 1 ? Json("measured") : Json(assumedDrift)}};
}

std::string ruleText(std::size_t processes, std::size_t things, bool isByRounds)
{
    const std::string measured =
        processes > 1
            ? fmt::format("the fastest runs of {} {} of each, by turns", processes,
                          isByRounds ? "rounds" : "processes")
            : "one process of each, taken to drift apart by " + percentText(assumedDrift)
                  + " and more (models given by file are profiled by turns, which tells less than "
                    "that)";
    return fmt::format(
        "{}; Holm's correction for {} comparisons: equal models differ nowhere in 99 of 100 cases\n",
        measured, things);
}

JunitCase timeCase(std::string name, const ComparedTime &time, std::optional<double> failOver)
{
    JunitCase one{std::move(name)};
    const bool fails = failOver ? isSlowerBy(time, *failOver) : time.change != Change::Same;
    if (time.change == Change::Unknown) {
        one.skipped = "too few runs to tell anything";
    } else if (failOver && mayMiss(time, *failOver)) {
        one.skipped =
            fmt::format("inconclusive: the least change that would have been called one is "
                        "{}, asked for {}",
                        percentText(time.leastEffect), percentText(*failOver));
    } else if (fails) {
        one.failure =
            fmt::format("{}: {} ms, expected {} ms as before ({})", changeName(time.change),
                        fixed(time.secondMs, 3), fixed(time.firstMs, 3), changeText(time.ratio));
    }
    return one;
}

} // namespace nervure::cli
