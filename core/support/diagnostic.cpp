// SPDX-License-Identifier: Apache-2.0
#include "core/support/diagnostic.h"

#include <algorithm>

namespace nervure {

Diagnostic::Diagnostic() = default;
Diagnostic::Diagnostic(Severity ofSeverity, std::string ofCode, std::string text, Location place)
    : severity(ofSeverity),
      code(std::move(ofCode)),
      message(std::move(text)),
      where(std::move(place))
{}
Diagnostic::Diagnostic(const Diagnostic &other) = default;
Diagnostic::Diagnostic(Diagnostic &&other) noexcept = default;
Diagnostic &Diagnostic::operator=(const Diagnostic &other) = default;
Diagnostic &Diagnostic::operator=(Diagnostic &&other) noexcept = default;
Diagnostic::~Diagnostic() = default;

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: break;
    }
    return "error";
}

bool hasErrors(const Diagnostics &diagnostics)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic &d) { return d.severity == Severity::Error; });
}

std::string formatDiagnostic(const Diagnostic &diagnostic)
{
    const Location &where = diagnostic.where;
    std::string text;
    if (!where.file.empty()) {
        text += where.file;
        if (where.line > 0) {
            text += ':' + std::to_string(where.line);
            if (where.column > 0) {
                text += ':' + std::to_string(where.column);
            }
        }
        text += ": ";
    }
    return text + diagnostic.message;
}

Diagnostic makeError(std::string_view code, std::string message)
{
    return makeErrorAt({}, code, std::move(message));
}

Diagnostic makeWarning(std::string_view code, std::string message)
{
    return makeWarningAt({}, code, std::move(message));
}

Diagnostic makeErrorAt(std::string node, std::string_view code, std::string message)
{
    Diagnostic diagnostic(Severity::Error, std::string(code), std::move(message));
    diagnostic.where.node = std::move(node);
    return diagnostic;
}

Diagnostic makeWarningAt(std::string node, std::string_view code, std::string message)
{
    Diagnostic diagnostic = makeErrorAt(std::move(node), code, std::move(message));
    diagnostic.severity = Severity::Warning;
    return diagnostic;
}

std::string formatMessage(fmt::string_view text, fmt::format_args arguments)
{
    return fmt::vformat(text, arguments);
}

} // namespace nervure
