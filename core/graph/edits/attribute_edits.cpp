// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/attribute_edits.h"

#include "core/graph/edits/edit_draft.h"
#include "core/graph/nnvm_shape.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/op/attr_field.h"
#include "core/graph/op/attr_forms.h"
#include "core/graph/op/lightnet_text.h"
#include "core/graph/value/value_type.h"
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <fmt/format.h>

namespace nervure {

namespace {

/// LightNet's parameters are JSON.
std::string valueText(const Node &node, const std::string &value)
{
    if (node.dialect != Dialect::LightNet) {
        return value;
    }
    const Result<JsonTree> tree = JsonTree::parse(value);
    return tree && !tree->textAfter() ? value : lightNetQuoted(value);
}

/// "(1, 3, 224, 224)", as NNVM's users write shapes; "(8,)" for one dimension, as Python does.
std::string tupleText(const Shape &shape)
{
    const auto sizes = nnvmSizes(shape);
    return fmt::format("({}{})", fmt::join(sizes.begin(), sizes.end(), ", "),
                       sizes.size() == 1 ? "," : "");
}

/// Sets or removes what a variable says of itself under `key` and under the hidden form of the key.
Status setOfVariable(EditDraft &draft, NodeId id, const std::string &key, const std::string &value)
{
    const AttrDict attrs = draft.graph().node(id).attrs;
    const std::string hidden = "__" + key + "__";
    const bool hasHidden = attrs.find(hidden) != nullptr;
    const bool hasPlain = attrs.find(key) != nullptr;
    for (const auto &[name, isUsed] : {std::pair(hidden, hasHidden), std::pair(key, true)}) {
        if (!isUsed || (value.empty() && name == key && !hasPlain)) {
            continue;
        }
        const Edit step = value.empty() ? Edit{RemoveAttribute{id, name}}
                                        : Edit{SetAttribute{id, name, value, {}}};
        RETURN_IF_FAILED(draft.add(step));
    }
    return {};
}

Status setOfSource(EditDraft &draft, NodeId id, const std::optional<Shape> &shape,
                   std::optional<DType> type)
{
    const Node &node = draft.graph().node(id);
    const bool isSource = node.attrs.find("dims") && node.inputs.empty();
    if (!isSource) {
        return makeErrorAt(node.name, "no-input",
                           "{} {} is no source with dimensions, expected create or zeros", node.op,
                           quoted(node.name));
    }
    const std::string name = node.name;
    if (type && lightNetTypeName(*type).empty()) {
        return makeErrorAt(name, "no-input", "{}: LightNet has no type {}", quoted(name),
                           dtypeName(*type));
    }
    if (shape) {
        RETURN_IF_FAILED(
            draft.add({SetAttribute{id, "dims", LightNetAttrText::print(nnvmSizes(*shape)), {}}}));
    }
    return type ? draft.add({SetAttribute{
               id, "dtype", lightNetQuoted(std::string(lightNetTypeName(*type))), {}}})
                : Status();
}

/// `shape` is the text of the attribute; an empty one takes it away.
Status setOfOnnxInput(EditDraft &draft, NodeId id, const std::optional<std::string> &shape,
                      std::optional<DType> type)
{
    const Node &node = draft.graph().node(id);
    if (node.attrs.find(onnx_variable::data)) {
        return makeErrorAt(node.name, "no-input",
                           "{} is an initializer, whose values say shape and type",
                           quoted(node.name));
    }
    if (shape) {
        RETURN_IF_FAILED(setOfVariable(draft, id, std::string(onnx_variable::shape), *shape));
    }
    return type ? setOfVariable(draft, id, std::string(onnx_variable::elemType),
                                *type == DType::Unknown ? "" : std::string(dtypeName(*type)))
                : Status();
}

} // namespace

std::string writtenValue(const OpRegistry &ops, const Node &node, const std::string &key,
                         const std::string &typed)
{
    const OpSpec *spec = node.isVariable() ? nullptr : ops.find(node);
    const AttrDecl *decl = spec == nullptr ? nullptr : spec->attrs.find(key);
    return valueText(node, decl == nullptr ? typed : writtenForm(*decl, node.dialect, typed));
}

Status checkAttribute(const OpRegistry &ops, const Node &node, const std::string &key,
                      const std::string &value)
{
    const OpSpec *spec = node.isVariable() ? nullptr : ops.find(node);
    const AttrDecl *decl = spec == nullptr ? nullptr : spec->attrs.find(key);
    if (decl == nullptr || !decl->parse) {
        return {};
    }
    const std::shared_ptr<void> scratch = spec->attrs.makeDefault();
    const Status status = decl->parse(writtenValue(ops, node, key, value), scratch.get());
    if (status) {
        return {};
    }
    Diagnostic error = status.error();
    error.message = node.op + " " + quoted(node.name) + ": " + key + " is " + quoted(value) + ", "
                    + error.message;
    error.where.node = node.name;
    error.where.attribute = key;
    return error;
}

Result<Edit> setAttribute(const Graph &graph, std::span<const NodeId> nodes, const std::string &key,
                          const std::string &value)
{
    RETURN_IF_FAILED(checkNodes(graph, nodes));
    EditDraft draft(graph);
    for (const NodeId id : nodes) {
        const std::string text = valueText(graph.node(id), value);
        const std::string *present = graph.node(id).attrs.find(key);
        if (present && *present == text) {
            continue;
        }
        if (const Status status = draft.add({SetAttribute{id, key, text, {}}}); !status) {
            return status.error();
        }
    }
    return draft.finish();
}

Result<Edit> unsetAttribute(const Graph &graph, std::span<const NodeId> nodes,
                            const std::string &key)
{
    RETURN_IF_FAILED(checkNodes(graph, nodes));
    EditDraft draft(graph);
    bool isThere = false;
    for (const NodeId id : nodes) {
        if (draft.graph().node(id).attrs.find(key)) {
            isThere = draft.add({RemoveAttribute{id, key}}).ok();
        }
    }
    if (!isThere) {
        const std::string &name = graph.node(nodes.front()).name;
        return makeErrorAt(name, "no-such-attribute", "node {} has no attribute {}", quoted(name),
                           quoted(key));
    }
    return draft.finish();
}

Result<Edit> setInputType(const Graph &graph, NodeId node, const std::optional<Shape> &shape,
                          std::optional<DType> type)
{
    RETURN_IF_FAILED(checkNodes(graph, {&node, 1}));
    EditDraft draft(graph);
    const Node &present = graph.node(node);
    if (present.dialect == Dialect::LightNet) {
        RETURN_IF_FAILED(setOfSource(draft, node, shape, type));
        return draft.finish();
    }
    if (!present.isVariable()) {
        return makeErrorAt(present.name, "no-input",
                           "{} {} is no variable, expected an input or a parameter", present.op,
                           quoted(present.name));
    }
    if (present.dialect == Dialect::Onnx) {
        const auto text =
            shape ? std::optional(shape->hasRank() ? dimensionsText(dimensionsOf(*shape)) : "")
                  : std::optional<std::string>();
        RETURN_IF_FAILED(setOfOnnxInput(draft, node, text, type));
        return draft.finish();
    }
    Status status;
    if (shape) {
        status = setOfVariable(draft, node, "shape", shape->hasRank() ? tupleText(*shape) : "");
    }
    if (status && type) {
        const bool isKnown = *type != DType::Unknown;
        status =
            setOfVariable(draft, node, "dtype", isKnown ? std::to_string(dtypeCode(*type)) : "");
    }
    return status ? draft.finish() : status.error();
}

Result<Edit> setInputSizes(const Graph &graph, NodeId node, const Dimensions &sizes,
                           std::optional<DType> type)
{
    RETURN_IF_FAILED(checkNodes(graph, {&node, 1}));
    const Node &present = graph.node(node);
    if (present.dialect == Dialect::Onnx && present.isVariable()) {
        EditDraft draft(graph);
        RETURN_IF_FAILED(setOfOnnxInput(draft, node, dimensionsText(sizes), type));
        return draft.finish();
    }
    Shape shape = Shape::scalar();
    for (const Dimension &size : sizes) {
        if (!size.isNumber() && !size.isUnknown()) {
            return makeErrorAt(
                present.name, "no-dimension",
                "{}: found dimension {}, expected a number: {} has no names for dimensions",
                quoted(present.name), quoted(size.text()), dialectName(present.dialect));
        }
        shape.push_back(size.number().value_or(unknownSize));
    }
    return setInputType(graph, node, shape, type);
}

Result<Edit> setNote(const Graph &graph, NodeId node, const std::string &text)
{
    if (node.isValid()) {
        RETURN_IF_FAILED(checkNodes(graph, {&node, 1}));
    }
    return Edit{SetNote{node, text}};
}

} // namespace nervure
