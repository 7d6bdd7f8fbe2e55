// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/pass_runner.h"

#include "core/builtins.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/text/format.h"

#include <QElapsedTimer>

#include <algorithm>
#include <set>

namespace nervure {

namespace {

/// Everything a run needs, copied, so that it can go on while the document changes.
struct Work {
    const Builtins &builtins;
    Graph graph;
    InputFacts inputs;
    Semantics semantics;
    std::vector<PassRequest> passes;
};

std::map<std::string, std::string> completeOptions(const PassSpec &spec, const PassRequest &request)
{
    std::map<std::string, std::string> options;
    for (const PassOption &option : spec.options) {
        options[option.name] = option.defaultText;
    }
    for (const auto &[name, value] : request.options) {
        options[name] = value;
    }
    return options;
}

/// Runs a pipeline on a copy of the graph; stops at the first pass that fails.
class Pipeline {
public:
    Pipeline(Work &work, const JobControl &control) : m_work(work), m_control(control)
    {
        m_outcome.revision = work.graph.revision();
    }

    PassOutcome run()
    {
        for (const PassRequest &request : m_work.passes) {
            if (!runWithNeeds(request)) {
                break;
            }
        }
        return std::move(m_outcome);
    }

private:
    const PassSpec *providerOf(const std::string &attribute) const
    {
        for (const PassSpec &spec : m_work.builtins.passes.all()) {
            if (std::find(spec.provides.begin(), spec.provides.end(), attribute)
                != spec.provides.end()) {
                return &spec;
            }
        }
        return nullptr;
    }

    bool runWithNeeds(const PassRequest &request)
    {
        const PassSpec *spec = m_work.builtins.passes.find(request.name);
        if (spec == nullptr || !m_underWay.insert(request.name).second) {
            return fail(request.name, makeError("unknown-pass", "no pass " + quoted(request.name)));
        }
        for (const std::string &need : spec->needs) {
            const PassSpec *provider = providerOf(need);
            if (!m_outcome.analyses.contains(need) && provider != nullptr
                && !runWithNeeds({provider->name, {}})) {
                return false;
            }
        }
        m_underWay.erase(request.name);
        return runOne(*spec, request);
    }

    bool runOne(const PassSpec &spec, const PassRequest &request)
    {
        PassStep step;
        step.name = toQString(spec.name);
        auto index = IndexedGraph::build(m_work.graph, m_work.builtins.ops, step.diagnostics);
        if (!index) {
            return fail(spec.name, index.error());
        }
        m_control.report(-1, spec.name);
        const auto options = completeOptions(spec, request);
        const std::uint64_t before = m_work.graph.revision();
        Provenance provenance;
        PassContext context{m_work.graph,
                            m_outcome.analyses,
                            provenance,
                            step.diagnostics,
                            m_work.builtins.ops,
                            m_work.inputs,
                            options,
                            m_work.semantics,
                            m_control,
                            *index};
        QElapsedTimer clock;
        clock.start();
        const Status status = spec.run(context);
        step.ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        step.changedGraph = m_work.graph.revision() != before;
        step.failed = !status;
        if (!status) {
            step.diagnostics.push_back(status.error());
        }
        for (const std::string &name : spec.provides) {
            if (m_outcome.analyses.contains(name)) {
                step.provided.append(toQString(name));
            }
        }
        m_outcome.index = *index;
        m_outcome.steps.push_back(std::move(step));
        return status.ok() && !m_control.cancel.isCancelled();
    }

    bool fail(const std::string &pass, const Diagnostic &error)
    {
        PassStep step;
        step.name = toQString(pass);
        step.failed = true;
        step.diagnostics.push_back(error);
        m_outcome.steps.push_back(std::move(step));
        return false;
    }

    Work &m_work;
    const JobControl &m_control;
    PassOutcome m_outcome;
    std::set<std::string> m_underWay;
};

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
    run({{"InferShape", {}}, {"InferType", {}}, {"PlanMemory", {}}});
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
    auto work =
        std::make_shared<Work>(Work{m_document.builtins(), m_document.graph(),
                                    m_document.inputFacts(), m_document.semantics(), m_passes});
    const JobSpec spec{tr("Running passes"), QStringLiteral("passes")};
    m_job = m_jobs.start(
        spec, this, [work](const JobControl &control) { return Pipeline(*work, control).run(); },
        [this](PassOutcome outcome) {
            m_document.setPassOutcome(std::move(outcome));
            Q_EMIT finished();
        });
    Q_EMIT runningChanged();
}

} // namespace nervure
