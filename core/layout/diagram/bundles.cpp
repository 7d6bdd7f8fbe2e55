// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/bundles.h"

#include "core/support/units.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// Lines that may have others beside them, by index, those between the same boxes together.
std::vector<std::uint32_t> sortedCandidates(const DrawnGraph &graph)
{
    std::vector<std::uint32_t> leaving(graph.nodes.size(), 0);
    std::vector<std::uint32_t> arriving(graph.nodes.size(), 0);
    for (const DrawnEdge &edge : graph.edges) {
        ++leaving[edge.from];
        ++arriving[edge.to];
    }
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t i = 0; i < graph.edges.size(); ++i) {
        const DrawnEdge &edge = graph.edges[i];
        if (edge.bundle < 0
            && std::min(leaving[edge.from], arriving[edge.to]) >= bundle::fewestLines) {
            candidates.push_back(i);
        }
    }
    const auto ends = [&graph](std::uint32_t i) {
        const DrawnEdge &edge = graph.edges[i];
        return std::tuple(edge.from, edge.to, edge.isControl, i);
    };
    std::sort(candidates.begin(), candidates.end(),
              [&ends](std::uint32_t a, std::uint32_t b) { return ends(a) < ends(b); });
    return candidates;
}

bool areBeside(const DrawnEdge &a, const DrawnEdge &b)
{
    return std::tie(a.from, a.to, a.isControl) == std::tie(b.from, b.to, b.isControl);
}

std::string labelOf(const std::vector<DrawnEdge> &lines)
{
    const std::string &label = lines.front().label;
    const bool saySame = std::all_of(lines.begin(), lines.end(),
                                     [&](const DrawnEdge &line) { return line.label == label; });
    const std::string count = "×" + groupedText(lines.size());
    return saySame && !label.empty() ? count + " · " + label : count;
}

} // namespace

DrawnGraph bundleLines(DrawnGraph graph)
{
    const std::vector<std::uint32_t> candidates = sortedCandidates(graph);
    std::vector<bool> isTaken(graph.edges.size(), false);
    for (auto first = candidates.begin(); first != candidates.end();) {
        const auto end = std::find_if(first, candidates.end(), [&](std::uint32_t edge) {
            return !areBeside(graph.edges[*first], graph.edges[edge]);
        });
        if (static_cast<std::size_t>(end - first) >= bundle::fewestLines) {
            std::vector<DrawnEdge> lines;
            std::transform(first, end, std::back_inserter(lines),
                           [&](std::uint32_t edge) { return graph.edges[edge]; });
            std::for_each(first + 1, end, [&](std::uint32_t edge) { isTaken[edge] = true; });
            graph.edges[*first].label = labelOf(lines);
            graph.edges[*first].bundle = static_cast<int>(graph.bundles.size());
            graph.bundles.push_back(std::move(lines));
        }
        first = end;
    }
    std::size_t at = 0;
    std::erase_if(graph.edges, [&](const DrawnEdge &) { return isTaken[at++]; });
    return graph;
}

} // namespace nervure
