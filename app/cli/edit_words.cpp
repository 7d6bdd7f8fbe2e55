// SPDX-License-Identifier: Apache-2.0
#include "app/cli/edit_words.h"

#include "app/cli/model_options.h"
#include "core/graph/edits/rename_value.h"
#include "core/graph/edits/type_edits.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure::cli {

namespace {

constexpr std::string_view opening = "([{";
constexpr std::string_view closing = ")]}";

Diagnostic usage(std::string_view found, std::string_view expected)
{
    return makeError("usage", "found {}, expected {}", quoted(found), expected);
}

/// Splits at the commas that stand in no brackets and no quotes; no parts for an empty text.
std::vector<std::string> splitOutside(std::string_view text)
{
    std::vector<std::string> parts;
    if (trim(text).empty()) {
        return parts;
    }
    int depth = 0;
    bool isQuoted = false;
    std::string part;
    for (const char c : text) {
        isQuoted = isQuoted != (c == '"');
        depth += !isQuoted && opening.find(c) != std::string_view::npos ? 1 : 0;
        depth -= !isQuoted && closing.find(c) != std::string_view::npos ? 1 : 0;
        if (c == ',' && depth == 0 && !isQuoted) {
            parts.emplace_back(trim(part));
            part.clear();
        } else {
            part += c;
        }
    }
    parts.emplace_back(trim(part));
    return parts;
}

/// What stands in the brackets at the end of `text`, which loses them; nothing if there are none.
std::optional<std::string> takeBrackets(std::string_view &text, char open, char close)
{
    if (!text.ends_with(close)) {
        return std::nullopt;
    }
    int depth = 0;
    for (std::size_t at = text.size(); at-- > 0;) {
        depth += closing.find(text[at]) != std::string_view::npos ? 1 : 0;
        depth -= opening.find(text[at]) != std::string_view::npos ? 1 : 0;
        if (depth == 0) {
            if (text[at] != open) {
                return std::nullopt;
            }
            std::string inside(text.substr(at + 1, text.size() - at - 2));
            text = trim(text.substr(0, at));
            return inside;
        }
    }
    return std::nullopt;
}

/// "N,3,8,8:float16", "1,3,8,8" or ":float16".
Status readType(const std::string &text, EditArguments &read)
{
    const std::size_t colon = text.find(':');
    if (colon != 0) {
        read.dimensions = dimensionsTyped(text.substr(0, colon));
        if (!read.dimensions) {
            return usage(text, "a shape and a type, as N,3,224,224:float32");
        }
        read.shape = Shape::scalar(); // for what has no named dimensions
        for (const Dimension &size : *read.dimensions) {
            read.shape->push_back(size.number().value_or(unknownSize));
        }
    }
    if (colon != std::string::npos) {
        read.type = dtypeFromName(text.substr(colon + 1));
        if (!read.type) {
            return usage(text.substr(colon + 1), "an element type, as float32");
        }
    }
    return {};
}

Status readNumber(const std::string &text, const char *expected, EditArguments &read)
{
    const auto number = parseInteger(text);
    if (!number || *number < 0) {
        return usage(text, expected);
    }
    read.place = static_cast<std::size_t>(*number);
    return {};
}

/// An output of the graph by its name, where values have names, or its number.
Status readOutput(const std::string &text, const Graph &graph, EditArguments &read)
{
    const std::vector<Entry> &heads = graph.heads();
    if (const auto value = findValue(graph, text)) {
        const auto head = std::find_if(heads.begin(), heads.end(), [&value](const Entry &entry) {
            return entry.node == value->node && entry.index == value->index;
        });
        if (head != heads.end()) {
            read.place = static_cast<std::size_t>(head - heads.begin());
            read.ends.push_back({NodeId(), read.place});
            return {};
        }
    }
    RETURN_IF_FAILED(readNumber(text, "the number of an output, or its name", read));
    read.ends.push_back({NodeId(), read.place});
    return {};
}

Status readNodes(const Result<std::vector<NodeId>> &nodes, EditArguments &read)
{
    RETURN_IF_FAILED(nodes);
    read.nodes.insert(read.nodes.end(), nodes->begin(), nodes->end());
    return {};
}

/// The name ends at the last dot.
Status readTarget(const std::string &text, std::string_view form, const Graph &graph,
                  EditArguments &read)
{
    const std::size_t dot = text.rfind('.');
    if (dot == std::string::npos || dot + 1 == text.size()) {
        return usage(text, form);
    }
    ASSIGN_OR_RETURN(const NodeId node, findNode(text.substr(0, dot), graph));
    read.nodes = {node};
    read.key = text.substr(dot + 1);
    return {};
}

/// Reads one side of a form; changes nothing where it fails.
Status readPart(std::string_view part, const std::string &text, const Graph &graph,
                EditArguments &read)
{
    if (part == "NODE[,NODE]") {
        return readNodes(parseNodes(text, graph), read);
    }
    if (part == "NODE") {
        ASSIGN_OR_RETURN(const NodeId node, findNode(text, graph));
        read.nodes.push_back(node);
    } else if (part == "NODE.KEY" || part == "NODE.INPUT") {
        return readTarget(text, part, graph, read);
    } else if (part == "NODE:INPUT") {
        ASSIGN_OR_RETURN(const Entry end, parseValue(text, graph));
        read.ends.push_back({end.node, end.index});
    } else if (part == "NODE:OUTPUT") {
        ASSIGN_OR_RETURN(read.value, parseValue(text, graph));
    } else if (part == "NODE:OUTPUT|OUTPUT") {
        const auto value = parseValue(text, graph);
        if (!value && parseInteger(text)) {
            return readOutput(text, graph, read);
        }
        ASSIGN_OR_RETURN(read.value, value);
    } else if (part == "TENSOR") {
        const auto named = findValue(graph, text);
        ASSIGN_OR_RETURN(read.value, named ? Result<Entry>(*named) : parseValue(text, graph));
    } else if (part == "OUTPUT") {
        return readOutput(text, graph, read);
    } else if (part == "PLACE") {
        return readNumber(text, "a place in the order, 0 for the first", read);
    } else if (part == "OPERATOR") {
        ASSIGN_OR_RETURN(read.added, parseOperator(text, graph));
    } else if (part.ends_with(":float32")) {
        return readType(text, read);
    } else {
        read.text = text;
    }
    return {};
}

} // namespace

