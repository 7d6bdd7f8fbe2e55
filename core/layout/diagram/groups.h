// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawn_graph.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What makes boxes of a picture belong together.
enum class Grouping : std::uint8_t {
    None,
    Scopes,  ///< the parts of their names: "stage1_unit2_conv1"
    Repeats, ///< blocks that occur one after the other, wired alike; blocks in them likewise
    Fusion,  ///< what GraphFuse makes one kernel of; needs its analyses
};

/// The grouping of that word, as the command line spells it: none, scopes, repeats, fusion.
[[nodiscard]] std::optional<Grouping> groupingFromName(std::string_view name);

/// Boxes that belong together.
struct NodeGroup {
    std::string key;               ///< finds it again after an edit elsewhere
    std::string label;             ///< "stage1", "conv2d · batch_norm · relu"
    int parent = -1;               ///< the group around it; -1: none
    std::uint32_t size = 0;        ///< boxes in it, those of inner groups included but subgraphs'
    std::uint32_t occurrences = 1; ///< how often a block like this occurs in the picture
    std::shared_ptr<const Graph> subgraph = {}; ///< of a node, whose boxes these are; else null
    NodeId owner = {};                          ///< that node, or the graph's that holds it
    SubgraphPart part = {};                     ///< of a subgraph: what `label` says of it
    BodyPlace body = {};                        ///< of a subgraph: in the graph around it
};

/// The groups of a picture. Each box is in one innermost group at most.
struct GroupTree {
    std::vector<NodeGroup> groups; ///< parents before children
    std::vector<int> groupOf;      ///< by box; -1: in none

    /// How many groups are around this one.
    [[nodiscard]] int depthOf(int group) const;
};

/// Groups the boxes that `drawn` shows of `graph`. `options` are those it was drawn with. Groups of
/// one box, and the one that would hold everything, are left out. About linear in boxes and lines.
[[nodiscard]] GroupTree groupBoxes(const DrawnGraph &drawn, const Graph &graph, Grouping grouping,
                                   const DrawOptions &options = {});

/// How many boxes there are with all groups folded.
[[nodiscard]] std::size_t foldedBoxCount(const GroupTree &tree);

/// How a picture too large to take in is best folded: by names, else by repeats, whichever leaves no
/// more than some hundred boxes; None where neither does.
[[nodiscard]] Grouping readableGrouping(const DrawnGraph &drawn, const Graph &graph,
                                        const DrawOptions &options = {});

/// Which groups are folded into one card.
struct GroupFolding {
    int openLevels = 0;            ///< so many levels are open, deeper ones are folded
    std::set<std::string> toggled; ///< keys of groups that are the other way

    [[nodiscard]] bool isFolded(const NodeGroup &group, int depth) const
    {
        return (depth >= openLevels) != (toggled.count(group.key) != 0);
    }
    bool operator==(const GroupFolding &) const = default;
};

/// The picture with its folded groups drawn as one card each; its groups are noted in it. Lines
/// inside a card are gone, lines of one value to one card are one line.
[[nodiscard]] DrawnGraph foldGroups(DrawnGraph drawn, const GroupTree &tree,
                                    const GroupFolding &folding);

} // namespace nervure
