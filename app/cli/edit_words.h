// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/add_edits.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure::cli {

enum class EditKind {
    Set,
    Unset,
    Rename,
    RenameTensor,
    Delete,
    DeleteBridging,
    DeleteLayer,
    Duplicate,
    Rewire,
    RewireOutput,
    Disconnect,
    AddInput,
    RemoveInput,
    Control,
    NoControl,
    Output,
    NoOutput,
    Move,
    Add,
    AddVariable,
    Insert,
    Replace,
    Type,
    Note,
    GraphNote,
    Extract, ///< gives another graph, see extractWord()
    Merge,   ///< names a file, see the subcommand
};

/// One edit as it stands on the command line: `--set conv1.strides=(2,2)`.
struct EditWord {
    EditKind kind = EditKind::Set;
    std::string text;
};

/// What the word means in this graph. A name ends at the last dot before the key; `#12` is the
/// node at that place of the file; `NODE:1` is its output or input 1. Fails with code "usage" or
/// "no-such-node" when it cannot be read or names no node, and as the edit itself does.
[[nodiscard]] Result<Edit> parseEdit(const EditWord &word, const Graph &graph,
                                     const OpRegistry &ops);

/// The graph that `--extract A,B` leaves.
[[nodiscard]] Result<Graph> extractWord(const std::string &text, const Graph &graph);

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
