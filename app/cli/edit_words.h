// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edit.h"

#include <string>

namespace nervure::cli {

enum class EditKind { Set, Unset, Rename, Delete, DeleteBridging };

/// One edit as it stands on the command line: `--set conv1.strides=(2,2)`.
struct EditWord {
    EditKind kind = EditKind::Set;
    std::string text;
};

/// What the word means in this graph. A name ends at the last dot before the key; `#12` is the
/// node at that place of the file. Fails when it does not name a node.
[[nodiscard]] Result<Edit> parseEdit(const EditWord &word, const Graph &graph);

/// The node called `text`, or at the place `#12`.
[[nodiscard]] Result<NodeId> findNode(const std::string &text, const Graph &graph);

} // namespace nervure::cli
