// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/type_edits.h"

#include "core/graph/analysis/declared_types.h"
#include "core/graph/edits/attribute_edits.h"
#include "core/graph/edits/edit_draft.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <string>
#include <vector>

namespace nervure {

namespace {

Status setOrTakeAway(EditDraft &draft, NodeId id, std::string_view key, const std::string &text)
{
    const std::string *present = draft.graph().node(id).attrs.find(key);
    if (text.empty()) {
        return present ? draft.add({RemoveAttribute{id, std::string(key)}}) : Status();
    }
    return present && *present == text ? Status()
                                       : draft.add({SetAttribute{id, std::string(key), text, {}}});
}

Status declareVariable(EditDraft &draft, NodeId id, const ValueType &type)
{
    const Node &node = draft.graph().node(id);
    if (node.attrs.find(onnx_variable::data)) {
        return makeErrorAt(node.name, "declared-type",
                           "{} is an initializer, whose values say shape and type",
                           quoted(node.name));
    }
    if (type.kind != ValueType::Kind::Unknown && !type.isTensor()) {
        return makeErrorAt(node.name, "declared-type", "{}: found type {}, expected a tensor's",
                           quoted(node.name), type.text());
    }
    const bool isTyped = type.element != ElementType::Undefined;
    RETURN_IF_FAILED(setOrTakeAway(draft, id, onnx_variable::type, {}));
    RETURN_IF_FAILED(
        setOrTakeAway(draft, id, onnx_variable::elemType,
                      isTyped ? std::string(elementTypeName(type.element)) : std::string()));
    return setOrTakeAway(draft, id, onnx_variable::shape,
                         type.shape ? dimensionsText(*type.shape) : std::string());
}

/// Without the brackets around all of it.
std::string_view withoutBrackets(std::string_view text, bool &isList)
{
    const bool isBracketed = text.size() >= 2
                             && ((text.front() == '[' && text.back() == ']')
                                 || (text.front() == '(' && text.back() == ')'));
    int depth = 0;
    bool isOne = isBracketed;
    for (std::size_t i = 0; isOne && i + 1 < text.size(); ++i) {
        depth += text[i] == '(' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == ']' ? -1 : 0;
        isOne = depth > 0;
    }
    isList = isOne;
    return isOne ? trim(text.substr(1, text.size() - 2)) : text;
}

/// The sizes, between commas, crosses or spaces. In a name an x is a letter, and in an expression spaces stand.
std::vector<std::string> typedParts(std::string_view text)
{
    std::string sizes(text);
    const bool isOfNumbers = std::all_of(sizes.begin(), sizes.end(), [](char c) {
        return (c >= '0' && c <= '9') || std::string_view("x*?, ").find(c) != std::string_view::npos
               || static_cast<unsigned char>(c) >= 0x80;
    });
    for (const std::string_view cross :
         {"×", " x ", isOfNumbers ? "x" : "×", isOfNumbers ? "*" : "×"}) {
        sizes = replaced(std::move(sizes), cross, ",");
    }
    const bool hasCommas = sizes.find(',') != std::string::npos;
    const bool isExpression = sizes.find_first_of("+*/(") != std::string::npos;
    std::vector<std::string> parts;
    for (const std::string_view part : split(sizes, hasCommas || isExpression ? ',' : ' ')) {
        if (hasCommas || isExpression || !trim(part).empty()) {
            parts.emplace_back(trim(part));
        }
    }
    if (parts.size() > 1 && parts.back().empty()) {
        parts.pop_back(); // "(3,)"
    }
    return parts;
}

/// A number, "?", a name or an expression of names; nothing for other texts.
std::optional<Dimension> typedSize(std::string_view text)
{
    const Dimension size = Dimension::fromText(text);
    if (text.empty() || (size.isNumber() && *size.number() < 0)) {
        return std::nullopt;
    }
    const char first = text.front();
    const bool isLetter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z')
                          || first == '_' || static_cast<unsigned char>(first) >= 0x80;
    const bool isName = size == Dimension::named(text);
    return isName && !isLetter ? std::nullopt : std::optional(size);
}

} // namespace

Result<Edit> declareType(const Graph &graph, const Entry &value, const ValueType &type)
{
    RETURN_IF_FAILED(checkEntry(graph, value));
    const Node &node = graph.node(value.node);
    const bool isOnnx = node.dialect == Dialect::Onnx;
    if (!isOnnx && (node.dialect != Dialect::Keras || node.isVariable())) {
        return makeErrorAt(node.name, "declared-type",
                           "{} is of {}, whose files declare no types of such values",
                           quoted(node.name), dialectName(node.dialect));
    }
    EditDraft draft(graph);
    if (node.isVariable()) {
        RETURN_IF_FAILED(declareVariable(draft, value.node, type));
        return draft.take();
    }
    if (declaredOutput(node, value.index) == type) {
        return draft.take();
    }
    std::vector<ValueType> types = node.declaredTypes;
    types.resize(std::max<std::size_t>(types.size(), value.index + 1));
    types[value.index] = type;
    while (!types.empty() && types.back().kind == ValueType::Kind::Unknown) {
        types.pop_back();
    }
    RETURN_IF_FAILED(draft.add({SetDeclaredTypes{value.node, std::move(types)}}));
    return draft.take();
}

std::optional<Dimensions> dimensionsTyped(std::string_view text)
{
    bool isList = false;
    const std::string_view inner = withoutBrackets(trim(text), isList);
    if (inner.empty() || inner == "scalar") {
        return isList || !inner.empty() ? std::optional(Dimensions()) : std::nullopt;
    }
    Dimensions dimensions;
    for (const std::string &part : typedParts(inner)) {
        const auto size = typedSize(part);
        if (!size) {
            return std::nullopt;
        }
        dimensions.push_back(*size);
    }
    return dimensions;
}

} // namespace nervure
