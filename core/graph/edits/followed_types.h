// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"
#include "core/graph/op/op_registry.h"

namespace nervure {

/// The types that the file declares for values (analysis/declared_types.h), as an edit makes them.
struct FollowedTypes {
    CompositeEdit edit; ///< empty: all of them hold
    Diagnostics notes;  ///< a note for each output of the graph whose size is no longer known
};

/// Finds the declared types that hold no longer, of operators that were edited or read values that are not as
/// they were: they become what is inferred now. Where that is nothing, a value inside of the graph is declared
/// no longer, and an output of the graph keeps its element type and its rank without the sizes, which is
/// reported. What the edit itself declared stays. The same holds in bodies of control flow that an edit reaches, and for
/// their inputs. For ONNX's dialect; nothing for others, and where one of the graphs cannot be indexed (a cycle).
[[nodiscard]] FollowedTypes followTypes(const Graph &before, const Graph &now,
                                        const OpRegistry &ops);

/// The edit with what it makes of declared types, as one; its notes are appended. Fails where the edit does.
[[nodiscard]] Result<Edit> withFollowedTypes(const Graph &graph, Edit edit, const OpRegistry &ops,
                                             Diagnostics &notes);

} // namespace nervure
