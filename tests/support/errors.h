// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

#include <string>
#include <string_view>

namespace nervure::tests {

/// A Diagnostic with its place as far as it is known: "json-syntax a.json:2:5 in 'conv'.kernel_size:
/// MESSAGE".
template <typename Diagnostic>
std::string textOf(const Diagnostic &error)
{
    const auto &[severity, code, message, where, places, trails] = error;
    std::string text = code + ' ' + where.file;
    text += where.line > 0 ? ':' + std::to_string(where.line) : "";
    text += where.column > 0 ? ':' + std::to_string(where.column) : "";
    text += where.node.empty() ? "" : " in '" + where.node + '\'';
    text += where.attribute.empty() ? "" : '.' + where.attribute;
    return text + ": " + message;
}

/// What a Result or Status failed with, or the first error of what has diagnostics (a run of passes);
/// "no error" if there is none.
template <typename Outcome>
std::string errorOf(const Outcome &outcome)
{
    if constexpr (requires { outcome.error(); }) {
        return outcome.ok() ? "no error" : textOf(outcome.error());
    } else {
        for (const auto &diagnostic : outcome.diagnostics) {
            if (diagnostic.severity == decltype(diagnostic.severity)::Error) {
                return textOf(diagnostic);
            }
        }
        return "no error";
    }
}

/// True if one of the findings has that code, and those words in its message.
template <typename Findings>
bool hasFinding(const Findings &findings, std::string_view code, std::string_view words)
{
    for (const auto &finding : findings) {
        if (finding.code == code && finding.message.find(words) != std::string::npos) {
            return true;
        }
    }
    return false;
}

/// Whether an error has that code, and those words in its place or message.
inline bool isError(std::string_view error, std::string_view code, std::string_view words)
{
    return error.starts_with(code) && error.substr(code.size()).starts_with(' ')
           && error.find(words, code.size()) != std::string_view::npos;
}

} // namespace nervure::tests

/// That something failed with that code and those words, of its place or of the message:
/// NERVURE_VERIFY_ERROR(read(text), "json-syntax", ":2:5").
#define NERVURE_VERIFY_ERROR(outcome, code, words)                                                 \
    do {                                                                                           \
        const std::string foundError = nervure::tests::errorOf(outcome);                           \
        QVERIFY2(nervure::tests::isError(foundError, code, words), foundError.c_str());            \
    } while (false)
