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

void makeWorse(std::optional<Severity> &worst, std::optional<Severity> other)
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
                makeWorse(here, it->second);
            }
            makeWorse(here, markHeld(marks, node, innerPath, worst));
        }
        if (here) {
            found.worst = *here;
            marks.subgraphs.insert_or_assign(graph.get(), std::move(found));
        }
        makeWorse(all, here);
    }
    return all;
}

} // namespace

void WorstSeverities::set(std::uint32_t number, Severity severity)
{
    if (number >= m_worst.size()) {
        m_worst.resize(std::size_t{number} + 1);
    }
    m_worst[number] = static_cast<std::uint8_t>(static_cast<int>(severity) + 1);
}

void WorstSeverities::worsen(std::uint32_t number, Severity severity)
{
    if (of(number) < severity) { // none is the least
        set(number, severity);
    }
}

std::optional<Severity> WorstSeverities::of(std::uint32_t number) const
{
    const std::uint8_t worst = number < m_worst.size() ? m_worst[number] : std::uint8_t{0};
    return worst == 0 ? std::nullopt : std::optional(static_cast<Severity>(worst - 1));
}

const NodeMark *CanvasMarks::find(NodeId node) const
{
    const auto it = nodes.find(node);
    return it == nodes.end() ? nullptr : &it->second;
}

void CanvasMarks::follow(const DrawnGraph &drawn)
{
    m_boxes = {};
    std::unordered_set<NodeId> owners; // whose subgraphs are drawn
    for (const DrawnGroup &group : drawn.groups) {
        if (group.subgraph) {
            owners.insert(group.owner);
        }
    }
    for (std::uint32_t id = 0; id < worst.limit(); ++id) {
        if (worst.of(id)) {
            follow(drawn, NodeId{id}, owners);
        }
    }
    for (const auto &[id, severity] : held) {
        follow(drawn, id, owners);
    }
    if (!subgraphs.empty()) {
        followSubgraphs(drawn);
    }
}

void CanvasMarks::follow(const DrawnGraph &drawn, NodeId id,
                         const std::unordered_set<NodeId> &owners)
{
    const auto box = drawn.find(id);
    if (!box) {
        return;
    }
    const bool isGroup = drawn.nodes[*box].kind == DrawnKind::Group;
    std::optional<Severity> shown;
    if (isGroup || drawn.nodes[*box].node == id) {
        shown = worst.of(id.value);
    }
    if (const auto within = held.find(id);
        within != held.end() && (isGroup || owners.count(id) == 0)) {
        makeWorse(shown, within->second);
    }
    if (shown) {
        m_boxes.worsen(*box, *shown);
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
            m_boxes.set(box, severities.worst);
        } else if (const auto it = severities.nodes.find(node.inner);
                   it != severities.nodes.end()) {
            m_boxes.set(box, it->second);
        }
    }
}

std::optional<Severity> CanvasMarks::severityOf(std::uint32_t box) const
{
    return m_boxes.of(box);
}

void markDiagnostics(CanvasMarks &marks, const Graph &graph, const Diagnostics &diagnostics)
{
    WorstByPath byPath;
    for (const Diagnostic &diagnostic : diagnostics) {
        if (diagnostic.places) {
            for (const FindingPlace &place : *diagnostic.places) {
                marks.worst.worsen(place.node.value, diagnostic.severity);
            }
        } else if (!diagnostic.where.outermostNode().empty()) {
            Severity &severity =
                byPath.try_emplace(pathOf(diagnostic.where), diagnostic.severity).first->second;
            severity = std::max(severity, diagnostic.severity);
        }
    }
    if (byPath.empty()) {
        return;
    }
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (const auto it = byPath.find(node.name); it != byPath.end()) {
            marks.worst.worsen(id.value, it->second);
        }
        if (const auto within = markHeld(marks, node, node.name, byPath)) {
            marks.held[id] = *within;
        }
    }
}

Rgb tintOf(const ColorClass &kind, const Palette &palette)
{
    return blend(palette.card, kind.color, palette.isDark ? 0.3 : 0.22);
}

} // namespace nervure
