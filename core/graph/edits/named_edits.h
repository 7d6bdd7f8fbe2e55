// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/add_edits.h"
#include "core/graph/edits/value_edits.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nervure {

/// The things that people do to a model, by menu, key, gesture or command line alike.
enum class EditKind {
    Set,
    Unset,
    Rename,
    RenameTensor,
    RenameValue,
    Type,
    Declare,
    Delete,
    DeleteBridging,
    DeleteLayer,
    Duplicate,
    Rewire,
    RewireOutput,
    Disconnect,
    AddInput,
    Connect,
    RemoveInput,
    RemoveEdge,
    MoveEdge,
    Control,
    NoControl,
    Output,
    NoOutput,
    MoveOutput,
    Move,
    Add,
    AddVariable,
    Insert,
    Replace,
    Note,
    GraphNote,
    Extract,
    Merge,
    Values,
    MakeInput,
    MoveOut,
    Embed,
};

/// The arguments of an edit. Each kind reads those that its form names; the rest stays as it is here.
struct EditArguments {
    std::vector<NodeId> nodes = {}; ///< NODE, in the order of the form
    /// NODE:INPUT; of an OUTPUT of the graph no node and its number: one of several that show one value.
    std::vector<EdgeEnd> ends = {};
    Entry value = {};                ///< NODE:OUTPUT or the name of a TENSOR
    std::size_t place = 0;           ///< PLACE in the order, or the OUTPUT of the graph
    std::string key = {};            ///< KEY of an attribute, name of an INPUT
    std::string text = {};           ///< VALUE, NAME or TEXT
    std::optional<Shape> shape = {}; ///< absent: as it is
    /// For Declare; for Type and AddVariable in place of `shape`: sizes that may have names or be unknown.
    std::optional<Dimensions> dimensions = {};
    std::optional<DType> type = {};          ///< absent: as it is
    NewOperator added = {};                  ///< OPERATOR
    std::shared_ptr<const Graph> other = {}; ///< the model in a FILE
    NewValues values = {};                   ///< of a FILE.npy
};

struct NamedEdit {
    EditKind kind;
    const char *word; ///< the option of the command line: "delete-bridge"
    const char *form; ///< its arguments: "NODE:INPUT=NODE:OUTPUT"
    const char *help;
    /// Fails as the function of core/graph/edits that it calls. Null for Extract, whose result is
    /// another graph: see extractGraph().
    Result<Edit> (*make)(const Graph &, const OpRegistry &, const EditArguments &);
};

/// All of them, in the order in which help lists them.
[[nodiscard]] std::span<const NamedEdit> namedEdits();

[[nodiscard]] const NamedEdit &namedEdit(EditKind kind);

} // namespace nervure
