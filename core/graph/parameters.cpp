// SPDX-License-Identifier: Apache-2.0
#include "core/graph/parameters.h"

#include "core/graph/kernel_calls.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

bool hasParameterSuffix(std::string_view name)
{
    constexpr std::array<std::string_view, 7> suffixes{
        "_weight", "_bias", "_gamma", "_beta", "_moving_mean", "_moving_var", "_parameters"};
    return std::any_of(suffixes.begin(), suffixes.end(),
                       [name](std::string_view suffix) { return name.ends_with(suffix); });
}

/// Whether input `position` of a node with this spec takes a parameter named `name`.
bool takesParameter(const OpSpec *spec, std::size_t position, std::string_view name)
{
    if (!spec) {
        return position != 0 && hasParameterSuffix(name);
    }
    const auto &inputs = spec->parameterInputs;
    return std::find(inputs.begin(), inputs.end(), position) != inputs.end();
}

} // namespace

std::unordered_set<NodeId> findParameters(const Graph &graph, const OpRegistry &ops,
                                          const std::set<std::string, std::less<>> &loaded)
{
    std::unordered_set<NodeId> parameters;
    std::unordered_set<NodeId> others;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        // What a compiled kernel takes for what is not written anywhere.
        const OpSpec *spec = node.isVariable() || isKernelCall(node) ? nullptr : ops.find(node);
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const NodeId source = node.inputs[i].node;
            if (graph.contains(source) && graph.node(source).isVariable()) {
                auto &kind = takesParameter(spec, i, graph.node(source).name) ? parameters : others;
                kind.insert(source);
            }
        }
    }
    std::erase_if(parameters, [&others](NodeId id) { return others.count(id) != 0; });
    for (const NodeId id : graph.nodes()) {
        if (graph.node(id).isVariable() && loaded.count(graph.node(id).name) != 0) {
            parameters.insert(id);
        }
    }
    return parameters;
}

} // namespace nervure
