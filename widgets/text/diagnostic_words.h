// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace nervure {

struct Diagnostic;

/// The message of a diagnostic as a window says it: without the options of the command line, which
/// messages name in parentheses, "(--shape x=…)".
[[nodiscard]] QString diagnosticMessage(const Diagnostic &diagnostic);

/// The same behind its place, as formatDiagnostic() gives it.
[[nodiscard]] QString diagnosticLine(const Diagnostic &diagnostic);

} // namespace nervure
