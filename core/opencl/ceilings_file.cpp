// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/measure_ceilings.h"
#include "core/support/file.h"
#include "core/support/fingerprint.h"
#include "core/support/utc_time.h"
#include "kernels/ceilings.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace nervure::opencl {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uintmax_t maxFileBytes = 1 << 16;

/// The numbers of a file by their names.
struct Field {
    const char *name;
    double DeviceCeilings::*value;
};

constexpr Field fields[] = {{"copy_gbs", &DeviceCeilings::copyGbs},
                            {"multiply_add_gflops", &DeviceCeilings::multiplyAddGflops},
                            {"launch_ms", &DeviceCeilings::launchMs},
                            {"enqueue_ms", &DeviceCeilings::enqueueMs},
                            {"other_load", &DeviceCeilings::otherLoad}};

/// Old enough to be forgotten; and to be tried again when they were not sure, or when others worked.
constexpr std::int64_t outdatedSeconds = std::int64_t{30} * 24 * 3600;
constexpr std::int64_t unsureSeconds = 60;
constexpr std::int64_t busySeconds = 600;

std::optional<double> rateOf(const Json &json)
{
    const bool isRate =
        json.is_number() && std::isfinite(json.get<double>()) && json.get<double>() >= 0;
    return isRate ? std::optional(json.get<double>()) : std::nullopt;
}

/// A list of rates; false if it is none.
bool readRounds(const Json &json, MeasuredRate &rate)
{
    if (!json.is_array()) {
        return false;
    }
    for (const Json &item : json) {
        const auto round = rateOf(item);
        if (!round) {
            return false;
        }
        rate.add(*round);
    }
    return true;
}

/// [[bytes, read, write, copy]] by growing bytes; false if it is something else.
bool readLevels(const Json &json, std::vector<MemoryLevel> &levels)
{
    if (!json.is_array()) {
        return false;
    }
    for (const Json &item : json) {
        if (!item.is_array() || item.size() != 4 || !item[0].is_number_unsigned()) {
            return false;
        }
        const auto read = rateOf(item[1]);
        const auto write = rateOf(item[2]);
        const auto copy = rateOf(item[3]);
        const auto bytes = item[0].get<std::uint64_t>();
        const bool isNext = levels.empty() || bytes > levels.back().bytes;
        if (!read || !write || !copy || !isNext) {
            return false;
        }
        levels.push_back({bytes, *read, *write, *copy});
    }
    return true;
}

Json levelsJson(const std::vector<MemoryLevel> &levels)
{
    Json list = Json::array();
    for (const MemoryLevel &level : levels) {
        list.push_back({level.bytes, level.readGbs, level.writeGbs, level.copyGbs});
    }
    return list;
}

} // namespace

std::filesystem::path ceilingsFile(const std::filesystem::path &folder,
                                   const std::string &deviceKey)
{
    if (folder.empty()) {
        return {};
    }
    const std::string key = deviceKey + '\n' + std::string(kernels::ceilings);
    return folder / ("ceilings-" + fingerprint(key) + ".json");
}

std::optional<DeviceCeilings> readCeilings(const std::filesystem::path &file)
{
    std::error_code ignored;
    if (file.empty() || !std::filesystem::is_regular_file(file, ignored)) {
        return std::nullopt;
    }
    const Result<std::string> text = readFile(file, maxFileBytes);
    const Json json = text ? Json::parse(*text, nullptr, false) : Json();
    if (!json.is_object()) {
        return std::nullopt;
    }
    DeviceCeilings ceilings;
    for (const Field &field : fields) {
        const auto value = rateOf(json.value(field.name, Json()));
        if (!value) {
            return std::nullopt;
        }
        ceilings.*field.value = *value;
    }
    if (!readRounds(json.value("compute_rounds", Json()), ceilings.compute)
        || !readRounds(json.value("memory_rounds", Json()), ceilings.memory)
        || !readLevels(json.value("levels", Json()), ceilings.levels)) {
        return std::nullopt;
    }
    const Json time = json.value("measured_at", Json());
    const Json hasTimer = json.value("has_timer", Json());
    if (!time.is_string() || !hasTimer.is_boolean()) {
        return std::nullopt;
    }
    ceilings.measuredAt = time.get<std::string>();
    ceilings.hasTimer = hasTimer.get<bool>();
    return ceilings;
}

bool isOutdated(const DeviceCeilings &ceilings)
{
    const auto age = secondsSince(ceilings.measuredAt);
    return !age || *age < 0 || *age > outdatedSeconds;
}

bool isWorthAnother(const DeviceCeilings &ceilings)
{
    const std::int64_t age = secondsSince(ceilings.measuredAt).value_or(outdatedSeconds + 1);
    return isOutdated(ceilings) || (!ceilings.isTrusted() && age > unsureSeconds)
           || (ceilings.isOfBusyMachine() && age > busySeconds);
}

void writeCeilings(const std::filesystem::path &file, const DeviceCeilings &ceilings)
{
    std::error_code error;
    if (file.empty() || (std::filesystem::create_directories(file.parent_path(), error), error)) {
        return;
    }
    Json json = Json::object();
    for (const Field &field : fields) {
        json[field.name] = ceilings.*field.value;
    }
    json["compute_rounds"] = ceilings.compute.rounds;
    json["memory_rounds"] = ceilings.memory.rounds;
    json["levels"] = levelsJson(ceilings.levels);
    json["has_timer"] = ceilings.hasTimer;
    json["measured_at"] = ceilings.measuredAt;
    [[maybe_unused]] const Status written = writeFile(file, json.dump(1) + '\n');
}

} // namespace nervure::opencl
