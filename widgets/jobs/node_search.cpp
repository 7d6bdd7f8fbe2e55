// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/node_search.h"

#include "core/builtins.h"
#include "core/execution/profile/node_times.h"
#include "core/graph/analysis/parameters.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"

#include <QCoreApplication>

#include <functional>
#include <set>
#include <string>
#include <utility>

namespace nervure {

namespace {

/// What takes no time; with the parameters it is complete.
QuerySource knownOf(const GraphDocument &document)
{
    const ModelStage &stage = document.stage();
    QuerySource source;
    source.graph = stage.graph;
    source.index = stage.index;
    source.analyses = stage.analyses;
    source.semantics = document.semantics();
    source.inherited = stage.inherited;
    return source;
}

void addParameters(QuerySource &source, const OpRegistry &ops,
                   const std::set<std::string, std::less<>> &loaded)
{
    source.parameters = source.inherited ? source.inherited->parameters
                                         : findParameters(*source.graph, ops, loaded);
}

} // namespace

QuerySource querySource(const GraphDocument &document)
{
    QuerySource source = knownOf(document);
    addParameters(source, document.builtins().ops, document.inputFacts().loaded);
    return source;
}

OnnxFacts factsOfInputs(const GraphDocument &document)
{
    const InputFacts &inputs = document.inputFacts();
    OnnxFacts facts{inputs.shapes, inputs.dtypes, inputs.elements};
    facts.sizes = inputs.sizes;
    return facts;
}

void startSearch(const SearchScope &scope, const QString &key, std::vector<Query> queries,
                 QObject *receiver, std::function<void(FoundNodes)> done)
{
    QuerySource source = knownOf(scope.document);
    source.selection = scope.selection.nodes();
    auto work = [known = std::move(source), bodyFacts = factsOfInputs(scope.document),
                 queries = std::move(queries), loaded = scope.document.inputFacts().loaded,
                 profile = scope.document.profile(), own = scope.document.ownNodes(),
                 &ops = scope.document.builtins().ops](const JobControl &control) {
        QuerySource all = known;
        addParameters(all, ops, loaded);
        if (profile) {
            NodeTimes times = timesOfShown(profile->data, *own);
            all.times = std::move(times.ms);
            all.timeOwners = std::move(times.owners);
        }
        FoundNodes found;
        found.model = std::make_shared<const ModelFacts>(
            NodeFacts(std::move(all), ops),
            shownBodies(*known.graph, ops, bodyFacts, control.cancel), ops);
        found.facts = {found.model, &found.model->outer()};
        for (const Query &query : queries) {
            std::vector<FoundNode> inBodies = findInModel(query, *found.model, control.cancel);
            std::vector<NodeId> nodes;
            std::erase_if(inBodies, [&nodes](const FoundNode &one) {
                if (one.part == 0) {
                    nodes.push_back(one.node);
                }
                return one.part == 0;
            });
            found.nodes.push_back(std::move(nodes));
            found.inBodies.push_back(std::move(inBodies));
        }
        return found;
    };
    scope.jobs.start({QCoreApplication::translate("NodeSearch", "Searching"), key}, receiver,
                     std::move(work), std::move(done));
}

} // namespace nervure
