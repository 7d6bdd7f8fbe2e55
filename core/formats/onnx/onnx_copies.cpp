// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_copies.h"

#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <unordered_map>

namespace nervure::onnx {

namespace {

bool areSameBodies(const Node &a, const Node &b);

/// Both take their values from around them alike: what these are called does not count.
bool areSameInBodies(const Node &a, const Node &b)
{
    if (a.attrs.find(onnx_variable::outer) && b.attrs.find(onnx_variable::outer)) {
        return true;
    }
    if (a.subgraphs.empty()) {
        return a == b;
    }
    Node one = a;
    Node other = b;
    one.subgraphs = {};
    other.subgraphs = {};
    return one == other && areSameBodies(a, b);
}

bool isSameBody(const Graph &a, const Graph &b)
{
    return a.sameAs(b)
           || (a.heads() == b.heads()
               && std::equal(a.nodes().begin(), a.nodes().end(), b.nodes().begin(), b.nodes().end(),
                             [&](NodeId one, NodeId other) {
                                 return one == other && areSameInBodies(a.node(one), b.node(other));
                             }));
}

bool areSameBodies(const Node &a, const Node &b)
{
    return std::equal(a.subgraphs.begin(), a.subgraphs.end(), b.subgraphs.begin(),
                      b.subgraphs.end(),
                      [](const auto &one, const auto &other) { return isSameBody(*one, *other); });
}

bool saysSame(const Node &a, const Node &b)
{
    return a.op == b.op && a.attrs == b.attrs && areSameBodies(a, b);
}

bool haveSameAttributes(const NodeMessage &a, const NodeMessage &b)
{
    return std::equal(
        a.attributes.begin(), a.attributes.end(), b.attributes.begin(), b.attributes.end(),
        [](const auto &one, const auto &other) { return one.field.bytes == other.field.bytes; });
}

} // namespace

FileIds idsOf(const GraphMessage &file)
{
    FileIds ids;
    std::unordered_map<std::string_view, NodeId> variables;
    std::uint32_t next = 0;
    for (const NamedMessage &input : file.inputs) {
        variables[input.name] = NodeId{next++};
    }
    for (const auto *list : {&file.initializers, &file.sparseInitializers}) {
        for (const NamedMessage &initializer : *list) {
            const auto [variable, isNew] = variables.emplace(initializer.name, NodeId{next});
            next += isNew ? 1 : 0;
            (list == &file.initializers ? ids.initializers : ids.sparseInitializers)
                .push_back(variable->second);
        }
    }
    ids.firstOperator = next;
    return ids;
}

std::optional<NodeId> originalOf(const Node &copy, const Graph &before,
                                 const std::vector<NodeMessage> &messages,
                                 std::uint32_t firstOperator)
{
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const NodeId id{firstOperator + static_cast<std::uint32_t>(i)};
        if (!saysSame(copy, before.node(id))) {
            continue;
        }
        if (found && !haveSameAttributes(messages[*found], messages[i])) {
            return std::nullopt;
        }
        found = i;
    }
    return found ? std::optional(NodeId{firstOperator + static_cast<std::uint32_t>(*found)})
                 : std::nullopt;
}

std::optional<NodeId> originalOf(const Node &copy)
{
    const std::string *text = copy.attrs.find(onnx_variable::copyOf);
    const auto number =
        text ? parseInteger(std::string_view(*text).substr(text->rfind('#') + 1)) : std::nullopt;
    return number && *number >= 0 && *number < UINT32_MAX
               ? std::optional(NodeId{static_cast<std::uint32_t>(*number)})
               : std::nullopt;
}

std::string_view originalValues(const Node &copy, const GraphMessage &file,
                                const std::vector<NodeId> &ids)
{
    const auto original = originalOf(copy);
    const auto found = original ? std::find(ids.begin(), ids.end(), *original) : ids.end();
    return found == ids.end()
               ? std::string_view()
               : file.initializers[static_cast<std::size_t>(found - ids.begin())].field.bytes;
}

} // namespace nervure::onnx
