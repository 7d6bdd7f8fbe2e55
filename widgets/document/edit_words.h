// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace nervure {

class Graph;
struct Edit;
struct EditArguments;
enum class EditKind;

/// What an edit does, in the words of the history: "Set units of fc1". For edits whose own words are
/// not known any more; `before` is the graph that it is going to change.
[[nodiscard]] QString editWords(const Edit &edit, const Graph &before);

/// The same for a named edit, `edit`, in the words of those who asked for it: "Connect conv0 to fc1".
[[nodiscard]] QString editWords(EditKind kind, const EditArguments &arguments, const Edit &edit,
                                const Graph &before);

} // namespace nervure
