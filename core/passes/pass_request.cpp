// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pass_request.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

Diagnostic badPipeline(const std::string &message)
{
    return makeError("pipeline-syntax", message);
}

/// Splits at the commas that stand outside braces.
Result<std::vector<std::string_view>> splitPasses(std::string_view text)
{
    std::vector<std::string_view> parts;
    std::size_t start = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (depth < 0 || depth > 1 || (i == text.size() && depth != 0)) {
            return badPipeline("the braces in " + quoted(text) + " do not match");
        }
        if (c == ',' && depth == 0) {
            parts.push_back(trim(text.substr(start, i - start)));
            start = i + 1;
        }
    }
    return parts;
}

Result<PassRequest> parsePass(std::string_view text)
{
    const std::size_t brace = text.find('{');
    PassRequest request;
    request.name = trim(text.substr(0, brace));
    if (request.name.empty() || (brace != std::string_view::npos && !text.ends_with('}'))) {
        return badPipeline(quoted(text) + " is no pass, expected Name or Name{option=value}");
    }
    if (brace == std::string_view::npos) {
        return request;
    }
    const std::string_view inside = trim(text.substr(brace + 1, text.size() - brace - 2));
    for (const std::string_view item :
         inside.empty() ? std::vector<std::string_view>{} : split(inside, ',')) {
        const std::size_t equals = item.find('=');
        const std::string_view key = trim(item.substr(0, equals));
        if (equals == std::string_view::npos || key.empty()) {
            return badPipeline(quoted(item) + " is no option of " + request.name
                               + ", expected option=value");
        }
        request.options.emplace_back(key, trim(item.substr(equals + 1)));
    }
    return request;
}

} // namespace

Result<std::vector<PassRequest>> parsePipeline(std::string_view text)
{
    ASSIGN_OR_RETURN(const auto parts, splitPasses(text));
    std::vector<PassRequest> passes;
    for (const std::string_view part : parts) {
        ASSIGN_OR_RETURN(auto pass, parsePass(part));
        passes.push_back(std::move(pass));
    }
    return passes;
}

std::string pipelineText(std::span<const PassRequest> passes)
{
    std::string text;
    for (const PassRequest &pass : passes) {
        text += text.empty() ? pass.name : "," + pass.name;
        std::string options;
        for (const auto &[key, value] : pass.options) {
            options += (options.empty() ? "" : ",") + key + "=" + value;
        }
        text += options.empty() ? "" : "{" + options + "}";
    }
    return text;
}

} // namespace nervure
