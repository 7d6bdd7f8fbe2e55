// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/value_sources.h"

#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

#include <algorithm>

namespace nervure {

namespace {

QString textOf(const EntryFacts &facts, bool showsType)
{
    QStringList parts;
    if (!facts.shapeText.isEmpty()) {
        parts.append(facts.shapeText);
    }
    if (showsType && !facts.typeText.isEmpty()) {
        parts.append(facts.typeText);
    }
    return parts.join(u' ');
}

bool reads(const Node &reader, NodeId source)
{
    return std::any_of(reader.inputs.begin(), reader.inputs.end(),
                       [source](const Entry &input) { return input.node == source; });
}

void addInputs(std::vector<ValueSource> &sources, const GraphDocument &document, const Node &node,
               std::size_t most)
{
    const Graph &graph = *document.stage().graph;
    std::vector<Entry> inputs;
    for (const Entry &input : node.inputs) {
        if (graph.contains(input.node) && inputs.size() < most) {
            inputs.push_back(input);
        }
    }
    const auto isOther = [&](const Entry &input) {
        return document.factsOf(input).dtype != document.factsOf(inputs.front()).dtype;
    };
    const bool showsTypes = std::any_of(inputs.begin(), inputs.end(), isOther);
    for (const Entry &input : inputs) {
        sources.push_back({ValueSource::Role::Input, input.node,
                           toQString(graph.node(input.node).name),
                           textOf(document.factsOf(input), showsTypes)});
    }
}

/// Who else reads these variables.
void addReaders(std::vector<ValueSource> &sources, const Graph &graph, NodeId node,
                const std::vector<NodeId> &variables, std::size_t most)
{
    std::size_t count = 0;
    for (const NodeId id : graph.nodes()) {
        const Node &reader = graph.node(id);
        const bool isReader =
            id != node && std::any_of(variables.begin(), variables.end(), [&](NodeId variable) {
                return reads(reader, variable);
            });
        if (isReader && count < most) {
            ++count;
            sources.push_back({ValueSource::Role::Reader, id, toQString(reader.name), {}});
        }
    }
}

} // namespace

std::vector<ValueSource> sourcesOf(const GraphDocument &document, NodeId node, std::size_t most)
{
    const Graph &graph = *document.stage().graph;
    std::vector<ValueSource> sources;
    const Node *found = graph.find(node);
    if (!found) {
        return sources;
    }
    addInputs(sources, document, *found, most);
    std::vector<NodeId> variables;
    if (found->isVariable()) {
        variables.push_back(node);
    }
    for (const ValueSource &source : sources) {
        if (graph.node(source.node).isVariable()) {
            variables.push_back(source.node);
        }
    }
    if (!variables.empty()) {
        addReaders(sources, graph, node, variables, most);
    }
    return sources;
}

} // namespace nervure
