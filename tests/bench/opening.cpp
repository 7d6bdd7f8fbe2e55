// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/opening.h"

#include "core/support/process.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

namespace nervure::tests {

std::optional<Opening> openOnce(const std::string &program, const std::string &file,
                                const std::string &home, bool isFolded)
{
    ProcessOptions options;
    options.argv = {program, "--new-process", file};
    options.environment = {{"HOME", home},
                           {"XDG_CACHE_HOME", home + "/cache"},
                           {"XDG_CONFIG_HOME", home + "/config"},
                           {"QT_QPA_PLATFORM", "offscreen"}};
    std::filesystem::remove_all(home); // no cache, no settings
    std::filesystem::create_directories(home + "/config/nervure");
    std::ofstream(home + "/config/nervure/nervure.ini")
        << "[view]\nopensFolded=" << (isFolded ? "true" : "false") << '\n';
    const auto start = std::chrono::steady_clock::now();
    Result<Process> process = Process::start(options);
    const WaitLimit limit{std::chrono::minutes(1)};
    if (!process || !process->readLine(limit)) {
        return std::nullopt;
    }
    Opening opening;
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - start;
    opening.ms = taken.count();
    const Result<std::string> line = process->readLine(limit);
    const auto report = nlohmann::json::parse(line ? *line : "{}", nullptr, false);
    opening.gap = report.value("gap_ms", -1.0);
    opening.busy = report.value("busy_ms", -1.0);
    opening.mib = report.value("peak_kib", -1.0) / 1024;
    opening.anonymousMib = report.value("anonymous_kib", -1.0) / 1024;
    return opening;
}

double medianOf(std::vector<Opening> openings, double Opening::*figure)
{
    std::sort(openings.begin(), openings.end(),
              [=](const Opening &a, const Opening &b) { return a.*figure < b.*figure; });
    return openings.empty() ? -1 : openings[openings.size() / 2].*figure;
}

} // namespace nervure::tests
