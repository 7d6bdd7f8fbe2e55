// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run_shelf.h"

#include "core/support/file.h"
#include "core/support/fingerprint.h"
#include "core/support/text.h"

#include <algorithm>
#include <system_error>
#include <vector>

namespace nervure {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view runsEnding = ".runs";

/// The runs as a file holds them, without the oldest where there are too many.
std::string boundedText(RunHistory &history)
{
    std::string text = runHistoryText(history);
    while (text.size() > RunShelf::mostFileBytes && history.runs().size() > 1) {
        const auto runs = history.runs();
        const auto unnamed = std::find_if(runs.begin(), runs.end() - 1,
                                          [](const KeptRun &run) { return run.name.empty(); });
        history.remove(unnamed == runs.end() - 1 ? runs.front().number : unnamed->number);
        text = runHistoryText(history);
    }
    return text;
}

struct Shelved {
    fs::path path;
    fs::file_time_type written;
    std::uintmax_t bytes = 0;
};

/// Those of the folder, the newest first.
std::vector<Shelved> shelvedIn(const fs::path &folder)
{
    std::vector<Shelved> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->path().extension() == runsEnding && it->is_regular_file(ignored)) {
            files.push_back({it->path(), it->last_write_time(ignored), it->file_size(ignored)});
        }
    }
    std::sort(files.begin(), files.end(),
              [](const Shelved &a, const Shelved &b) { return a.written > b.written; });
    return files;
}

} // namespace

std::filesystem::path RunShelf::placeOf(const std::string &modelFile) const
{
    return m_folder / (fingerprint(modelFile) + std::string(runsEnding));
}

Status RunShelf::keep(const std::string &modelFile, RunHistory history) const
{
    if (m_folder.empty()) {
        return {};
    }
    const fs::path place = placeOf(modelFile);
    std::error_code error;
    if (history.empty()) {
        fs::remove(place, error);
        return {};
    }
    fs::create_directories(m_folder, error);
    if (error) {
        return makeError("file-write", "cannot make the folder {}: {}", quoted(m_folder.string()),
                         error.message());
    }
    RETURN_IF_FAILED(writeFile(place, boundedText(history)));
    keepBounds(place);
    return {};
}

Result<RunHistory> RunShelf::find(const std::string &modelFile) const
{
    const fs::path place = placeOf(modelFile);
    std::error_code error;
    if (m_folder.empty() || !fs::exists(place, error)) {
        return RunHistory();
    }
    ASSIGN_OR_RETURN(const std::string text, readFile(place));
    return readRunHistory(text);
}

void RunShelf::keepBounds(const fs::path &newest) const
{
    std::uintmax_t bytes = 0;
    std::size_t count = 0;
    for (const Shelved &file : shelvedIn(m_folder)) {
        bytes += file.bytes;
        ++count;
        if ((bytes > mostBytes || count > mostFiles) && file.path != newest) {
            std::error_code ignored;
            fs::remove(file.path, ignored);
        }
    }
}

} // namespace nervure
