// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/outer_names.h"

#include "core/graph/onnx_variable.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace nervure {

namespace {

using NewNames = std::map<std::string, std::string>;

void eraseOwnValues(NewNames &names, const Graph &body)
{
    for (const NodeId id : body.nodes()) {
        const Node &node = body.node(id);
        if (node.isVariable() && !node.attrs.find(onnx_variable::outer)) {
            names.erase(node.name);
        }
        for (const Port &port : node.outputPorts) {
            names.erase(port.tensor);
        }
    }
}

/// Whether a graph's nodes, or their bodies, take a value of those names from around the graph.
bool takesAny(const Graph &graph, const NewNames &names)
{
    const auto bodyTakesAny = [&names](const std::shared_ptr<const Graph> &body) {
        NewNames seen = names;
        eraseOwnValues(seen, *body);
        return takesAny(*body, seen);
    };
    return !names.empty()
           && std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](NodeId id) {
                  const Node &node = graph.node(id);
                  return (node.attrs.find(onnx_variable::outer) && names.count(node.name) != 0)
                         || std::any_of(node.subgraphs.begin(), node.subgraphs.end(), bodyTakesAny);
              });
}

/// A body in which what is taken from around it has new names; null where it takes none of them.
std::shared_ptr<const Graph> renamed(const Graph &original, NewNames names)
{
    eraseOwnValues(names, original);
    if (!takesAny(original, names)) {
        return nullptr;
    }
    Graph body = original;
    for (const NodeId id : original.nodes()) {
        const Node &node = original.node(id);
        const auto name =
            node.attrs.find(onnx_variable::outer) ? names.find(node.name) : names.end();
        if (name != names.end()) {
            body.edit(id).name = name->second;
        }
    }
    renameOuterValues(body, names);
    return std::make_shared<const Graph>(std::move(body));
}

/// True if a graph has a value of that name itself.
bool definesValue(const Graph &graph, const std::string &name)
{
    NewNames names{{name, name}};
    eraseOwnValues(names, graph);
    return names.empty();
}

} // namespace

std::set<std::string> namesTakenByBodies(const Node &node)
{
    std::set<std::string> taken;
    for (const std::shared_ptr<const Graph> &body : node.subgraphs) {
        for (const NodeId id : body->nodes()) {
            const Node &inner = body->node(id);
            if (inner.attrs.find(onnx_variable::outer)) {
                taken.insert(inner.name);
            }
            for (const std::string &name : namesTakenByBodies(inner)) {
                if (!definesValue(*body, name)) {
                    taken.insert(name);
                }
            }
        }
    }
    return taken;
}

std::unordered_map<std::string_view, Entry> valuesByName(const Graph &graph)
{
    std::unordered_map<std::string_view, Entry> values;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (node.isVariable()) {
            values.emplace(node.name, Entry{id, 0, 0});
        }
        for (std::uint32_t i = 0; i < node.outputPorts.size(); ++i) {
            if (!node.outputPorts[i].tensor.empty()) {
                values.emplace(node.outputPorts[i].tensor, Entry{id, i, 0});
            }
        }
    }
    return values;
}

void renameOuterValues(Node &node, const NewNames &names)
{
    for (std::shared_ptr<const Graph> &body : node.subgraphs) {
        if (auto changed = renamed(*body, names)) {
            body = std::move(changed);
        }
    }
}

void renameOuterValues(Graph &graph, const NewNames &names)
{
    for (const NodeId id : std::vector<NodeId>(graph.nodes().begin(), graph.nodes().end())) {
        for (std::size_t i = 0; i < graph.node(id).subgraphs.size(); ++i) {
            // What takes none of them stays shared with copies of the graph.
            if (auto changed = renamed(*graph.node(id).subgraphs[i], names)) {
                graph.edit(id).subgraphs[i] = std::move(changed);
            }
        }
    }
}

bool isTakenByBodies(const Graph &graph, const std::string &name)
{
    return takesAny(graph, {{name, name}});
}

} // namespace nervure
