// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/document_edits.h"

#include "core/builtins.h"
#include "core/graph/analysis/declared_types.h"
#include "core/graph/edits/attribute_edits.h"
#include "core/graph/edits/delete_edits.h"
#include "widgets/document/edit_words.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/text/format.h"

#include <algorithm>

namespace nervure {

bool isEditable(const GraphDocument &document)
{
    return !document.isEmpty() && !document.stage().isOfPass();
}

std::optional<Entry> selectedValue(const GraphDocument &document, const Selection &selection)
{
    if (selection.value()) {
        return selection.value();
    }
    const std::vector<NodeId> &nodes = selection.nodes();
    if (nodes.size() != 1 || !document.stage().graph->contains(nodes.front())) {
        return std::nullopt;
    }
    return Entry{nodes.front()};
}

std::vector<NodeId> selectedLayers(const GraphDocument &document, const Selection &selection)
{
    std::vector<NodeId> nodes = selection.nodes();
    const Graph &graph = *document.stage().graph;
    std::erase_if(nodes, [&graph](NodeId node) { return !graph.contains(node); });
    return withParameters(graph, document.builtins().ops, nodes);
}

bool isOutput(const GraphDocument &document, const Entry &value)
{
    const std::vector<Entry> &heads = document.graph().heads();
    return std::any_of(heads.begin(), heads.end(), [&value](const Entry &head) {
        return head.node == value.node && head.index == value.index;
    });
}

bool isOrdered(const GraphDocument &document)
{
    return document.graph().dialect() == Dialect::LightNet;
}

Status applyEdit(GraphDocument &document, const Result<Edit> &edit, const QString &text)
{
    if (!isEditable(document)) {
        return makeError("not-editable", document.isEmpty()
                                             ? "there is no model to change"
                                             : "what a pass made is shown, expected the model "
                                               "before any pass");
    }
    RETURN_IF_FAILED(edit);
    const auto *steps = std::get_if<CompositeEdit>(&edit->change);
    if (steps != nullptr && steps->edits.empty()) {
        return {};
    }
    return document.apply(edit.value(), text);
}

Result<Edit> performEdit(GraphDocument &document, EditKind kind, const EditArguments &arguments)
{
    const Graph &graph = document.graph();
    const OpRegistry &ops = document.builtins().ops;
    ASSIGN_OR_RETURN(Edit edit, namedEdit(kind).make(graph, ops, arguments));
    if (kind == EditKind::Set) {
        for (const NodeId node : arguments.nodes) {
            RETURN_IF_FAILED(checkAttribute(ops, graph.node(node), arguments.key, arguments.text));
        }
    }
    RETURN_IF_FAILED(applyEdit(document, edit, editWords(kind, arguments, edit, graph)));
    return edit;
}

bool canDeclare(const GraphDocument &document, const Entry &value)
{
    const Graph &graph = document.graph();
    const Node *node = graph.find(value.node);
    if (node == nullptr || !isEditable(document)) {
        return false;
    }
    return node->isVariable() ? setInputType(graph, value.node, Shape{1}, std::nullopt).ok()
                              : node->dialect == Dialect::Onnx;
}

Result<Edit> declareValue(GraphDocument &document, const Entry &value,
                          const std::optional<Dimensions> &sizes, std::optional<DType> type)
{
    const Graph &graph = document.graph();
    const Node *node = graph.find(value.node);
    if (node != nullptr && node->isVariable()) {
        EditArguments said{.nodes = {value.node}, .dimensions = sizes, .type = type};
        if (!sizes && !type) {
            said.shape = Shape{};
        }
        return performEdit(document, EditKind::Type, said);
    }
    EditArguments arguments{.value = value, .dimensions = sizes, .type = type};
    const ValueType declared = declaredTypeOf(graph, value);
    const EntryFacts facts = document.factsOf(value);
    if (sizes && !type && declared.element == ElementType::Undefined
        && facts.dtype != DType::Unknown) {
        arguments.type = facts.dtype;
    }
    return performEdit(document, EditKind::Declare, arguments);
}

Result<Edit> addOperator(GraphDocument &document, const QString &op,
                         const std::vector<Entry> &inputs)
{
    const bool isVariable = op == toQString(variableOp);
    return performEdit(document, isVariable ? EditKind::AddVariable : EditKind::Add,
                       {.text = "data", .added = {.op = op.toStdString(), .inputs = inputs}});
}

} // namespace nervure
