// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analyses.h"
#include "core/graph/indexed_graph.h"
#include "core/support/diagnostic.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace nervure {

/// One pass that was run on the document: what the history shows.
struct PassStep {
    QString name;
    double ms = 0;
    bool changedGraph = false;
    bool failed = false;
    bool wasAdded = false;                     ///< nobody asked for it, but a later pass needed it
    QStringList provided;                      ///< graph attributes that it added or replaced
    Diagnostics diagnostics;                   ///< what this step found
    std::shared_ptr<const Graph> graph;        ///< after the pass; null when unknown
    std::shared_ptr<const IndexedGraph> index; ///< of `graph`; null where it cannot be indexed
    Analyses analyses;                         ///< over `index`, after the pass
};

/// What a pipeline of passes gives back for one revision of the document.
struct PassOutcome {
    std::uint64_t revision = 0;                ///< of the document's graph it was run on
    std::shared_ptr<const IndexedGraph> index; ///< of the graph after the last pass
    Analyses analyses;                         ///< over `index`
    std::vector<PassStep> steps;
};

} // namespace nervure
