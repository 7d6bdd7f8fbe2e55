// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/analysis/graph_totals.h"
#include "core/graph/difference/graph_match.h"
#include "core/graph/difference/nodes_after.h"
#include "core/graph/difference/stored_digests.h"
#include "core/graph/indexed/indexed_graph.h"
#include "core/passes/kept_nodes.h"
#include "core/passes/step_gap.h"
#include "core/support/diagnostic.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// One pass that was run on the document: what the history shows.
struct PassStep {
    QString name;
    std::optional<double> ms; ///< nothing: nobody measured it, as of a file
    bool changedGraph = false;
    bool failed = false;
    bool wasAdded = false;                     ///< nobody asked for it, but a later pass needed it
    QString partOf;                            ///< the pass that was asked for and stands for it
    QStringList provided;                      ///< graph attributes that it added or replaced
    std::optional<StepGap> gap;                ///< what it left open without an error
    Diagnostics diagnostics;                   ///< what this step found
    std::shared_ptr<const Graph> graph;        ///< after the pass; null when unknown
    std::shared_ptr<const IndexedGraph> index; ///< of `graph`; null where it cannot be indexed
    Analyses analyses;                         ///< over `index`, after the pass
    /// To the step before; null: it is not known, and the graph is the same.
    std::shared_ptr<const GraphDifference> difference = nullptr;
    /// Where the nodes of `graph` came from in the graph before; null: they are the same.
    std::shared_ptr<const Provenance> provenance = nullptr;
    /// Nodes of the graph before that the pass left alone, and why; null: it was not asked.
    std::shared_ptr<const KeptNodes> kept = nullptr;
    /// What passes know of `graph`; null: nothing that it does not say itself.
    std::shared_ptr<const InheritedFacts> inherited = nullptr;
    std::optional<GraphTotals> totals = std::nullopt; ///< after the pass, if added up
    /// Of a file that another compiler wrote: which nodes of the file before are the same; else null.
    std::shared_ptr<const GraphMatch> match = nullptr;
    bool isToldByFile = false; ///< the file itself says it
    std::string file{};        ///< that it was read from; empty: a pass made it
    /// What its file holds, a digest for each value; null: it is no file. Of the graph before, where that is the
    /// document's own.
    std::shared_ptr<const StoredDigests> stored = nullptr;
    std::shared_ptr<const StoredDigests> storedBefore = nullptr;
};

/// Whether it made anything otherwise: a node, a result, or a shape, type or layout that was another one.
[[nodiscard]] bool changedSomething(const PassStep &step);

/// Why a step failed: its last error's words; empty where it has none.
[[nodiscard]] QString failureWords(const PassStep &step);

/// How a step differs from any other one.
struct StepComparison {
    std::shared_ptr<const GraphDifference> difference = nullptr; ///< null: it is not known
    /// Where the nodes came from that it is told of.
    std::shared_ptr<const Provenance> provenance = nullptr;

    explicit operator bool() const { return difference != nullptr; }
};

/// What a pipeline of passes gives back for one revision of the document.
struct PassOutcome {
    std::uint64_t revision = 0; ///< of the document's graph it was run on
    std::vector<PassStep> steps;
};

/// The model as the window shows it: the document's own graph with what is known of it, or what a
/// pass made of it, which can be looked at and not edited.
struct ModelStage {
    std::shared_ptr<const Graph> graph;        ///< never null
    std::shared_ptr<const IndexedGraph> index; ///< null: nothing is known
    Analyses analyses;                         ///< over `index`
    std::shared_ptr<const Graph> before; ///< what the pass made `graph` of; null: the document's
    std::shared_ptr<const GraphDifference> difference; ///< to `before`; null: there is none
    std::optional<GraphTotals> totals = std::nullopt;  ///< if they were added up already
    /// What passes know of `graph`; null: nothing that it does not say itself.
    std::shared_ptr<const InheritedFacts> inherited = nullptr;
    std::shared_ptr<const GraphMatch> match = nullptr; ///< to `before`, where it was found out
    /// Where the nodes of `graph` came from in `before`; null: nodes of one id are the same.
    std::shared_ptr<const Provenance> provenance = nullptr;

    /// Where nodes of `before` are in `graph`; there must be a graph before.
    [[nodiscard]] NodesAfter nodesAfter() const { return {*graph, provenance.get()}; }
    [[nodiscard]] bool isOfPass() const { return before != nullptr; }
    /// To `before`, node by node.
    [[nodiscard]] const NodeChanges &changes() const;
};

} // namespace nervure
