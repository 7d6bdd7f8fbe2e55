// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/named_edits.h"

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

/// Applies an edit as one step of the history, or gives its failure; one that changes nothing makes
/// no step. Fails, too, while there is no model and while a pass's copy of the graph is shown.
Status applyEdit(GraphDocument &document, const Result<Edit> &edit, const QString &text);

/// Makes and applies one of the named edits; its step has the words of editWords(). The edit, which
/// knows what it added. An attribute's value that an operator does not take is refused.
Result<Edit> performEdit(GraphDocument &document, EditKind kind, const EditArguments &arguments);

/// True if the file can say what type a value has: an input, or a value of an ONNX model.
[[nodiscard]] bool canDeclare(const GraphDocument &document, const Entry &value);

/// Says in the file what type a value has, as one of the named edits; what is not given stays as it is said
/// or, where nothing is, as it is known. With neither, nothing is said any more.
Result<Edit> declareValue(GraphDocument &document, const Entry &value,
                          const std::optional<Dimensions> &sizes, std::optional<DType> type);

/// Adds an operator of the palette that reads these values, or a variable ("null").
Result<Edit> addOperator(GraphDocument &document, const QString &op,
                         const std::vector<Entry> &inputs);

} // namespace nervure
