// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/step_reader.h"

#include "core/builtins.h"
#include "core/formats/weights/weight_digests.h"
#include "core/graph/analysis/memory_plan.h"
#include "core/passes/steps/step_folder.h"
#include "widgets/text/format.h"

#include <utility>

namespace nervure {

namespace {

PassStep stepOf(ReadStep read, GraphRelation relation)
{
    PassStep step;
    step.name = toQString(read.name);
    step.changedGraph = true; // of another file it is another graph, whatever is in it
    step.diagnostics = std::move(read.diagnostics);
    step.file = read.file.string();
    step.stored = std::move(read.stored);
    step.graph = std::move(read.graph);
    step.index = std::move(read.values.index);
    step.analyses = std::move(read.values.analyses);
    step.difference = std::make_shared<const GraphDifference>(std::move(relation.difference));
    step.provenance = std::make_shared<const Provenance>(std::move(relation.provenance));
    step.match = std::make_shared<const GraphMatch>(std::move(relation.match));
    step.isToldByFile = relation.isTold;
    if (step.index) {
        const PlanBytes plan = planBytes(*step.index, step.analyses);
        GraphTotals totals;
        totals.plannedBytes = plan.planned;
        totals.peakBytes = plan.peak;
        step.totals = totals;
    }
    return step;
}

/// What the model's own file holds; why not, where it cannot be read.
std::shared_ptr<const StoredDigests> storedOf(const Graph &start, const StepReading &reading,
                                              const JobControl &control)
{
    StoredDigests stored;
    if (reading.original) {
        auto read = digestsOf(start, reading.original, reading.path, control);
        if (read) {
            stored = std::move(*read);
        } else {
            stored.unread[NodeId()] = read.error().message;
        }
    }
    return std::make_shared<const StoredDigests>(std::move(stored));
}

Diagnostic leftOut(Diagnostic why, const std::filesystem::path &file)
{
    why.severity = Severity::Warning;
    why.where.file = file.string();
    why.message = "left out: " + why.message;
    return why;
}

} // namespace

std::vector<PassStep> readSteps(const Graph &start, std::span<const std::filesystem::path> files,
                                const StepReading &reading, const JobControl &control)
{
    PassEnvironment passes{reading.builtins.passes, reading.builtins.ops, reading.inputs,
                           reading.semantics};
    passes.control = control;
    const StepEnvironment environment{reading.builtins.formats, passes, reading.semantics};
    const GraphValues opened = valuesOf(start, passes);
    const std::shared_ptr<const StoredDigests> stored = storedOf(start, reading, control);
    std::vector<PassStep> steps;
    Diagnostics missing;
    for (const std::filesystem::path &file : files) {
        if (control.cancel.isCanceled()) {
            break;
        }
        Result<ReadStep> read = readStep(file, environment);
        if (!read) {
            missing.push_back(leftOut(read.error(), file));
            continue;
        }
        const KnownGraph before =
            steps.empty() ? KnownGraph{start, opened.index.get(), &opened.analyses, stored.get()}
                          : KnownGraph{*steps.back().graph, steps.back().index.get(),
                                       &steps.back().analyses, steps.back().stored.get()};
        GraphRelation relation = relate(before, read->known());
        steps.push_back(stepOf(std::move(*read), std::move(relation)));
        steps.back().storedBefore = steps.size() == 1 ? stored : nullptr;
        steps.back().diagnostics.insert(steps.back().diagnostics.begin(), missing.begin(),
                                        missing.end());
        missing.clear();
    }
    if (!steps.empty()) {
        steps.back().diagnostics.insert(steps.back().diagnostics.end(), missing.begin(),
                                        missing.end());
    }
    return steps;
}

} // namespace nervure
