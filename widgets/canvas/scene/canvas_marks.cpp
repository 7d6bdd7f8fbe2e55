// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/canvas_marks.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace nervure {

namespace {

/// By the names of a node's holders, an end of line after each, and its own.
using WorstByPath = std::unordered_map<std::string, Severity>;

std::string pathOf(const Location &where)
{
    std::string path;
    for (const std::string &owner : where.owners) {
        path += owner + '\n';
    }
    return path + where.node;
}

void worsen(std::optional<Severity> &worst, std::optional<Severity> other)
{
    worst = std::max(worst, other); // none is the least
}

/// The worst in what the node holds, which is noted by node. `path` is the holder's.
std::optional<Severity> markHeld(CanvasMarks &marks, const Node &owner, const std::string &path,
                                 const WorstByPath &worst)
{
    std::optional<Severity> all;
    for (const std::shared_ptr<const Graph> &graph : owner.subgraphs) {
        if (!graph) {
            continue;
        }
        SubgraphSeverities found;
        std::optional<Severity> here;
        if (const auto it = worst.find(path + '\n'); it != worst.end()) {
            here = it->second; // of its heads
        }
        for (const NodeId id : graph->nodes()) {
            const Node &node = graph->node(id);
            const std::string innerPath = path + '\n' + node.name;
            if (const auto it = worst.find(innerPath); it != worst.end() && !node.name.empty()) {
                found.nodes.emplace(id, it->second);
                worsen(here, it->second);
            }
            worsen(here, markHeld(marks, node, innerPath, worst));
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

void CanvasMarks::follow(const DrawnGraph &drawn)
{
    m_boxes.clear();
    std::unordered_set<NodeId> owners; // whose subgraphs are drawn
    for (const DrawnGroup &group : drawn.groups) {
        if (group.subgraph) {
            owners.insert(group.owner);
        }
    }
    for (const NodeId id : flagged) {
        const auto box = drawn.find(id);
        if (!box) {
            continue;
        }
        const bool isGroup = drawn.nodes[*box].kind == DrawnKind::Group;
        std::optional<Severity> worst;
        if (isGroup || drawn.nodes[*box].node == id) {
            const NodeMark *mark = find(id);
            worst = mark ? mark->severity : std::nullopt;
        }
        if (const auto within = held.find(id);
            within != held.end() && (isGroup || owners.count(id) == 0)) {
            worsen(worst, within->second);
        }
        if (worst) {
            Severity &shown = m_boxes.try_emplace(*box, *worst).first->second;
            shown = std::max(shown, *worst);
        }
    }
    if (!subgraphs.empty()) {
        followSubgraphs(drawn);
    }
}

void CanvasMarks::followSubgraphs(const DrawnGraph &drawn)
{
    for (std::uint32_t box = 0; box < drawn.nodes.size(); ++box) {
        if (!drawn.isInside(box)) {
            continue;
        }
        const DrawnNode &node = drawn.nodes[box];
        const auto &group = drawn.groups[static_cast<std::size_t>(node.group)];
        const auto found = subgraphs.find(group.subgraph.get());
        if (found == subgraphs.end()) {
            continue;
        }
        const SubgraphSeverities &severities = found->second;
        if (node.kind == DrawnKind::Group) {
            m_boxes.insert_or_assign(box, severities.worst);
        } else if (const auto it = severities.nodes.find(node.inner);
                   it != severities.nodes.end()) {
            m_boxes.insert_or_assign(box, it->second);
        }
    }
}

std::optional<Severity> CanvasMarks::severityOf(std::uint32_t box) const
{
    const auto it = m_boxes.find(box);
    return it == m_boxes.end() ? std::nullopt : std::optional(it->second);
}

void markDiagnostics(CanvasMarks &marks, const Graph &graph, const Diagnostics &diagnostics)
{
    WorstByPath worst;
    for (const Diagnostic &diagnostic : diagnostics) {
        if (!diagnostic.where.outermostNode().empty()) {
            Severity &severity =
                worst.try_emplace(pathOf(diagnostic.where), diagnostic.severity).first->second;
            severity = std::max(severity, diagnostic.severity);
        }
    }
    if (worst.empty()) {
        return;
    }
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const auto it = worst.find(node.name);
        const std::optional<Severity> within = markHeld(marks, node, node.name, worst);
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

Rgb tintOf(const ColorClass &kind, const Palette &palette)
{
    return blend(palette.card, kind.color, palette.isDark ? 0.3 : 0.22);
}

} // namespace nervure