Result<EditArguments> parseArguments(const EditWord &word, const Graph &graph)
{
    const std::string_view form = namedEdit(word.kind).form;
    const std::string &text = word.text;
    const std::size_t middle = form.find('=');
    const std::string_view left = form.substr(0, middle);
    EditArguments read;
    // The type of a new variable may be left out, and any text is a name.
    if (middle == std::string_view::npos || (left == "NAME" && text.find('=') == text.npos)) {
        RETURN_IF_FAILED(readPart(left, text, graph, read));
        return read;
    }
    // Names and values may hold '=': the first one that leaves something on its left is meant.
    std::optional<Diagnostic> firstError;
    std::size_t at = left == "NAME" ? text.rfind('=') : text.find('=');
    for (; at != std::string::npos; at = text.find('=', at + 1)) {
        if (const Status status = readPart(left, text.substr(0, at), graph, read); status) {
            RETURN_IF_FAILED(readPart(form.substr(middle + 1), text.substr(at + 1), graph, read));
            return read;
        } else if (!firstError) {
            firstError = status.error();
        }
    }
    return firstError ? *firstError : usage(text, form);
}

Result<NodeId> findNode(const std::string &text, const Graph &graph)
{
    if (text.starts_with('#')) {
        const auto place = parseInteger(std::string_view(text).substr(1));
        const auto count = static_cast<std::int64_t>(graph.nodeCount());
        if (place && *place >= 0 && *place < count) {
            return graph.nodes()[static_cast<std::size_t>(*place)];
        }
    }
    if (const auto id = graph.findByName(text)) {
        return *id;
    }
    std::vector<std::string> names;
    for (const NodeId id : graph.nodes()) {
        names.push_back(graph.node(id).name);
    }
    const auto similar = nearest(text, names);
    return makeError("no-such-node", "there is no node {}{}", quoted(text),
                     (similar ? ", did you mean " + quoted(*similar)
                              : fmt::format(", expected a node's name or #0 to #{}",
                                            names.empty() ? 0 : names.size() - 1)));
}

Result<Entry> parseValue(const std::string &text, const Graph &graph)
{
    // A name may hold a colon: the whole text comes first.
    Result<NodeId> whole = findNode(text, graph);
    if (whole) {
        return Entry{*whole, 0, 0};
    }
    // ONNX's values have names of their own, which may hold colons as well.
    if (const auto value = findValue(graph, text)) {
        return *value;
    }
    const std::size_t colon = text.rfind(':');
    const auto index = colon == std::string::npos
                           ? std::nullopt
                           : parseInteger(std::string_view(text).substr(colon + 1));
    if (!index || *index < 0 || *index > 0xFFFF) {
        return whole.error();
    }
    const Result<NodeId> node = findNode(text.substr(0, colon), graph);
    return node ? Result<Entry>(Entry{*node, static_cast<std::uint32_t>(*index), 0}) : node.error();
}

Result<std::vector<NodeId>> parseNodes(const std::string &text, const Graph &graph)
{
    if (const Result<NodeId> one = findNode(text, graph)) {
        return std::vector<NodeId>{*one};
    }
    std::vector<NodeId> nodes;
    for (const std::string_view part : split(text, ',')) {
        ASSIGN_OR_RETURN(const NodeId node, findNode(std::string(trim(part)), graph));
        nodes.push_back(node);
    }
    return nodes;
}

Result<NewOperator> parseOperator(std::string_view text, const Graph &graph)
{
    constexpr std::string_view form = "[NAME=]OPERATOR[{KEY=VALUE,…}][(VALUE,…)]";
    NewOperator added;
    std::string_view rest = trim(text);
    const auto inputs = takeBrackets(rest, '(', ')');
    const auto attrs = takeBrackets(rest, '{', '}');
    for (const std::string &input : splitOutside(inputs.value_or(std::string()))) {
        ASSIGN_OR_RETURN(const Entry value, parseValue(input, graph));
        added.inputs.push_back(value);
    }
    for (const std::string &item : splitOutside(attrs.value_or(std::string()))) {
        const std::size_t equals = item.find('=');
        if (equals == std::string::npos || equals == 0) {
            return usage(item, "KEY=VALUE");
        }
        added.attrs.set(trim(std::string_view(item).substr(0, equals)),
                        std::string(trim(std::string_view(item).substr(equals + 1))));
    }
    const std::size_t equals = rest.find('=');
    if (equals != std::string_view::npos) {
        added.name = trim(rest.substr(0, equals));
        rest = trim(rest.substr(equals + 1));
    }
    if (rest.empty() || rest.find_first_of("{}()=, ") != std::string_view::npos) {
        return usage(text, form);
    }
    added.op = rest;
    return added;
}

} // namespace nervure::cli
