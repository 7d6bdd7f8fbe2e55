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

/// Where a quoted value ends that starts at `start`: at its closing quote, or at the end of the text.
std::size_t endOfQuoted(std::string_view text, std::size_t start)
{
    std::size_t at = start + 1;
    while (at < text.size() && text[at] != '"') {
        at += text[at] == '\\' ? 2 : 1;
    }
    return std::min(at, text.size());
}

/// Splits at the commas that stand outside of braces and quotes. A quote begins a value: it follows a '='.
Result<std::vector<std::string_view>> splitAtCommas(std::string_view text)
{
    std::vector<std::string_view> parts;
    std::size_t start = 0;
    int depth = 0;
    char before = ','; // the last that is no blank
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && text[i] == '"' && before == '=') {
            i = endOfQuoted(text, i);
            if (i == text.size()) {
                return badPipeline("a quote in " + quoted(text) + " is not closed");
            }
        }
        const char c = i < text.size() ? text[i] : ',';
        before = c == ' ' ? before : c;
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

/// A value as it is meant: without its quotes.
std::string unquoted(std::string_view value)
{
    if (!value.starts_with('"')) {
        return std::string(value);
    }
    std::string text;
    for (std::size_t i = 1; i < value.size() && value[i] != '"'; ++i) {
        i += value[i] == '\\' && i + 1 < value.size() ? 1 : 0;
        text += value[i];
    }
    return text;
}

/// A value as it is written: in quotes where it needs them.
std::string quotedValue(const std::string &value)
{
    const bool isPlain =
        value.find_first_of(",{}\"\\") == std::string::npos && trim(value) == value;
    if (isPlain) {
        return value;
    }
    std::string text = "\"";
    for (const char c : value) {
        text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
    return text + '"';
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
    if (inside.empty()) {
        return request;
    }
    ASSIGN_OR_RETURN(const auto items, splitAtCommas(inside));
    for (const std::string_view item : items) {
        const std::size_t equals = item.find('=');
        const std::string_view key = trim(item.substr(0, equals));
        if (equals == std::string_view::npos || key.empty()) {
            return badPipeline(quoted(item) + " is no option of " + request.name
                               + ", expected option=value");
        }
        request.options.emplace_back(key, unquoted(trim(item.substr(equals + 1))));
    }
    return request;
}

} // namespace

Result<std::vector<PassRequest>> parsePipeline(std::string_view text)
{
    ASSIGN_OR_RETURN(const auto parts, splitAtCommas(text));
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
            options += (options.empty() ? "" : ",") + key + "=" + quotedValue(value);
        }
        text += options.empty() ? "" : "{" + options + "}";
    }
    return text;
}

} // namespace nervure
