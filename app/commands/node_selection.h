// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nervure {

struct DocumentSession;

/// What a selection can grow into along the data.
enum class SelectionStep : std::uint8_t { Ancestors, Descendants, Operands, Users, Path, Between };

/// Whether the step has what it starts from: a selection, two nodes for a path.
[[nodiscard]] bool canSelect(const DocumentSession &session, SelectionStep step);

void selectAll(DocumentSession &session);
/// Into the clipboard, a line each.
void copyNames(const DocumentSession &session);

/// Selects what the step leads to. Ancestors and descendants keep what was selected; a path goes
/// from the first selected node to the last, whichever way there is.
void selectAlong(DocumentSession &session, SelectionStep step);

} // namespace nervure
