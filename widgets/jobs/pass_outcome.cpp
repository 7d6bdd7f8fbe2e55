// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/pass_outcome.h"

#include "core/passes/steps/pass_differences.h"
#include "widgets/text/format.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

PassStep stepOf(PassResult result)
{
    PassStep step;
    step.name = toQString(result.name);
    step.ms = result.ms;
    step.changedGraph = result.changed;
    step.failed = !result.ok;
    step.wasAdded = result.wasAdded;
    step.partOf = toQString(result.partOf);
    step.gap = std::move(result.gap);
    for (const std::string &name : result.provided) {
        step.provided.append(toQString(name));
    }
    step.diagnostics = std::move(result.diagnostics);
    if (result.changed) {
        step.provenance = std::make_shared<const Provenance>(std::move(result.provenance));
    }
    step.graph = std::move(result.graph);
    step.index = std::move(result.index);
    step.analyses = std::move(result.analyses);
    if (result.inherited && step.index) {
        step.totals = result.totals;
    }
    step.inherited = std::move(result.inherited);
    step.kept = std::make_shared<const KeptNodes>(std::move(result.kept));
    return step;
}

} // namespace

PassOutcome outcomeOf(std::vector<PassResult> results, std::uint64_t revision)
{
    PassOutcome outcome{revision, {}};
    for (PassResult &result : results) {
        outcome.steps.push_back(stepOf(std::move(result)));
    }
    return outcome;
}

PassOutcome comparedOutcome(std::vector<PassResult> results, const Graph &start,
                            const OpRegistry &ops)
{
    std::vector<GraphDifference> differences = passDifferences(start, results, ops);
    PassOutcome outcome = outcomeOf(std::move(results), start.revision());
    for (std::size_t i = 0; i < differences.size(); ++i) {
        outcome.steps[i].difference =
            std::make_shared<const GraphDifference>(std::move(differences[i]));
    }
    return outcome;
}

std::shared_ptr<const KnownValues> knownOf(const PassRun &run, std::uint64_t revision)
{
    if (!run.ok || run.steps.empty()) {
        return nullptr;
    }
    const PassResult &last = run.steps.back();
    const bool isKnown = last.analyses.find(keys::shape, last.index) != nullptr;
    return isKnown ? std::make_shared<const KnownValues>(
               KnownValues{revision, last.index, last.analyses})
                   : nullptr;
}

InferenceDelta compareResults(const KnownValues &before, const KnownValues &after,
                              const PassRun &run)
{
    const bool isOtherGraph = std::any_of(run.steps.begin(), run.steps.end(),
                                          [](const PassResult &step) { return step.changed; });
    return compareValues(before, after, isOtherGraph ? SameNodes::ByIdAndName : SameNodes::ById);
}

bool didNothing(const PassOutcome &outcome)
{
    return std::none_of(outcome.steps.begin(), outcome.steps.end(),
                        [](const PassStep &step) { return !step.failed && !step.wasAdded; });
}

std::vector<PassStep> keptSteps(std::vector<PassStep> kept, const PassStep &failed)
{
    while (!kept.empty() && kept.back().failed) {
        kept.pop_back();
    }
    if (kept.empty()) {
        return kept;
    }
    PassStep last = failed;
    last.changedGraph = false;
    last.difference = nullptr;
    last.provenance = nullptr;
    last.provided.clear();
    last.graph = kept.back().graph;
    last.index = kept.back().index;
    last.analyses = kept.back().analyses;
    last.inherited = kept.back().inherited;
    last.totals = kept.back().totals;
    kept.push_back(std::move(last));
    return kept;
}

} // namespace nervure
