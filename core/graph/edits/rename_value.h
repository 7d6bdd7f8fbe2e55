// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"

#include <optional>
#include <string>
#include <string_view>

namespace nervure {

/// The value that the file calls so: an output of an operator, or a variable; nothing where values have
/// no names of their own (ownValueName()) and no variable has that one.
[[nodiscard]] std::optional<Entry> findValue(const Graph &graph, std::string_view name);

/// True if a value can have another name: LightNet's and ONNX's values, and variables everywhere.
[[nodiscard]] bool canRenameValue(const Graph &graph, const Entry &value);

/// Gives a value another name; what reads it, outputs of the graph and bodies that take it follow.
/// Fails with code "name-taken", suggesting another name, when a value of the graph or of a body in it has
/// the name, with "name-empty" for no name, with "no-such-entry" for a value that is not there and
/// with "no-value-name" where values are named after their nodes.
[[nodiscard]] Result<Edit> renameValue(const Graph &graph, const Entry &value,
                                       const std::string &name);

} // namespace nervure
