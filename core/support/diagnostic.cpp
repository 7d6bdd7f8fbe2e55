// SPDX-License-Identifier: Apache-2.0
#include "core/support/diagnostic.h"

#include <algorithm>

namespace nervure {

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

Diagnostic makeError(std::string code, std::string message, std::string node)
{
    Diagnostic diagnostic{Severity::Error, std::move(code), std::move(message), {}};
    diagnostic.where.node = std::move(node);
    return diagnostic;
}

Diagnostic makeWarning(std::string code, std::string message, std::string node)
{
    Diagnostic diagnostic = makeError(std::move(code), std::move(message), std::move(node));
    diagnostic.severity = Severity::Warning;
    return diagnostic;
}

} // namespace nervure
