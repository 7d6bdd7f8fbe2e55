// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/pass_runner.h"

#include "core/builtins.h"
#include "core/passes/pass_manager.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/text/format.h"

#include <algorithm>

namespace nervure {

namespace {

PassStep stepOf(PassResult result, const Graph &before)
{
    PassStep step;
    step.name = toQString(result.name);
    step.ms = result.ms;
    step.changedGraph = result.changed;
    step.failed = !result.ok;
    step.wasAdded = result.wasAdded;
    for (const std::string &name : result.provided) {
        step.provided.append(toQString(name));
    }
    step.diagnostics = std::move(result.diagnostics);
    if (result.changed) {
        step.changes = std::make_shared<const NodeChanges>(
            changesBetween(before, *result.graph, &result.provenance));
    }
    step.graph = std::move(result.graph);
    step.index = std::move(result.index);
    step.analyses = std::move(result.analyses);
    return step;
}

PassOutcome outcomeOf(PassRun run, const Graph &start)
{
    PassOutcome outcome;
    outcome.revision = start.revision();
    for (PassResult &result : run.steps) {
        const bool isFirst = outcome.steps.empty();
        const Graph &before = isFirst ? start : *outcome.steps.back().graph;
        outcome.steps.push_back(stepOf(std::move(result), before));
    }
    return outcome;
}

} // namespace

PassRunner::PassRunner(GraphDocument &document, JobRunner &jobs, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_jobs(jobs)
{
    connect(&document, &GraphDocument::contentReplaced, this, [this] {
        m_passes.clear();
        cancel();
    });
    connect(&document, &GraphDocument::graphChanged, this, &PassRunner::rerun);
    connect(&document, &GraphDocument::inputFactsChanged, this, &PassRunner::rerun);
    connect(&jobs, &JobRunner::jobEnded, this, [this](quint64 job) {
        if (job == m_job) {
            m_job = 0;
            Q_EMIT runningChanged();
        }
    });
}

void PassRunner::run(std::vector<PassRequest> passes)
{
    m_passes = std::move(passes);
    start();
}

void PassRunner::runUsual()
{
    std::vector<PassRequest> passes{{"InferShape", {}}, {"InferType", {}}};
    const auto &attrs = m_document.graph().attrs();
    const bool isCompiled = std::any_of(attrs.begin(), attrs.end(), [](const GraphAttr &attr) {
        return attr.name == keys::dltype.name;
    });
    // A compiled graph brings the plan that it runs with.
    if (!isCompiled) {
        passes.push_back({"PlanMemory", {}});
    }
    run(std::move(passes));
}

void PassRunner::cancel()
{
    if (m_job != 0) {
        m_jobs.cancel(m_job);
    }
}

void PassRunner::rerun()
{
    if (!m_passes.empty()) {
        start();
    }
}

void PassRunner::start()
{
    const Builtins &builtins = m_document.builtins();
    PassEnvironment environment{builtins.passes, builtins.ops, m_document.inputFacts(),
                                m_document.semantics()};
    environment.addNeeded = true;
    environment.describesSteps = true;
    const JobSpec spec{tr("Running passes"), QStringLiteral("passes")};
    // Everything is copied, so that the run can go on while the document changes.
    m_job = m_jobs.start(
        spec, this,
        [environment, graph = m_document.graph(), passes = m_passes](const JobControl &control) {
            PassEnvironment own = environment;
            own.control = control;
            return outcomeOf(runPasses(graph, passes, own), graph);
        },
        [this](PassOutcome outcome) {
            m_document.setPassOutcome(std::move(outcome));
            Q_EMIT finished();
        });
    Q_EMIT runningChanged();
}

} // namespace nervure
