// SPDX-License-Identifier: Apache-2.0
#include "app/cli/kept_runs.h"

#include "core/formats/project/project_file.h"
#include "core/support/file.h"

namespace nervure::cli {

Result<RunHistory> readKeptRuns(const std::string &file)
{
    const auto inFile = [&file](Diagnostic error) {
        error.where.file = file;
        return error;
    };
    ASSIGN_OR_RETURN(const std::string bytes, readFile(file));
    const Result<Project> project = readProject(bytes);
    if (!project) {
        return inFile(project.error());
    }
    const auto member = project->members.find(std::string(runHistoryMember));
    Result<RunHistory> history =
        readRunHistory(member == project->members.end() ? std::string() : member->second);
    return history ? std::move(history) : Result<RunHistory>(inFile(history.error()));
}

std::string keptNumbers(const RunHistory &history)
{
    std::string text;
    const auto runs = history.runs();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        text += (i == 0                ? ""
                 : i + 1 < runs.size() ? ", "
                                       : " or ")
                + std::to_string(runs[i].number);
    }
    return text.empty() ? "none: it keeps no runs" : text;
}

} // namespace nervure::cli
