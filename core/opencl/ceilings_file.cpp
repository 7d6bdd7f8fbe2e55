// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/measure_ceilings.h"
#include "core/support/file.h"
#include "core/support/fingerprint.h"
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
                            {"enqueue_ms", &DeviceCeilings::enqueueMs}};

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
        const Json value = json.value(field.name, Json());
        if (!value.is_number() || !std::isfinite(value.get<double>()) || value.get<double>() < 0) {
            return std::nullopt;
        }
        ceilings.*field.value = value.get<double>();
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
    json["has_timer"] = ceilings.hasTimer;
    json["measured_at"] = ceilings.measuredAt;
    [[maybe_unused]] const Status written = writeFile(file, json.dump(1) + '\n');
}

} // namespace nervure::opencl
