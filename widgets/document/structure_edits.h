// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/add_edits.h"
#include "core/graph/edits/delete_edits.h"
#include "core/support/result.h"

#include <QString>

#include <optional>
#include <vector>

namespace nervure {

class GraphDocument;
class Selection;

/// Whether the graph can be changed at the moment: there is one, and it is the document's own that
/// is shown.
[[nodiscard]] bool isEditable(const GraphDocument &document);

/// The value that the selection stands for: the selected one, or the only selected node's first
/// output.
[[nodiscard]] std::optional<Entry> selectedValue(const GraphDocument &document,
                                                 const Selection &selection);

/// The selected nodes with the parameters that nothing else reads.
[[nodiscard]] std::vector<NodeId> selectedLayers(const GraphDocument &document,
                                                 const Selection &selection);

[[nodiscard]] bool isOutput(const GraphDocument &document, const Entry &value);

/// Whether the order of the model's operators is what runs, and a node can take another place in it.
[[nodiscard]] bool isOrdered(const GraphDocument &document);

/// Whether an operator takes any number of inputs (so that one can be added or taken away).
[[nodiscard]] bool takesAnyInputs(const GraphDocument &document, NodeId node);
/// The operator's words for a node's inputs: "data", "weight".
[[nodiscard]] std::vector<QString> inputRoles(const GraphDocument &document, NodeId node);

/// Applies what a function of core/graph/edits made, or gives its failure.
Status applyEdit(GraphDocument &document, const Result<Edit> &edit, const QString &text);

/// What people do to the structure of a document, each as one step of its history with a name. All
/// fail, changing nothing, with what was expected; and while a pass's copy of the graph is shown.
namespace steps {

Status deleteNodes(GraphDocument &document, const std::vector<NodeId> &nodes, Readers readers);
/// The copies.
Result<std::vector<NodeId>> duplicateNodes(GraphDocument &document,
                                           const std::vector<NodeId> &nodes);

/// Adds an operator that reads these values, or a variable ("null"). The new node.
Result<NodeId> addOperator(GraphDocument &document, const QString &op,
                           const std::vector<Entry> &inputs);
/// Puts an operator on edges that come from one value. The new node.
Result<NodeId> insertOperator(GraphDocument &document, const QString &op,
                              const std::vector<EdgeEnd> &ends);
/// Puts an operator behind a value: it reads the value, and what read the value reads it.
Result<NodeId> insertBehind(GraphDocument &document, const QString &op, const Entry &value);
/// Puts an operator in the place of nodes. The new node.
Result<NodeId> replaceByOperator(GraphDocument &document, const QString &op,
                                 const std::vector<NodeId> &nodes);

/// Makes an input read another value.
Status rewire(GraphDocument &document, NodeId reader, std::size_t input, const Entry &source);
/// Moves the end of an edge from one input to another.
Status moveEnd(GraphDocument &document, const EdgeEnd &from, const EdgeEnd &to);
/// Gives a node one more input.
Status addInput(GraphDocument &document, NodeId reader, const Entry &source);
/// Takes the input away where the operator has any number of them, else leaves it unconnected.
Status disconnect(GraphDocument &document, NodeId reader, std::size_t input);
/// The same for all who read a value.
Status disconnectAll(GraphDocument &document, const Entry &value);

/// Makes a value an output of the graph, or an inner value again.
Status setOutput(GraphDocument &document, const Entry &value, bool isOutput);

/// Makes the last of the nodes wait for the others, or wait no more if it does already.
Status toggleControl(GraphDocument &document, const std::vector<NodeId> &nodes);

/// Moves a node by so many places in the order: earlier (below 0) or later. Fails where it would stand
/// before what it reads or behind what reads it, and at either end.
Status moveInOrder(GraphDocument &document, NodeId node, int places);

/// An empty text takes the note away; an invalid id means the graph.
Status setNote(GraphDocument &document, NodeId node, const QString &text);
/// What an input of the model is: its shape and type in the file.
Status setInputType(GraphDocument &document, NodeId node, const std::optional<Shape> &shape,
                    std::optional<DType> type);

/// Nothing is done where the node has that name already.
Status renameNode(GraphDocument &document, NodeId node, const std::string &name);

} // namespace steps

} // namespace nervure
