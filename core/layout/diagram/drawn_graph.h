// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/body_place.h"
#include "core/graph/graph.h"
#include "core/graph/op/op_registry.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace nervure {

class IndexedGraph;

enum class DrawnKind : std::uint8_t { Operator, Variable, Group, Output };

/// One card (operator, folded group) or pill (variable, output) of the picture: what it says, not where
/// it stands.
struct DrawnNode {
    /// Of a group: its first; of a subgraph's: the graph's node that holds it; of an output: invalid.
    NodeId node;
    DrawnKind kind = DrawnKind::Operator;
    OpCategory category = OpCategory::Other;
    bool isKnown = true;         ///< false: no operator of that name is declared
    bool isHead = false;         ///< a head of the graph reads one of its outputs
    bool isReachable = true;     ///< the heads reach it (a LightNet graph is reached whole)
    bool hasFaultyInput = false; ///< an input names a node that is not there
    bool isLoose = false;        ///< moves no other: drawn, but not of the graph that is shown
    NodeId inner = {};           ///< of a subgraph's: which node of the subgraph it is
    std::uint32_t head = 0;      ///< of an output: which one (Graph::heads())
    std::string title;           ///< first line: the operator; for a variable or output its name
    std::string name;            ///< second line; empty for variables and outputs
    /// Third line: telling attributes, `3×3 s2 p1 → 64`; of an output type and shape. May be empty.
    std::string detail;
    /// Parameters drawn as part of this card; of a group all its nodes. Of a subgraph's as many
    /// times the node that holds it; of a card for a whole subgraph none.
    std::vector<NodeId> folded;
    int group = -1; ///< DrawnGraph::groups: the innermost it is in, of a group card itself
};

/// One line of the picture: the value goes from one drawn node to another.
struct DrawnEdge {
    Entry value;            ///< in a subgraph, `node` is the graph's node that holds it
    std::uint32_t from = 0; ///< index into DrawnGraph::nodes
    std::uint32_t to = 0;
    std::uint32_t input = 0; ///< position among the inputs of `to`, or the number of an output
    bool isControl = false;  ///< a control dependency or isResult(), drawn dashed
    std::string label;       ///< shape and layout, `1×64×56×56 NCHW`; empty while unknown
    /// Whose input it is; in a subgraph, the graph's node that holds it; invalid at an output, so that
    /// (reader, input) is the EdgeEnd that edits take.
    NodeId reader = {};
    int bundle = -1; ///< DrawnGraph::bundles, of which it has the first line's value
};

/// What a subgraph is to the node that holds it.
struct SubgraphPart {
    enum class Kind : std::uint8_t { Subgraph, Condition, Body, Then, Else };

    std::string owner; ///< its name, or its operator where it has none
    Kind kind = Kind::Subgraph;
    std::uint32_t number = 0; ///< from 1, of several without other names; else 0
};

/// A group of boxes, folded into a card or not.
struct DrawnGroup {
    std::string key; ///< see NodeGroup
    std::string label;
    int parent = -1;
    std::uint32_t size = 0;
    std::uint32_t occurrences = 1;
    bool isFolded = false;
    bool isOpen = false;                        ///< neither it nor a group around it is folded
    std::shared_ptr<const Graph> subgraph = {}; ///< of which this is the picture; null: of none
    NodeId owner = {};                          ///< the graph's node that holds the subgraph
    SubgraphPart part = {};                     ///< of a subgraph: what `label` says of it
    BodyPlace body = {};                        ///< of a subgraph: in the graph around it
};

/// What of a graph is drawn. Faulty graphs are normal: edges from nodes that are not there are left
/// out (their reader carries a flag), cycles stay.
struct DrawnGraph {
    std::vector<DrawnNode> nodes;
    std::vector<DrawnEdge> edges;
    /// The lines that one stands for, see bundleLines(). None of these is a bundle itself.
    std::vector<std::vector<DrawnEdge>> bundles;
    std::vector<DrawnGroup> groups; ///< parents before children; none unless foldGroups() ran
    std::vector<NodeId> owners;     ///< the drawn nodes that hold subgraphs, until foldGroups()
    /// By NodeId, where a node is drawn: its own index, or that of the card it is folded into.
    std::vector<std::uint32_t> indexOf;
    static constexpr std::uint32_t notDrawn = NodeId::invalidValue;
    /// By number of the output: its pill, or notDrawn. Empty until addOutputs() ran.
    std::vector<std::uint32_t> outputs;
    std::uint64_t revision = 0; ///< of the graph it shows

    /// Whether the box shows a subgraph or a part of it: picture only, no node of the graph is it.
    [[nodiscard]] bool isInside(std::uint32_t box) const
    {
        const int group = nodes[box].group;
        return group >= 0 && groups[static_cast<std::size_t>(group)].subgraph != nullptr;
    }
    /// The graph's node that the box is, or its first; invalid for what isInside() one.
    [[nodiscard]] NodeId ownNode(std::uint32_t box) const
    {
        return isInside(box) ? NodeId{} : nodes[box].node;
    }
    [[nodiscard]] bool isOutput(std::uint32_t box) const
    {
        return nodes[box].kind == DrawnKind::Output;
    }
    /// Whether the line leads from a subgraph to the node that holds it.
    [[nodiscard]] bool isResult(const DrawnEdge &edge) const
    {
        return isInside(edge.from) && nodes[edge.from].group != nodes[edge.to].group;
    }
    /// The lines that one stands for: itself, if it is no bundle.
    [[nodiscard]] std::span<const DrawnEdge> linesOf(const DrawnEdge &edge) const
    {
        return edge.bundle < 0 ? std::span(&edge, 1)
                               : std::span(bundles[static_cast<std::size_t>(edge.bundle)]);
    }
    /// What a box is called: its name, or what it is where it has none; a card by its group.
    [[nodiscard]] const std::string &calledOf(std::uint32_t box) const
    {
        const DrawnNode &node = nodes[box];
        return node.name.empty() || node.kind == DrawnKind::Group ? node.title : node.name;
    }
    [[nodiscard]] std::optional<std::uint32_t> find(NodeId node) const
    {
        const std::uint32_t index = node.value < indexOf.size() ? indexOf[node.value] : notDrawn;
        return index == notDrawn ? std::nullopt : std::optional(index);
    }
    void setIndex(NodeId node, std::uint32_t index)
    {
        if (node.value >= indexOf.size()) {
            indexOf.resize(std::size_t{node.value} + 1, notDrawn);
        }
        indexOf[node.value] = index;
    }
};

/// What to draw, and what is known of the values. `indexed` and `analyses` go together: the
/// analyses' entry vectors are over that snapshot. A snapshot of an older revision only lends
/// shapes to nodes that it knows.
struct DrawOptions {
    bool foldParameters = true; ///< weights become part of their operator
    bool labelNames = false;    ///< lines say their value's name
    bool labelShapes = true;
    bool labelTypes = false; ///< each value's type; else only types that are not float32
    const IndexedGraph *indexed = nullptr;
    const Analyses *analyses = nullptr;
    /// Variables whose values come from a file, as findParameters() takes them.
    std::set<std::string, std::less<>> loaded = {};
};

[[nodiscard]] DrawnGraph makeDrawnGraph(const Graph &graph, const OpRegistry &ops,
                                        const DrawOptions &options = {});

} // namespace nervure
