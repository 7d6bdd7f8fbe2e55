// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_marks.h"

#include <algorithm>
#include <string>

namespace nervure {

namespace {

using WorstByName = std::unordered_map<std::string, Severity>;

void worsen(std::optional<Severity> &worst, std::optional<Severity> other)
{
    worst = std::max(worst, other); // none is the least
}

/// The worst in what the node holds, which is noted by node.
std::optional<Severity> markHeld(CanvasMarks &marks, const Node &holder, const WorstByName &worst)
{
    std::optional<Severity> all;
    for (const std::shared_ptr<const Graph> &graph : holder.subgraphs) {
        if (!graph) {
            continue;
        }
        SubgraphSeverities found;
        std::optional<Severity> here;
        for (const NodeId id : graph->nodes()) {
            const Node &node = graph->node(id);
            if (const auto it = worst.find(node.name); it != worst.end()) {
                found.nodes.emplace(id, it->second);
                worsen(here, it->second);
            }
            worsen(here, markHeld(marks, node, worst));
        }
        if (here) {
            found.worst = *here;
            marks.subgraphs.insert_or_assign(graph.get(), std::move(found));
        }
        worsen(all, here);
    }
    return all;
}

} // namespace

const NodeMark *CanvasMarks::find(NodeId node) const
{
    const auto it = nodes.find(node);
    return it == nodes.end() ? nullptr : &it->second;
}

std::optional<Severity> CanvasMarks::severityOf(const DrawnGraph &drawn, std::uint32_t box) const
{
    const DrawnNode &node = drawn.nodes[box];
    if (drawn.isInside(box)) {
        const auto group = static_cast<std::size_t>(node.group);
        const auto graph = subgraphs.find(drawn.groups[group].subgraph.get());
        if (graph == subgraphs.end()) {
            return std::nullopt;
        }
        if (node.kind == DrawnKind::Group) {
            return graph->second.worst;
        }
        const auto it = graph->second.nodes.find(node.inner);
        return it == graph->second.nodes.end() ? std::nullopt : std::optional(it->second);
    }
    const auto own = [this](NodeId id) {
        const NodeMark *mark = find(id);
        return mark ? mark->severity : std::nullopt;
    };
    const auto within = [this](NodeId id) {
        const auto it = held.find(id);
        return it == held.end() ? std::nullopt : std::optional(it->second);
    };
    if (node.kind != DrawnKind::Group) {
        const std::optional<Severity> hidden = within(node.node);
        const bool isDrawn =
            hidden && std::any_of(drawn.groups.begin(), drawn.groups.end(), [&](const auto &group) {
                return group.subgraph && group.holder == node.node;
            });
        return isDrawn ? own(node.node) : std::max(own(node.node), hidden);
    }
    std::optional<Severity> worst;
    for (const NodeId id : flagged) {
        if (drawn.find(id) == box) {
            worsen(worst, std::max(own(id), within(id)));
        }
    }
    return worst;
}

void markDiagnostics(CanvasMarks &marks, const Graph &graph, const Diagnostics &diagnostics)
{
    WorstByName worst;
    for (const Diagnostic &diagnostic : diagnostics) {
        if (!diagnostic.where.node.empty()) {
            Severity &severity =
                worst.try_emplace(diagnostic.where.node, diagnostic.severity).first->second;
            severity = std::max(severity, diagnostic.severity);
        }
    }
    if (worst.empty()) {
        return;
    }
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const auto it = worst.find(node.name);
        const std::optional<Severity> within = markHeld(marks, node, worst);
        if (it != worst.end()) {
            marks.nodes[id].severity = it->second;
        }
        if (within) {
            marks.held[id] = *within;
        }
        if (within || it != worst.end()) {
            marks.flagged.push_back(id);
        }
    }
}

Rgb tintOf(const ColourClass &kind, const Palette &palette)
{
    return blend(palette.card, kind.colour, palette.isDark ? 0.3 : 0.22);
}

} // namespace nervure
