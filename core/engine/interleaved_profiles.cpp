// SPDX-License-Identifier: Apache-2.0
#include "core/engine/interleaved_profiles.h"

#include "core/engine/driver_probe.h"
#include "core/support/process.h"

#include <nlohmann/json.hpp>

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;

/// The last error that the document of a failed process tells.
Diagnostic processFailure(const Json &document, const ExitStatus &status)
{
    Diagnostic failure = makeError("profile-process", "a process that profiles {}", status.text());
    const Json found = document.is_object() ? document.value("diagnostics", Json()) : Json();
    for (const Json &item : found.is_array() ? found : Json::array()) {
        if (item.is_object() && item.value("severity", "") == "error") {
            failure.code = item.value("code", failure.code);
            failure.message = item.value("message", failure.message);
            failure.where.file =
                item["file"].is_string() ? item["file"].get<std::string>() : std::string();
        }
    }
    return failure;
}

} // namespace

Result<Json> profileInProcess(const std::vector<std::string> &arguments, bool isProbed)
{
    ProcessOptions options;
    options.argv = {ownProgram, "profile"};
    options.argv.insert(options.argv.end(), arguments.begin(), arguments.end());
    options.argv.emplace_back("--json");
    if (isProbed) {
        options.environment = {{probedVariable, "1"}};
    }
    ASSIGN_OR_RETURN(const ProcessOutput output, runProcess(options));
    Json document = Json::parse(output.out, nullptr, false);
    if (!output.status.isSuccess() || !document.is_object()) {
        return processFailure(document, output.status);
    }
    return document;
}

Result<std::vector<std::vector<Json>>> profileInterleaved(
    const std::vector<std::vector<std::string>> &sides, std::size_t rounds)
{
    std::vector<std::vector<Json>> profiles(sides.size());
    bool isProbed = false;
    for (std::size_t round = 0; round <= rounds; ++round) {
        for (std::size_t turn = 0; turn < sides.size(); ++turn) {
            const std::size_t side = (round + turn) % sides.size();
            ASSIGN_OR_RETURN(Json document, profileInProcess(sides[side], isProbed));
            if (round > 0) {
                profiles[side].push_back(std::move(document));
            }
            isProbed = true;
        }
    }
    return profiles;
}

} // namespace nervure
