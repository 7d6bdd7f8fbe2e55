// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/model_facts.h"
#include "widgets/jobs/job_runner.h"

#include <functional>
#include <memory>
#include <vector>

namespace nervure {

class GraphDocument;
class Selection;

/// What queries found, each in the order of the graph, and what is known of the nodes.
struct FoundNodes {
    std::shared_ptr<const NodeFacts> facts;  ///< of the graph that is shown
    std::vector<std::vector<NodeId>> nodes;  ///< by query
    std::shared_ptr<const ModelFacts> model; ///< of that graph and of those that its nodes hold
    std::vector<std::vector<FoundNode>> inBodies; ///< by query: what is in those
};

/// What a search needs of the window.
struct SearchScope {
    const GraphDocument &document;
    const Selection &selection;
    JobRunner &jobs;
};

/// The stage that the document shows, with all that is known of it but times. Linear in the graph.
[[nodiscard]] QuerySource querySource(const GraphDocument &document);

/// The facts about the document's inputs that inference of bodies starts from.
[[nodiscard]] OnnxFacts factsOfInputs(const GraphDocument &document);

/// Asks the stage that the document shows, off the UI thread; `key` names the job (a new one of the
/// same key replaces it). `done` gets the answer on the UI thread while `receiver` lives.
void startSearch(const SearchScope &scope, const QString &key, std::vector<Query> queries,
                 QObject *receiver, std::function<void(FoundNodes)> done);

} // namespace nervure
