// SPDX-License-Identifier: Apache-2.0
#include "core/passes/option_values.h"

#include "core/support/text.h"

#include <limits>
#include <unordered_map>

namespace nervure {

namespace {

/// The option's own text; empty when the pass has no such option or it is not given.
std::string givenText(const PassContext &context, const std::string &name)
{
    const auto it = context.options.find(name);
    return it == context.options.end() ? std::string() : it->second;
}

std::vector<std::string> splitList(std::string_view text)
{
    std::vector<std::string> items;
    for (const std::string_view part : split(text, ';')) {
        if (const std::string_view item = trim(part); !item.empty()) {
            items.emplace_back(item);
        }
    }
    return items;
}

using NodesByName = std::unordered_map<std::string_view, NodeId>;

/// The first node of each name.
NodesByName nodesByName(const Graph &graph)
{
    NodesByName nodes;
    for (const NodeId id : graph.nodes()) {
        nodes.emplace(graph.node(id).name, id);
    }
    return nodes;
}

Result<Entry> lookUp(const NodesByName &nodes, std::string_view text)
{
    if (const auto it = nodes.find(text); it != nodes.end()) {
        return Entry{it->second, 0, 0};
    }
    const std::size_t colon = text.rfind(':');
    const bool hasIndex = colon != std::string_view::npos;
    const auto it = nodes.find(text.substr(0, hasIndex ? colon : 0));
    const auto index = hasIndex ? parseInteger(text.substr(colon + 1)) : std::nullopt;
    if (it == nodes.end() || !index || *index < 0
        || *index > std::numeric_limits<std::uint32_t>::max()) {
        return makeError("option-invalid",
                         "there is no {}, expected a node of the graph or NODE:OUTPUT",
                         quoted(text));
    }
    return Entry{it->second, static_cast<std::uint32_t>(*index), 0};
}

} // namespace

std::string textOption(const PassContext &context, const std::string &name)
{
    std::string given = givenText(context, name);
    const std::string *attribute = context.analyses.find(Key<std::string>{name});
    return given.empty() && attribute ? *attribute : given;
}

std::vector<std::string> listOption(const PassContext &context, const std::string &name)
{
    const auto *attribute = context.analyses.find(Key<std::vector<std::string>>{name});
    const std::string given = givenText(context, name);
    return given.empty() && attribute ? *attribute : splitList(given);
}

Result<IntDict> dictOption(const PassContext &context, const std::string &name)
{
    const IntDict *attribute = context.analyses.find(Key<IntDict>{name});
    const std::string given = givenText(context, name);
    if (given.empty() && attribute) {
        return *attribute;
    }
    IntDict dict;
    for (const std::string &item : splitList(given)) {
        const std::size_t colon = item.rfind(':');
        const auto number =
            colon == std::string::npos ? std::nullopt : parseInteger(trim(item.substr(colon + 1)));
        if (!number) {
            return makeError("option-invalid", "option {} holds {}, expected NAME:NUMBER", name,
                             quoted(item));
        }
        dict[std::string(trim(item.substr(0, colon)))] = *number;
    }
    return dict;
}

std::int64_t integerOption(const PassContext &context, const std::string &name,
                           std::int64_t fallback)
{
    return parseInteger(givenText(context, name)).value_or(fallback);
}

Result<Entry> namedEntry(const Graph &graph, const std::string &text)
{
    return lookUp(nodesByName(graph), text);
}

Result<std::vector<Entry>> entriesOption(const PassContext &context, const std::string &name)
{
    const std::vector<std::string> items = listOption(context, name);
    std::vector<Entry> entries;
    if (items.empty()) {
        return entries; // names of a large graph take longer than the pass
    }
    const NodesByName nodes = nodesByName(context.graph);
    for (const std::string &item : items) {
        ASSIGN_OR_RETURN(auto entry, lookUp(nodes, item));
        entries.push_back(entry);
    }
    return entries;
}

} // namespace nervure
