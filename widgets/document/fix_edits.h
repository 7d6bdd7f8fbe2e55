// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <QString>

namespace nervure {

class GraphDocument;
struct GraphFix;

/// "Remove the attribute stride", …: what a fix does, for buttons and for the history.
[[nodiscard]] QString fixTitle(const GraphFix &fix);

/// The same for a diagnostic of the document; empty when it has no fix.
[[nodiscard]] QString fixTitle(const GraphDocument &document, const Diagnostic &diagnostic);

/// Mends what the diagnostic is about, as one step of the history. Fails when it has no fix.
Status applyFix(GraphDocument &document, const Diagnostic &diagnostic);

} // namespace nervure
