// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawn_graph.h"
#include "core/layout/diagram/palette.h"
#include "core/support/diagnostic.h"
#include "widgets/document/graph_changes.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace nervure {

/// What is shown on a node beyond what it is.
struct NodeMark {
    std::optional<double> heat; ///< position on the color scale, [0, 1]; absent: missing
    std::optional<std::uint32_t> colorClass; ///< index into CanvasMarks::classes
    QString badge;                           ///< "12.3 %", at the right of the first line
    QString owner; ///< the node whose amount holds this one's; empty: it has its own, or none
    ChangeMark change = ChangeMark::None; ///< by the last edit, until looked at, or by a pass
    QString note;                         ///< what the user wrote about it: a sheet on the card
};

/// What a color scale means, for the legend. Texts are ready to read.
struct HeatScale {
    QString title; ///< "Time by layer"
    QString low;   ///< "0 ms"
    QString high;  ///< "1.24 ms"
    bool hasMissing = false;
    bool isLogarithmic = false;
    bool isDiverging = false; ///< of differences: nothing changes in its middle
};

/// One kind of nodes where kinds are told apart by color; the sign goes with the color.
struct ColorClass {
    QString text; ///< "Device 1", a rule's query
    QString sign; ///< "1", "A", "+": short
    Rgb color;
    int count = 0; ///< nodes of it
};

/// The kind's color as the ground of a card: a tint, so that text keeps its contrast.
[[nodiscard]] Rgb tintOf(const ColorClass &kind, const Palette &palette);

/// The worst diagnostic about each of things that are counted; a byte each, since of a large graph all may
/// have one.
class WorstSeverities {
public:
    void set(std::uint32_t number, Severity severity);
    void worsen(std::uint32_t number, Severity severity);
    [[nodiscard]] std::optional<Severity> of(std::uint32_t number) const;
    /// No thing from here on has any.
    [[nodiscard]] std::uint32_t limit() const { return static_cast<std::uint32_t>(m_worst.size()); }

private:
    std::vector<std::uint8_t> m_worst; ///< 0: none
};

/// The worst diagnostics about the nodes of a subgraph, and of all in it.
struct SubgraphSeverities {
    Severity worst = Severity::Note;
    std::unordered_map<NodeId, Severity> nodes;
};

/// Everything that colors the picture; the layout does not depend on it.
struct CanvasMarks {
    std::unordered_map<NodeId, NodeMark> nodes;
    std::optional<HeatScale> scale;  ///< present: nodes are colored by amount
    std::vector<ColorClass> classes; ///< present: nodes are colored by these kinds
    QString title;                   ///< what the kinds are of; for the legend
    QString unclassed;               ///< what nodes of no kind are; empty: nothing to say
    QString hint;                    ///< why there is nothing to color by; empty: there is

    std::unordered_map<const Graph *, SubgraphSeverities> subgraphs; ///< those with diagnostics
    std::unordered_map<NodeId, Severity> held; ///< the worst in the subgraphs of each node
    WorstSeverities worst; ///< by NodeId, about the nodes of the graph themselves

    [[nodiscard]] const NodeMark *find(NodeId node) const;
    /// Finds the worst diagnostic that each box of a picture is to show: of its node, of all in a folded
    /// group, and of the subgraphs of its node if they are not drawn. Once for a picture, not at every
    /// painting: any number of nodes may be in a group.
    void follow(const DrawnGraph &drawn);
    /// What follow() found, if anything.
    [[nodiscard]] std::optional<Severity> severityOf(std::uint32_t box) const;

private:
    void follow(const DrawnGraph &drawn, NodeId id, const std::unordered_set<NodeId> &owners);
    void followSubgraphs(const DrawnGraph &drawn);

    WorstSeverities m_boxes;
};

/// Marks the nodes that diagnostics are about, those in subgraphs too. Diagnostics know nodes by their
/// places in this graph, or by name and by the names of the nodes that hold them.
void markDiagnostics(CanvasMarks &marks, const Graph &graph, const Diagnostics &diagnostics);

} // namespace nervure
