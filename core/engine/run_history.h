// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/execution_request.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A profile that is kept beside its model.
struct KeptRun {
    std::uint32_t number = 0; ///< from 1; never that of another run of the history
    std::string name;         ///< that somebody gave it; empty: none
    std::shared_ptr<const ProfileReport> report;
};

/// "fast cpu, device, serialised": what a run without a name is called.
[[nodiscard]] std::string titleOf(const ProfileReport &report);
/// The run's name, else its title.
[[nodiscard]] std::string titleOf(const KeptRun &run);

/// The profiles that were made of a model, in the order they were made. Bounded: where one is too many, the
/// oldest go first, those without a name before those with one.
class RunHistory {
public:
    static constexpr std::size_t mostRuns = 50;
    static constexpr std::size_t mostLayers = 100000; ///< of all runs together

    /// Keeps the report, and gives its number.
    std::uint32_t add(std::shared_ptr<const ProfileReport> report, std::string name = {});
    /// False where there is no such run.
    bool rename(std::uint32_t number, std::string name);
    bool remove(std::uint32_t number);
    /// Null where there is no such run.
    [[nodiscard]] const KeptRun *find(std::uint32_t number) const;
    [[nodiscard]] std::span<const KeptRun> runs() const { return m_runs; }
    [[nodiscard]] bool empty() const { return m_runs.empty(); }

private:
    friend Result<RunHistory> readRunHistory(std::string_view text);

    void keepBounds();

    std::vector<KeptRun> m_runs;
    std::uint32_t m_last = 0; ///< the number given last
};

/// The member of a project file that holds a history.
inline constexpr std::string_view runHistoryMember = "profiles/runs.json";

/// {version, runs [{number, name, profile: the document of `profile --json`}]}. Empty for an empty one.
[[nodiscard]] std::string runHistoryText(const RunHistory &history);
/// Reads that; nothing is in an empty text. Nodes are known by their names. Fails with "run-history".
[[nodiscard]] Result<RunHistory> readRunHistory(std::string_view text);

} // namespace nervure
