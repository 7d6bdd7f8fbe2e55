// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/frontends/models/models.h"
#include "core/graph/difference/graph_match.h"
#include "core/passes/pass_manager.h"

#include <algorithm>
#include <random>
#include <unordered_map>

namespace nervure::tests {

/// A graph as somebody's compiler might have written it: its nodes in another order, some under other names,
/// and nothing that tells which they were.
struct DumpedGraph {
    Graph graph;
    std::shared_ptr<const IndexedGraph> index;
    Analyses analyses;
    std::unordered_map<NodeId, NodeId> original; ///< which nodes they were

    operator KnownGraph() const { return {graph, index.get(), &analyses}; }
};

/// How many nodes of a hundred get another name, and whether those only swap theirs among themselves.
struct Renaming {
    unsigned percent = 10;
    bool swaps = false;
};

inline std::vector<std::string> newNames(const Graph &graph, const Renaming &renaming,
                                         std::mt19937 &random)
{
    std::vector<std::string> names;
    std::vector<std::size_t> chosen;
    for (const NodeId id : graph.nodes()) {
        if (random() % 100 < renaming.percent) {
            chosen.push_back(names.size());
        }
        names.push_back(graph.node(id).name);
    }
    if (renaming.swaps && !chosen.empty()) {
        for (std::size_t i = 0; i + 1 < chosen.size(); ++i) {
            std::swap(names[chosen[i]], names[chosen[i + 1]]);
        }
        return names;
    }
    for (const std::size_t place : chosen) {
        names[place] = "renamed_" + std::to_string(random());
    }
    return names;
}

inline DumpedGraph dumped(const PassResult &step, const Renaming &renaming, std::mt19937 &random,
                          const OpRegistry &ops)
{
    const Graph &graph = *step.graph;
    const std::vector<std::string> names = newNames(graph, renaming, random);
    std::vector<NodeId> order(graph.nodes().begin(), graph.nodes().end());
    std::shuffle(order.begin(), order.end(), random);
    std::unordered_map<NodeId, NodeId> idOf;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        idOf[order[i]] = NodeId{i};
    }
    std::unordered_map<NodeId, std::string> nameOf;
    for (std::size_t i = 0; i < names.size(); ++i) {
        nameOf[graph.nodes()[i]] = names[i];
    }
    DumpedGraph result;
    std::vector<std::pair<NodeId, Node>> nodes;
    for (const NodeId id : order) {
        Node node = graph.node(id);
        node.name = nameOf.at(id);
        node.sourceIndex.reset();
        for (Entry &entry : node.inputs) {
            entry.node = idOf.at(entry.node);
        }
        for (std::size_t i = 0; i < node.controlDeps.size(); ++i) {
            node.controlDeps[i] = idOf.at(node.controlDeps[i]);
        }
        result.original[idOf.at(id)] = id;
        nodes.emplace_back(idOf.at(id), std::move(node));
    }
    std::vector<Entry> heads = graph.heads();
    for (Entry &head : heads) {
        head.node = idOf.at(head.node);
    }
    result.graph.assign(std::move(nodes), std::move(heads));
    Diagnostics ignored;
    result.index = IndexedGraph::build(result.graph, ops, ignored).value();
    // The heads are the same, and so is the order of the snapshot.
    for (const char *name : {"shape", "dtype"}) {
        if (step.analyses.holds(name, *step.index)) {
            result.analyses.take(name, step.analyses, *result.index);
        }
    }
    return result;
}

/// How a match compares with what the passes say.
struct MatchScore {
    std::size_t right = 0;
    std::size_t wrong = 0;
    std::size_t certainlyWrong = 0;
    std::size_t certain = 0;
    std::size_t remade = 0; ///< a pass made anew what was there: same name, same operator
    std::size_t missed = 0; ///< nodes that came from others, of which the match says nothing

    void add(const MatchScore &other)
    {
        right += other.right;
        wrong += other.wrong;
        certainlyWrong += other.certainlyWrong;
        certain += other.certain;
        remade += other.remade;
        missed += other.missed;
    }
    [[nodiscard]] double share() const
    {
        const double all = static_cast<double>(right + wrong);
        return all == 0 ? 1 : static_cast<double>(right) / all;
    }
};

/// `stepBefore` is the graph that the step was given.
inline MatchScore scoreOf(const GraphMatch &match, const DumpedGraph &before,
                          const DumpedGraph &after, const PassResult &step, const Graph &stepBefore)
{
    const Provenance &provenance = step.provenance;
    std::unordered_map<NodeId, std::vector<NodeId>> from;
    for (const Provenance::Origin &origin : provenance.origins) {
        from[origin.node] = origin.from;
    }
    const auto cameFrom = [&](NodeId node, NodeId source) {
        const auto told = from.find(node);
        return told == from.end() ? node == source
                                  : std::find(told->second.begin(), told->second.end(), source)
                                        != told->second.end();
    };
    MatchScore score;
    for (const NodeMatch &one : match.matches) {
        const bool isRight = cameFrom(after.original.at(one.after), before.original.at(one.before));
        const bool isCertain = one.certainty == Certainty::Certain;
        const Node &old = stepBefore.node(before.original.at(one.before));
        const Node &now = step.graph->node(after.original.at(one.after));
        // FoldScaleAxis makes its scales' new shapes under the names of the old ones.
        const bool isRemade = !isRight && old.name == now.name && old.op == now.op;
        ++(isRight ? score.right : isRemade ? score.remade : score.wrong);
        score.certain += isCertain;
        score.certainlyWrong += isCertain && !isRight && !isRemade;
    }
    for (const UnmatchedNode &one : match.onlyAfter) {
        const auto told = from.find(after.original.at(one.node));
        score.missed += told == from.end(); // what is listed is a new node in the place of others
    }
    return score;
}

} // namespace nervure::tests
