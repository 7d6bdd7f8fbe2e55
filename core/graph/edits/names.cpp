// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/names.h"

#include "core/graph/analysis/parameters.h"
#include "core/graph/edits/edit_draft.h"
#include "core/graph/edits/outer_names.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

/// Without a number that was given to make it unique: "conv1_2" is "conv1".
std::string_view withoutNumber(std::string_view name)
{
    const std::size_t end = name.find_last_not_of("0123456789");
    const bool isNumbered =
        end != std::string_view::npos && end > 0 && end + 1 < name.size() && name[end] == '_';
    return isNumbered ? name.substr(0, end) : name;
}

/// True if the name of a node is that of a value.
bool isNamedValue(const Node &node)
{
    return node.dialect == Dialect::Onnx && node.isVariable();
}

/// True if the value of an operator is to get the name of its node.
bool isUnnamedOutput(const Node &node)
{
    return node.dialect == Dialect::Onnx && node.outputPorts.empty();
}

/// True if a value of the graph, or of a body in it, has the name or is read by it.
bool isValueName(const Graph &graph, const std::string &name)
{
    const auto isIt = [&name](const Port &port) { return port.tensor == name; };
    const auto isInBody = [&name](const std::shared_ptr<const Graph> &body) {
        return isValueName(*body, name);
    };
    const auto nodes = graph.nodes();
    return std::any_of(nodes.begin(), nodes.end(), [&](NodeId id) {
        const Node &node = graph.node(id);
        if ((isNamedValue(node) || isUnnamedOutput(node)) && node.name == name) {
            return true;
        }
        for (std::size_t i = 0; i < node.inputs.size() && i < node.inputPorts.size(); ++i) {
            // The name of a connected input is the file's, and may be an old one.
            if (!graph.contains(node.inputs[i].node) && isIt(node.inputPorts[i])) {
                return true;
            }
        }
        return std::any_of(node.outputPorts.begin(), node.outputPorts.end(), isIt)
               || std::any_of(node.subgraphs.begin(), node.subgraphs.end(), isInBody);
    });
}

} // namespace

FreshNames::FreshNames(const Graph &graph)
{
    for (const NodeId id : graph.nodes()) {
        m_nodes.taken.insert(graph.node(id).name);
    }
    addTensorsOf(graph);
}

void FreshNames::addTensorsOf(const Graph &graph)
{
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (isNamedValue(node) || isUnnamedOutput(node)) {
            m_tensors.taken.insert(node.name);
        }
        for (const auto &body : node.subgraphs) {
            addTensorsOf(*body);
        }
        for (const Port &port : node.outputPorts) {
            m_tensors.taken.insert(port.tensor);
        }
        for (const Port &port : node.inputPorts) {
            m_tensors.taken.insert(port.tensor);
        }
    }
}

std::string FreshNames::take(Names &names, std::string_view wanted)
{
    std::string name(wanted);
    if (!name.empty() && names.taken.insert(name).second) {
        return name;
    }
    const std::string_view suffix = parameterSuffix(wanted);
    const std::string stem(withoutNumber(wanted.substr(0, wanted.size() - suffix.size())));
    int &number = names.counts[stem + std::string(suffix)];
    do {
        name = fmt::format("{}_{}{}", stem, ++number, suffix);
    } while (!names.taken.insert(name).second);
    return name;
}

std::string FreshNames::value(std::string_view wanted)
{
    std::string name;
    do {
        name = take(m_tensors, wanted);
    } while (!m_nodes.taken.insert(name).second);
    return name;
}

std::string FreshNames::nodeOf(std::string_view op)
{
    int &number = m_nodes.counts["\n" + std::string(op)]; // no stem has a line end in front
    std::string name;
    do {
        name = std::string(op) + std::to_string(number++);
    } while (!m_nodes.taken.insert(name).second);
    return name;
}

std::string uniqueName(const Graph &graph, std::string_view wanted)
{
    return FreshNames(graph).node(wanted);
}

Status checkValueName(const Graph &graph, const std::string &where, const std::string &name)
{
    if (!isValueName(graph, name)) {
        return {};
    }
    FreshNames names(graph);
    std::string free = names.tensor(name);
    while (isValueName(graph, free)) {
        free = names.tensor(name);
    }
    return makeErrorAt(where, "name-taken", "the value's name {} is taken, {} is free",
                       quoted(name), quoted(free));
}

Result<Edit> renameNode(const Graph &graph, NodeId node, const std::string &name)
{
    RETURN_IF_FAILED(checkNodes(graph, {&node, 1}));
    const std::string &present = graph.node(node).name;
    if (name.empty()) {
        return makeErrorAt(present, "name-empty", "the name is empty, expected a text");
    }
    if (name == present) {
        return Edit{CompositeEdit{}};
    }
    const Node &renamed = graph.node(node);
    if (graph.dialect() == Dialect::Onnx && renamed.isVariable()) {
        RETURN_IF_FAILED(checkValueName(graph, present, name));
    }
    if (graph.findByName(name) || isTakenByBodies(graph, name)) {
        const std::string free = renamed.isVariable()
                                     ? FreshNames(graph).variable(renamed.dialect, name)
                                     : uniqueName(graph, name);
        return makeErrorAt(present, "name-taken", "the name {} is taken, {} is free", quoted(name),
                           quoted(free));
    }
    return Edit{RenameNode{node, name}};
}

Result<Edit> renameTensor(const Graph &graph, const Entry &tensor, const std::string &name)
{
    RETURN_IF_FAILED(checkEntry(graph, tensor));
    const Node &node = graph.node(tensor.node);
    if (tensor.index >= node.outputPorts.size()) {
        return makeErrorAt(node.name, "no-such-entry", "{} defines no tensors", quoted(node.name));
    }
    std::vector<Port> ports = node.outputPorts;
    if (name.empty()) {
        return makeErrorAt(node.name, "name-empty", "the name is empty, expected a text");
    }
    if (ports[tensor.index].tensor != name
        && (isValueName(graph, name) || isTakenByBodies(graph, name))) {
        return makeErrorAt(node.name, "name-taken", "the tensor's name {} is taken, {} is free",
                           quoted(name), quoted(FreshNames(graph).tensor(name)));
    }
    ports[tensor.index].tensor = name;
    return Edit{SetOutputPorts{tensor.node, std::move(ports)}};
}

} // namespace nervure
