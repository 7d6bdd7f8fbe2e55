// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/rename_value.h"

#include "core/graph/edits/edit_draft.h"
#include "core/graph/edits/names.h"
#include "core/graph/traversal.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace nervure {

namespace {

/// The names that the writer gives the values of an operator that has none yet, up to `count`.
std::vector<Port> portsOf(const Graph &graph, NodeId id, std::size_t count)
{
    const Node &node = graph.node(id);
    std::vector<Port> ports = node.outputPorts;
    Graph others = graph; // its own name is what its first value is called
    others.remove(id);
    FreshNames names(others);
    while (ports.size() < count) {
        const std::string wanted =
            ports.empty() ? node.name : fmt::format("{}_{}", node.name, ports.size());
        ports.push_back({{}, names.tensor(wanted), static_cast<std::uint32_t>(ports.size())});
    }
    return ports;
}

Result<Edit> renameOnnxValue(const Graph &graph, const Entry &value, const std::string &name)
{
    const Node &node = graph.node(value.node);
    if (name.empty()) {
        return makeErrorAt(node.name, "name-empty", "the name is empty, expected a text");
    }
    const std::uint32_t used = std::max(1U, usedOutputs(graph)[value.node.value]);
    std::vector<Port> ports = portsOf(graph, value.node, used);
    if (value.index >= ports.size()) {
        return makeErrorAt(node.name, "no-such-entry", "{} has no output {}, expected less than {}",
                           quoted(node.name), value.index, ports.size());
    }
    if (ports[value.index].tensor == name) {
        return Edit{CompositeEdit{}};
    }
    RETURN_IF_FAILED(checkValueName(graph, node.name, name));
    ports[value.index].tensor = name;
    return Edit{SetOutputPorts{value.node, std::move(ports)}};
}

} // namespace

std::optional<Entry> findValue(const Graph &graph, std::string_view name)
{
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        for (std::uint32_t i = 0; i < node.outputPorts.size(); ++i) {
            if (node.outputPorts[i].tensor == name) {
                return Entry{id, i, 0};
            }
        }
        const bool isNamedByNode = node.isVariable() || graph.dialect() == Dialect::Onnx;
        if (isNamedByNode && node.outputPorts.empty() && node.name == name) {
            return Entry{id};
        }
    }
    return std::nullopt;
}

bool canRenameValue(const Graph &graph, const Entry &value)
{
    const Node *node = graph.find(value.node);
    return node
           && (node->isVariable() || graph.dialect() == Dialect::Onnx
               || graph.dialect() == Dialect::LightNet);
}

Result<Edit> renameValue(const Graph &graph, const Entry &value, const std::string &name)
{
    RETURN_IF_FAILED(checkEntry(graph, value));
    const Node &node = graph.node(value.node);
    if (graph.dialect() == Dialect::LightNet) {
        return renameTensor(graph, value, name);
    }
    if (node.isVariable()) {
        return renameNode(graph, value.node, name);
    }
    if (graph.dialect() == Dialect::Onnx) {
        return renameOnnxValue(graph, value, name);
    }
    return makeErrorAt(node.name, "no-value-name",
                       "{} values are named after their nodes, expected {} to be renamed",
                       dialectName(graph.dialect()), quoted(node.name));
}

} // namespace nervure
