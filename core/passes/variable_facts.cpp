// SPDX-License-Identifier: Apache-2.0
#include "core/passes/variable_facts.h"

#include "core/passes/layout_attributes.h"

namespace nervure {

namespace {

std::set<std::string_view> variableNames(const IndexedGraph &graph)
{
    std::set<std::string_view> names;
    for (const std::uint32_t id : graph.inputNodes()) {
        names.insert(graph.node(id).node->name);
    }
    return names;
}

/// Drops the facts about the variables whose name `isLost` tells.
template <typename F>
void forgetVariables(F &&isLost, InputFacts &facts)
{
    const auto isLostItem = [&isLost](const auto &item) { return isLost(item.first); };
    std::erase_if(facts.shapes, isLostItem);
    std::erase_if(facts.dtypes, isLostItem);
    std::erase_if(facts.layouts, isLostItem);
}

} // namespace

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
    const auto names = variableNames(graph);
    forgetVariables([&names](const std::string &name) { return names.count(name) == 0; }, facts);
}

void forgetRemovedVariables(const IndexedGraph &before, const IndexedGraph &after,
                            InputFacts &facts)
{
    const auto had = variableNames(before);
    const auto has = variableNames(after);
    forgetVariables(
        [&had, &has](const std::string &name) {
            return had.count(name) != 0 && has.count(name) == 0;
        },
        facts);
}

} // namespace nervure
