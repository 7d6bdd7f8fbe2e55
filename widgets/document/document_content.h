// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/graph_census.h"
#include "core/graph/indexed_graph.h"
#include "core/support/diagnostic.h"

#include <QString>

#include <memory>
#include <string>
#include <unordered_set>

namespace nervure {

/// A model as it was read, on its way from the job that reads it to the document that shows it.
struct DocumentContent {
    Graph graph;
    std::string original;    ///< the file's bytes, which saving preserves; empty for new models
    std::string formatName;  ///< name in the FormatRegistry
    QString path;            ///< absolute; empty for models that are no file yet
    Diagnostics diagnostics; ///< what was noticed while reading
    /// The graph's snapshot and what making it found, where the job made it already.
    std::shared_ptr<const IndexedGraph> index = nullptr;
    Diagnostics indexDiagnostics = {};
    std::shared_ptr<const std::unordered_set<NodeId>> parameters = nullptr; ///< likewise
    std::shared_ptr<const GraphCensus> census = nullptr;                    ///< likewise
};

} // namespace nervure
