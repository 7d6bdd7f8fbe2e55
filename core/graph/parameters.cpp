// SPDX-License-Identifier: Apache-2.0
#include "core/graph/parameters.h"

#include "core/graph/kernel_calls.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace nervure {

namespace {

/// Whether input `position` of a node with this spec takes a parameter named `name`.
bool takesParameter(const OpSpec *spec, std::size_t position, std::string_view name)
{
    if (!spec) {
        return position != 0 && !parameterSuffix(name).empty();
    }
    const auto &inputs = spec->parameterInputs;
    return std::find(inputs.begin(), inputs.end(), position) != inputs.end();
}

} // namespace

std::string_view parameterSuffix(std::string_view name)
{
    constexpr std::array<std::string_view, 7> suffixes{
        "_weight", "_bias", "_gamma", "_beta", "_moving_mean", "_moving_var", "_parameters"};
    const auto found =
        std::find_if(suffixes.begin(), suffixes.end(),
                     [name](std::string_view suffix) { return name.ends_with(suffix); });
    return found == suffixes.end() ? std::string_view() : *found;
}

std::unordered_set<NodeId> findParameters(const Graph &graph, const OpRegistry &ops,
                                          const std::set<std::string, std::less<>> &loaded)
{
    enum Use : std::uint8_t { Unread, AsParameter, Otherwise };
    std::vector<Use> uses(graph.idLimit(), Unread);
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        // What a compiled kernel takes for what is not written anywhere.
        const OpSpec *spec = node.isVariable() || isKernelCall(node) ? nullptr : ops.find(node);
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const Node *source = graph.find(node.inputs[i].node);
            if (source && source->isVariable()) {
                const Use use = takesParameter(spec, i, source->name) ? AsParameter : Otherwise;
                Use &known = uses[node.inputs[i].node.value];
                known = std::max(known, use);
            }
        }
    }
    std::unordered_set<NodeId> parameters;
    for (const NodeId id : graph.nodes()) {
        const bool isLoaded = !loaded.empty() && graph.node(id).isVariable()
                              && loaded.count(graph.node(id).name) != 0;
        if (isLoaded || uses[id.value] == AsParameter) {
            parameters.insert(id);
        }
    }
    return parameters;
}

} // namespace nervure
