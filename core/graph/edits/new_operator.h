// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/add_edits.h"
#include "core/graph/edits/edit_draft.h"

#include <optional>
#include <string>

namespace nervure {

/// Adds an operator with the inputs that it lacks, before `position` of the order (absent: last), as
/// addOperator() says. Its id.
Result<NodeId> draftOperator(EditDraft &draft, const OpRegistry &ops, const NewOperator &added,
                             std::optional<std::size_t> position = {});

/// Adds a variable or, in LightNet's dialect, a create operator. Its id.
NodeId draftVariable(EditDraft &draft, const std::string &wantedName, const Shape &shape,
                     DType type, std::optional<std::size_t> position = {});

} // namespace nervure
