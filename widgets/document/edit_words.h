// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace nervure {

class Graph;
struct Edit;

/// What an edit does, in the words of the history: "Set units of fc1". For edits whose own words are
/// not known any more; `before` is the graph that it is going to change.
[[nodiscard]] QString editWords(const Edit &edit, const Graph &before);

} // namespace nervure
