// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/value_names.h"

#include "core/formats/onnx/onnx_graph.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/traversal.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace nervure::onnx {

ValueNames::ValueNames(const Graph &graph) : m_graph(graph)
{
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (node.isVariable()) {
            if (!node.attrs.find(onnx_variable::outer)) {
                m_values[node.name] = {id, 0, 0};
            }
            continue;
        }
        for (std::size_t i = 0; i < node.outputPorts.size(); ++i) {
            if (!node.outputPorts[i].tensor.empty()) {
                m_values[node.outputPorts[i].tensor] = {id, static_cast<std::uint32_t>(i), 0};
            }
        }
    }
    nameNewValues();
}

void ValueNames::nameNewValues()
{
    std::vector<NodeId> unnamed;
    for (const NodeId id : m_graph.nodes()) {
        const Node &node = m_graph.node(id);
        if (!node.isVariable() && node.outputPorts.empty()) {
            unnamed.push_back(id);
        }
    }
    const auto used = unnamed.empty() ? std::vector<std::uint32_t>() : usedOutputs(m_graph);
    for (const NodeId id : unnamed) {
        for (std::uint32_t i = 0; i < std::max<std::uint32_t>(used[id.value], 1); ++i) {
            const std::string wanted =
                m_graph.node(id).name + (i == 0 ? "" : fmt::format("_{}", i));
            std::string name = wanted;
            for (int number = 1; m_values.count(name) != 0; ++number) {
                name = fmt::format("{}_{}", wanted, number);
            }
            m_values[name] = {id, i, 0};
            m_newOutputs[id].push_back(std::move(name));
        }
    }
}

std::string ValueNames::name(const Entry &entry) const
{
    const Node *node = m_graph.find(entry.node);
    if (!node) {
        return {};
    }
    if (node->isVariable()) {
        return node->name;
    }
    const auto made = m_newOutputs.find(entry.node);
    if (made != m_newOutputs.end()) {
        return entry.index < made->second.size() ? made->second[entry.index] : std::string();
    }
    return entry.index < node->outputPorts.size() ? node->outputPorts[entry.index].tensor
                                                  : std::string();
}

std::optional<Entry> ValueNames::find(std::string_view name) const
{
    const auto found = m_values.find(std::string(name));
    return found == m_values.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> ValueNames::inputs(const Node &node) const
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const Port *port = i < node.inputPorts.size() ? &node.inputPorts[i] : nullptr;
        names.resize(port ? std::max<std::size_t>(port->listed, names.size()) : names.size());
        const std::string known = name(node.inputs[i]);
        names.push_back(known.empty() && port ? port->tensor : known);
    }
    return names;
}

std::vector<std::string> ValueNames::outputs(NodeId id) const
{
    const auto made = m_newOutputs.find(id);
    if (made != m_newOutputs.end()) {
        return made->second;
    }
    std::vector<std::string> names;
    for (const Port &port : m_graph.node(id).outputPorts) {
        names.push_back(port.tensor);
    }
    return names;
}

std::vector<NodeId> inOrderOfUse(const Graph &graph)
{
    enum State : char { New, Open, Done };
    std::vector<State> states(graph.idLimit(), New);
    std::vector<NodeId> order;
    std::vector<std::pair<NodeId, std::size_t>> path; // a node and how many of its inputs are done
    const auto enter = [&](NodeId id) {
        if (graph.contains(id) && states[id.value] == New) {
            states[id.value] = Open;
            path.emplace_back(id, 0);
        }
    };
    for (const NodeId root : graph.nodes()) {
        enter(root);
        while (!path.empty()) {
            const NodeId id = path.back().first;
            const Node &node = graph.node(id);
            const std::size_t next = path.back().second++;
            if (next < node.inputs.size()) {
                enter(node.inputs[next].node);
                continue;
            }
            states[id.value] = Done;
            if (!node.isVariable()) {
                order.push_back(id);
            }
            path.pop_back();
        }
    }
    return order;
}

} // namespace nervure::onnx
