// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/provenance.h"
#include "core/graph/graph.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace nervure {

/// A graph among those that passes made one of the other, and where its nodes came from in the graph before;
/// no provenance: nodes of one id are the same.
struct LineageStage {
    std::shared_ptr<const Graph> graph; ///< never null
    std::shared_ptr<const Provenance> provenance = nullptr;
};

/// What becomes of nodes from stage to stage, and what they came from. Stages are numbered from 0, the graph
/// that no pass has seen. A value for any thread.
class NodeLineage {
public:
    explicit NodeLineage(std::vector<LineageStage> stages) : m_stages(std::move(stages)) {}

    [[nodiscard]] std::size_t stageCount() const { return m_stages.size(); }
    [[nodiscard]] const Graph &graph(std::size_t stage) const { return *m_stages[stage].graph; }
    [[nodiscard]] const std::shared_ptr<const Graph> &sharedGraph(std::size_t stage) const
    {
        return m_stages[stage].graph;
    }
    /// True if a node of one id is the same in all stages up to that one: none of them was read from a file.
    [[nodiscard]] bool sharesIdsUpTo(std::size_t stage) const;
    /// The nodes of stage `to` that those of stage `from` became, or that they came from. Without doubles;
    /// last what stands for them best: the node that the last of them still is, else the last of those
    /// that came of it. Empty where nothing is left of them, or there was nothing yet.
    [[nodiscard]] std::vector<NodeId> follow(std::span<const NodeId> nodes, std::size_t from,
                                             std::size_t to) const;

    /// Where the nodes of stage `to` came from in stage `from`, or what they became there: as one pass between
    /// the two would tell it.
    [[nodiscard]] Provenance between(std::size_t from, std::size_t to) const;

private:
    [[nodiscard]] Provenance forwards(std::size_t from, std::size_t to) const;
    [[nodiscard]] Provenance turned(const Provenance &provenance, std::size_t from,
                                    std::size_t to) const;
    [[nodiscard]] std::vector<NodeId> forward(const std::vector<NodeId> &nodes,
                                              std::size_t to) const;
    [[nodiscard]] std::vector<NodeId> back(const std::vector<NodeId> &nodes, std::size_t to) const;

    std::vector<LineageStage> m_stages;
};

/// A stage of a lineage.
struct StagePlace {
    std::shared_ptr<const NodeLineage> lineage; ///< null: of a graph that no pass has seen
    std::size_t stage = 0;
};
/// The same between stages of two lineages that began with one graph.
[[nodiscard]] std::vector<NodeId> follow(std::span<const NodeId> nodes, const StagePlace &from,
                                         const StagePlace &to);

} // namespace nervure
