// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run_history.h"

#include "core/engine/diagnostic_json.h"
#include "core/engine/json_members.h"
#include "core/engine/profile_json.h"
#include "core/engine/report_json.h"

#include <algorithm>
#include <limits>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

constexpr int historyVersion = 1;

Diagnostic badHistory(const std::string &found)
{
    return makeError("run-history", "the kept runs cannot be read: {}", found);
}

std::size_t layerCount(const std::vector<KeptRun> &runs)
{
    std::size_t count = 0;
    for (const KeptRun &run : runs) {
        count += run.report->data.layers.size();
    }
    return count;
}

Json keptRunJson(const KeptRun &run)
{
    Json profile = profileJson(*run.report, {});
    profile["diagnostics"] = diagnosticsJson(run.report->diagnostics);
    return {{"number", run.number}, {"name", run.name}, {"profile", std::move(profile)}};
}

Result<KeptRun> runFrom(const Json &json)
{
    const Json &number = memberOf(json, "number");
    const bool isNumbered =
        number.is_number_unsigned() && number.get<std::uint64_t>() > 0
        && number.get<std::uint64_t>() < std::numeric_limits<std::uint32_t>::max();
    if (!isNumbered) {
        return badHistory("a run has no number, expected a positive whole one");
    }
    ASSIGN_OR_RETURN(ProfileReport report, profileFrom(memberOf(json, "profile"), {}));
    return KeptRun{number.get<std::uint32_t>(), textOf(json, "name"),
                   std::make_shared<const ProfileReport>(std::move(report))};
}

} // namespace

std::string titleOf(const ProfileReport &report)
{
    return deviceTitle(report.device) + ", " + report.pipeline + ", "
           + std::string(runModeName(report.mode));
}

std::string titleOf(const KeptRun &run)
{
    return run.name.empty() ? titleOf(*run.report) : run.name;
}

std::uint32_t RunHistory::add(std::shared_ptr<const ProfileReport> report, std::string name)
{
    m_runs.push_back({++m_last, std::move(name), std::move(report)});
    keepBounds();
    return m_last;
}

void RunHistory::keepBounds()
{
    while (m_runs.size() > 1 && (m_runs.size() > mostRuns || layerCount(m_runs) > mostLayers)) {
        const auto unnamed = std::find_if(m_runs.begin(), m_runs.end() - 1,
                                          [](const KeptRun &run) { return run.name.empty(); });
        m_runs.erase(unnamed == m_runs.end() - 1 ? m_runs.begin() : unnamed);
    }
}

bool RunHistory::rename(std::uint32_t number, std::string name)
{
    const auto it = std::find_if(m_runs.begin(), m_runs.end(),
                                 [number](const KeptRun &run) { return run.number == number; });
    if (it == m_runs.end()) {
        return false;
    }
    it->name = std::move(name);
    return true;
}

bool RunHistory::remove(std::uint32_t number)
{
    return std::erase_if(m_runs, [number](const KeptRun &run) { return run.number == number; }) > 0;
}

const KeptRun *RunHistory::find(std::uint32_t number) const
{
    const auto it = std::find_if(m_runs.begin(), m_runs.end(),
                                 [number](const KeptRun &run) { return run.number == number; });
    return it == m_runs.end() ? nullptr : &*it;
}

std::string runHistoryText(const RunHistory &history)
{
    if (history.empty()) {
        return {};
    }
    Json runs = Json::array();
    for (const KeptRun &run : history.runs()) {
        runs.push_back(keptRunJson(run));
    }
    const Json document{{"version", historyVersion}, {"runs", std::move(runs)}};
    return document.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<RunHistory> readRunHistory(std::string_view text)
{
    RunHistory history;
    if (text.empty()) {
        return history;
    }
    const Json document = Json::parse(text, nullptr, false);
    const Json &runs = memberOf(document, "runs");
    if (memberOf(document, "version") != Json(historyVersion) || !runs.is_array()) {
        return badHistory("found no runs of version 1, expected {version, runs}");
    }
    for (const Json &json : runs) {
        Result<KeptRun> run = runFrom(json);
        if (!run) {
            return badHistory(run.error().message);
        }
        if (history.find(run->number) != nullptr) {
            return badHistory("two runs have the number " + std::to_string(run->number));
        }
        history.m_last = std::max(history.m_last, run->number);
        history.m_runs.push_back(std::move(*run));
        history.keepBounds();
    }
    return history;
}

} // namespace nervure
