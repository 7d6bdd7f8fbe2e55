// SPDX-License-Identifier: Apache-2.0
#include "app/cli/edit_words.h"

#include "core/support/text.h"

namespace nervure::cli {

namespace {

struct Parts {
    NodeId node;
    std::string key;
    std::string value;
};

Diagnostic usage(std::string message)
{
    return makeError("usage", std::move(message));
}

/// "NODE.KEY": the name ends at the last dot.
Result<Parts> parseTarget(const std::string &text, const Graph &graph)
{
    const std::size_t dot = text.rfind('.');
    if (dot == std::string::npos || dot + 1 == text.size()) {
        return usage("found " + quoted(text) + ", expected NODE.KEY");
    }
    const auto node = findNode(text.substr(0, dot), graph);
    if (!node) {
        return node.error();
    }
    return Parts{*node, text.substr(dot + 1), {}};
}

/// Names and values may hold '=': the first one that leaves a node on its left is meant.
template <typename ParseLeft>
Result<Parts> splitAtEquals(const std::string &text, const std::string &form, ParseLeft parseLeft)
{
    std::optional<Diagnostic> firstError;
    for (std::size_t at = text.find('='); at != std::string::npos; at = text.find('=', at + 1)) {
        Result<Parts> parts = parseLeft(text.substr(0, at));
        if (parts) {
            parts->value = text.substr(at + 1);
            return parts;
        }
        if (!firstError) {
            firstError = parts.error();
        }
    }
    return firstError ? *firstError : usage("found " + quoted(text) + ", expected " + form);
}

Result<Edit> parseSet(const std::string &text, const Graph &graph)
{
    const auto parts = splitAtEquals(text, "NODE.KEY=VALUE", [&graph](const std::string &left) {
        return parseTarget(left, graph);
    });
    if (!parts) {
        return parts.error();
    }
    return Edit{SetAttribute{parts->node, parts->key, parts->value, {}}};
}

Result<Edit> parseUnset(const std::string &text, const Graph &graph)
{
    const auto parts = parseTarget(text, graph);
    if (!parts) {
        return parts.error();
    }
    return Edit{RemoveAttribute{parts->node, parts->key}};
}

Result<Edit> parseRename(const std::string &text, const Graph &graph)
{
    const auto parts =
        splitAtEquals(text, "NODE=NAME", [&graph](const std::string &left) -> Result<Parts> {
            const auto node = findNode(left, graph);
            if (!node) {
                return node.error();
            }
            return Parts{*node, {}, {}};
        });
    if (!parts) {
        return parts.error();
    }
    return Edit{RenameNode{parts->node, parts->value}};
}

} // namespace

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
    return makeError("no-such-node",
                     "there is no node " + quoted(text)
                         + (similar ? ", did you mean " + quoted(*similar)
                                    : ", expected a node's name or #0 to #"
                                          + std::to_string(names.empty() ? 0 : names.size() - 1)));
}

Result<Edit> parseEdit(const EditWord &word, const Graph &graph)
{
    switch (word.kind) {
    case EditKind::Set: return parseSet(word.text, graph);
    case EditKind::Unset: return parseUnset(word.text, graph);
    case EditKind::Rename: return parseRename(word.text, graph);
    case EditKind::Delete:
    case EditKind::DeleteBridging: break;
    }
    const auto node = findNode(word.text, graph);
    if (!node) {
        return node.error();
    }
    return word.kind == EditKind::Delete ? deleteNode(graph, *node)
                                         : deleteNodeBridging(graph, *node);
}

} // namespace nervure::cli
