// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/node_search.h"

#include "core/builtins.h"
#include "core/execution/profile/node_times.h"
#include "core/graph/analysis/parameters.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"

#include <QCoreApplication>

#include <utility>

namespace nervure {

void startSearch(const SearchScope &scope, const QString &key, std::vector<Query> queries,
                 QObject *receiver, std::function<void(FoundNodes)> done)
{
    const ModelStage &stage = scope.document.stage();
    QuerySource source;
    source.graph = stage.graph;
    source.index = stage.index;
    source.analyses = stage.analyses;
    source.semantics = scope.document.semantics();
    source.selection = scope.selection.nodes();
    source.inherited = stage.inherited;
    auto work = [known = std::move(source), queries = std::move(queries),
                 loaded = scope.document.inputFacts().loaded, profile = scope.document.profile(),
                 &ops = scope.document.builtins().ops](const JobControl &control) {
        QuerySource all = known;
        all.parameters =
            all.inherited ? all.inherited->parameters : findParameters(*all.graph, ops, loaded);
        if (profile) {
            NodeTimes times = timesOfNodes(profile->data, *all.graph);
            all.times = std::move(times.ms);
            all.timeOwners = std::move(times.owners);
        }
        FoundNodes found;
        found.facts = std::make_shared<const NodeFacts>(std::move(all), ops);
        for (const Query &query : queries) {
            found.nodes.push_back(query.find(*found.facts, control.cancel));
        }
        return found;
    };
    scope.jobs.start({QCoreApplication::translate("NodeSearch", "Searching"), key}, receiver,
                     std::move(work), std::move(done));
}

} // namespace nervure
