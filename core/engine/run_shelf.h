// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/run_history.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace nervure {

/// The runs of models whose own files have no room for them, kept in a folder of the user's: whoever opens the file
/// again finds them. A project holds its runs itself.
///
/// Bounded: runs of one file that take more than `mostFileBytes` lose the oldest, those without a name first; where
/// all files together take more than `mostBytes` or are more than `mostFiles`, those that were written longest ago go.
class RunShelf {
public:
    static constexpr std::uintmax_t mostFileBytes = std::uintmax_t{16} << 20U;
    static constexpr std::uintmax_t mostBytes = std::uintmax_t{256} << 20U;
    static constexpr std::size_t mostFiles = 100;

    /// An empty folder keeps nothing.
    explicit RunShelf(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// Keeps these runs of the model in that file instead of those that were kept before. An empty history removes
    /// them. Fails with "file-write".
    [[nodiscard]] Status keep(const std::string &modelFile, RunHistory history) const;
    /// Empty where none are kept. Fails with "run-history" or "file-read" where they cannot be read.
    [[nodiscard]] Result<RunHistory> find(const std::string &modelFile) const;

    /// Where the runs of that model are.
    [[nodiscard]] std::filesystem::path placeOf(const std::string &modelFile) const;

private:
    void keepBounds(const std::filesystem::path &newest) const;

    std::filesystem::path m_folder;
};

} // namespace nervure
