// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/tuning_database.h"

#include "core/support/file.h"
#include "core/support/fingerprint.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;

constexpr int version = 1;
constexpr std::uintmax_t maxFileBytes = std::uintmax_t{64} << 20;

double timeOf(const Json &entry, const char *name)
{
    const Json value = entry.value(name, Json());
    const double ms = value.is_number() ? value.get<double>() : 0;
    return std::isfinite(ms) ? ms : 0;
}

} // namespace

std::filesystem::path tuningFile(const std::filesystem::path &folder, const std::string &deviceKey)
{
    return folder.empty() ? folder : folder / ("tuning-" + fingerprint(deviceKey) + ".json");
}

TuningWinners readTuning(const std::filesystem::path &file)
{
    TuningWinners winners;
    std::error_code ignored;
    if (file.empty() || !std::filesystem::is_regular_file(file, ignored)) {
        return winners;
    }
    const Result<std::string> text = readFile(file, maxFileBytes);
    const Json json = text ? Json::parse(*text, nullptr, false) : Json();
    if (!json.is_object() || json.value("version", Json()) != version) {
        return winners;
    }
    const Json entries = json.value("winners", Json());
    if (!entries.is_object()) {
        return winners;
    }
    for (const auto &[key, entry] : entries.items()) {
        const Json variant = entry.is_object() ? entry.value("variant", Json()) : Json();
        if (variant.is_string()) {
            winners[key] = {variant.get<std::string>(), timeOf(entry, "ms"),
                            timeOf(entry, "default_ms")};
        }
    }
    return winners;
}

Status addTuning(const std::filesystem::path &file, const TuningWinners &winners)
{
    if (file.empty()) {
        return makeError("file-write", "there is no folder for the user's data, expected "
                                       "XDG_DATA_HOME or HOME");
    }
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (error) {
        return makeError("file-write", "cannot make the folder {}: {}", file.parent_path().string(),
                         error.message());
    }
    TuningWinners all = readTuning(file);
    for (const auto &[key, winner] : winners) {
        all[key] = winner;
    }
    Json entries = Json::object();
    for (const auto &[key, winner] : all) {
        entries[key] = {
            {"variant", winner.variant}, {"ms", winner.ms}, {"default_ms", winner.defaultMs}};
    }
    const Json json{{"version", version}, {"winners", std::move(entries)}};
    return writeFile(file, json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n');
}

std::shared_ptr<const KernelTuning> kernelTuning(const TuningWinners &winners)
{
    auto tuning = std::make_shared<KernelTuning>();
    for (const auto &[key, winner] : winners) {
        tuning->winners[key] = winner.variant;
    }
    return tuning;
}

} // namespace nervure
