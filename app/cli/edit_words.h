// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/named_edits.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure::cli {

/// One edit as it stands on the command line: `--set conv1.strides=(2,2)`.
struct EditWord {
    EditKind kind = EditKind::Set;
    std::string text;
};

/// What the word's text names in this graph, as the form of the edit says. A name ends at the last
/// dot before the key; `#12` is the node at that place of the file; `NODE:1` is its output or input
/// 1; the FILE of Merge stays a text. Fails with code "usage" or "no-such-node" when it cannot be
/// read or names no node.
[[nodiscard]] Result<EditArguments> parseArguments(const EditWord &word, const Graph &graph);

/// The node called `text`, or at the place `#12`.
[[nodiscard]] Result<NodeId> findNode(const std::string &text, const Graph &graph);

/// "[NAME=]OPERATOR[{KEY=VALUE,…}][(VALUE,…)]": an operator with its attributes and the values that
/// it reads, as `fc=dense{units=10}(pool,split:1)`.
[[nodiscard]] Result<NewOperator> parseOperator(std::string_view text, const Graph &graph);

/// "NODE" or "NODE:1": an output of a node.
[[nodiscard]] Result<Entry> parseValue(const std::string &text, const Graph &graph);

/// "A,B,…": nodes, of which each may be "#12". A name may hold commas.
[[nodiscard]] Result<std::vector<NodeId>> parseNodes(const std::string &text, const Graph &graph);

} // namespace nervure::cli
