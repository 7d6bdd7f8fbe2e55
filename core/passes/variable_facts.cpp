// SPDX-License-Identifier: Apache-2.0
#include "core/passes/variable_facts.h"

#include "core/passes/layout_attributes.h"

namespace nervure {

void learnVariables(const IndexedGraph &graph, const Analyses &analyses, InputFacts &facts)
{
    const Shapes *shapes = analyses.find(keys::shape, graph);
    const DTypes *types = analyses.find(keys::dtype, graph);
    for (const std::uint32_t id : graph.inputNodes()) {
        const std::string &name = graph.node(id).node->name;
        const std::uint32_t entry = graph.entryId(id, 0);
        if (shapes && entry < shapes->size() && !isUnknown((*shapes)[entry])) {
            facts.shapes[name] = (*shapes)[entry];
        }
        if (types && entry < types->size() && (*types)[entry] != DType::Unknown) {
            facts.dtypes[name] = (*types)[entry];
        }
    }
    // Layouts stay as the first CorrectLayout has left them.
    for (auto &item : inputLayouts(graph, analyses)) {
        facts.layouts.insert(item);
    }
}

void forgetLostVariables(const IndexedGraph &graph, InputFacts &facts)
{
    std::set<std::string_view> names;
    for (const std::uint32_t id : graph.inputNodes()) {
        names.insert(graph.node(id).node->name);
    }
    const auto isLost = [&names](const auto &item) { return names.count(item.first) == 0; };
    std::erase_if(facts.shapes, isLost);
    std::erase_if(facts.dtypes, isLost);
    std::erase_if(facts.layouts, isLost);
}

} // namespace nervure
