// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_series.h"
#include "core/engine/report_json.h"
#include "core/graph/tensor_type.h"

#include <array>

namespace nervure {

namespace {

std::string numberOrNothing(std::uint64_t number)
{
    return number > 0 ? std::to_string(number) : std::string();
}

std::string inputsText(const ProfileReport &report)
{
    std::string text;
    for (const OriginInput &input : report.origin.inputs) {
        text += (text.empty() ? "" : ", ") + input.name + ' ' + std::string(dtypeName(input.type))
                + ' ' + shapeText(input.shape);
    }
    return text;
}

/// Options are only told with the model that they are of.
std::string whereTold(const ProfileReport &report, std::string text)
{
    return report.origin.model.empty() ? std::string() : std::move(text);
}

struct EnvironmentFact {
    const char *what;
    std::string (*of)(const ProfileReport &report);
};

constexpr std::size_t shownHash = 8;

constexpr std::array<EnvironmentFact, 18> environmentFacts{{
    {"model", [](const ProfileReport &report) { return report.origin.model.substr(0, shownHash); }},
    {"inputs", inputsText},
    {"device", [](const ProfileReport &report) { return deviceTitle(report.device); }},
    {"driver", [](const ProfileReport &report) { return report.device.version; }},
    {"driver version", [](const ProfileReport &report) { return report.device.driverVersion; }},
    {"pipeline", [](const ProfileReport &report) { return report.pipeline; }},
    {"mode", [](const ProfileReport &report) { return std::string(runModeName(report.mode)); }},
    {"algorithm",
     [](const ProfileReport &report) {
         return whereTold(report, report.origin.isDirectOnly ? "direct" : "auto");
     }},
    {"float16 computed in float16",
     [](const ProfileReport &report) {
         return whereTold(report, report.origin.computesInHalf ? "yes" : "no");
     }},
    {"fallback to the host",
     [](const ProfileReport &report) {
         return whereTold(report, report.origin.fallsBack ? "yes" : "no");
     }},
    {"semantics", [](const ProfileReport &report) { return report.origin.semantics; }},
    {"seed",
     [](const ProfileReport &report) {
         return whereTold(report, std::to_string(report.origin.seed));
     }},
    {"repeats", [](const ProfileReport &report) { return numberOrNothing(report.data.repeat); }},
    {"program", [](const ProfileReport &report) { return report.origin.version; }},
    {"host", [](const ProfileReport &report) { return report.origin.machine.host; }},
    {"system", [](const ProfileReport &report) { return report.origin.machine.system; }},
    {"processor", [](const ProfileReport &report) { return report.origin.machine.processor; }},
    {"processor threads",
     [](const ProfileReport &report) { return numberOrNothing(report.origin.machine.threads); }},
}};

} // namespace

std::vector<EnvironmentDifference> environmentDifferences(const ProfileReport &first,
                                                          const ProfileReport &second)
{
    std::vector<EnvironmentDifference> differences;
    for (const EnvironmentFact &fact : environmentFacts) {
        std::string one = fact.of(first);
        std::string other = fact.of(second);
        if (!one.empty() && !other.empty() && one != other) {
            differences.push_back({fact.what, std::move(one), std::move(other)});
        }
    }
    return differences;
}

} // namespace nervure
