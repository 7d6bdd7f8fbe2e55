// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/result.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace nervure {

struct Edit;

/// Gives an attribute a value. `position` says where a new key goes (absent: last).
struct SetAttribute {
    NodeId node;
    std::string key;
    std::string value;
    std::optional<std::size_t> position;
};

struct RemoveAttribute {
    NodeId node;
    std::string key;
};

/// Renames a node. Bodies that take a variable's value by its name take it by the new one.
struct RenameNode {
    NodeId node;
    std::string name;
};

/// Adds a node. Absent `id`: the first free one; absent `position`: at the end of the order.
struct AddNode {
    Node node;
    std::optional<NodeId> id;
    std::optional<std::size_t> position;
};

/// Takes a node out; entries that name it stay and then name nothing.
struct RemoveNode {
    NodeId node;
};

/// Replaces what a node reads: entries, their ports (LightNet) and control dependencies.
struct SetInputs {
    NodeId node;
    std::vector<Entry> inputs;
    std::vector<Port> ports;
    std::vector<NodeId> controlDeps;
};

/// Replaces the roles and names of an operator's tensors. Bodies that take them by name take them by the new ones.
struct SetOutputPorts {
    NodeId node;
    std::vector<Port> ports;
};

/// Replaces what is declared of a node's outputs (Node::declaredTypes). To change one, use
/// declareType() of type_edits.h.
struct SetDeclaredTypes {
    NodeId node;
    std::vector<ValueType> types;
};

struct SetHeads {
    std::vector<Entry> heads;
};

/// Moves a node to another place of the order, counted without the node itself.
struct MoveNode {
    NodeId node;
    std::size_t position = 0;
};

/// Replaces what the user wrote about a node or, with an invalid id, about the graph; an empty text
/// takes it away.
struct SetNote {
    NodeId node;
    std::string text;
};

/// Replaces the attributes of the graph.
struct SetGraphAttrs {
    std::vector<GraphAttr> attrs;
};

/// Several edits as one, in order: all of them or none.
struct CompositeEdit {
    std::vector<Edit> edits;
};

/// A change of a graph as plain data.
struct Edit {
    std::variant<SetAttribute, RemoveAttribute, RenameNode, AddNode, RemoveNode, SetInputs,
                 SetOutputPorts, SetDeclaredTypes, SetHeads, MoveNode, SetNote, SetGraphAttrs,
                 CompositeEdit>
        change;
};

/// Changes the graph and returns the edit that takes it back. On failure (a node or key that is
/// not there, an id that is taken) the graph is as before.
Result<Edit> apply(Graph &graph, const Edit &edit);

/// The ids of the nodes that an edit adds, in its order. Edits made by the functions in
/// core/graph/edits name the ids that new nodes get.
[[nodiscard]] std::vector<NodeId> addedNodes(const Edit &edit);

} // namespace nervure
