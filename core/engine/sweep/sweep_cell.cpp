// SPDX-License-Identifier: Apache-2.0
#include "core/engine/sweep/sweep_cell.h"

#include "core/engine/interleaved_profiles.h"
#include "core/engine/json_members.h"
#include "core/support/file.h"
#include "core/support/fingerprint.h"

#include <algorithm>

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;

/// What a cell's result is of.
Json identityOf(const SweepCell &cell)
{
    return {{"model", cell.model},
            {"device", cell.device},
            {"options", cell.options},
            {"arguments", cell.arguments},
            {"checksum", fileChecksum(cell.file)}};
}

/// What people call it may change; what was run may not.
bool isOfSameRun(const Json &known, const Json &cell)
{
    return memberOf(known, "arguments") == cell["arguments"]
           && memberOf(known, "checksum") == cell["checksum"];
}

} // namespace

std::optional<Json> finishedCell(const SweepCell &cell)
{
    const Result<std::string> text = readFile(cell.result);
    Json document = text ? Json::parse(*text, nullptr, false) : Json();
    const bool isFinished = memberOf(document, "layers").is_array()
                            && isOfSameRun(memberOf(document, "cell"), identityOf(cell));
    return isFinished ? std::optional(std::move(document)) : std::nullopt;
}

Result<Json> runCell(const SweepCell &cell)
{
    std::error_code error;
    std::filesystem::create_directories(cell.result.parent_path(), error);
    if (error) {
        return makeError("file-write", "cannot make the folder {}: {}",
                         cell.result.parent_path().string(), error.message());
    }
    std::vector<std::string> arguments{cell.file.string()};
    arguments.insert(arguments.end(), cell.arguments.begin(), cell.arguments.end());
    ASSIGN_OR_RETURN(Json document, profileInProcess(arguments, false));
    document["cell"] = identityOf(cell);
    const std::string text = document.dump(1, ' ', false, Json::error_handler_t::replace);
    RETURN_IF_FAILED(writeFile(cell.result, text + '\n'));
    return document;
}

std::string shellLine(const std::vector<std::string> &words)
{
    std::string line;
    for (const std::string &word : words) {
        const bool isPlain =
            !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
                return std::isalnum(c) != 0
                       || std::string_view("_-./=:,+@%").find(static_cast<char>(c))
                              != std::string_view::npos;
            });
        std::string quoted = "'";
        for (const char c : word) {
            quoted += c == '\'' ? "'\\''" : std::string(1, c);
        }
        line += (line.empty() ? "" : " ") + (isPlain ? word : quoted + "'");
    }
    return line;
}

} // namespace nervure
