// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/pass_runner.h"

#include "core/builtins.h"
#include "core/passes/live/live_inference.h"
#include "core/passes/steps/pass_differences.h"
#include "core/passes/target_traits.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/step_reader.h"
#include "widgets/text/format.h"

#include <algorithm>
#include <mutex>
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

/// Whether live inference says all that the passes do.
bool isFollowedLive(const std::vector<PassRequest> &passes, const Graph &graph)
{
    const std::vector<PassRequest> all = livePasses(graph);
    return passes.size() > 1 && passes.size() <= all.size()
           && std::equal(passes.begin(), passes.end(), all.begin());
}

PassOutcome outcomeOf(std::vector<PassResult> results, std::uint64_t revision)
{
    PassOutcome outcome{revision, {}};
    for (PassResult &result : results) {
        outcome.steps.push_back(stepOf(std::move(result)));
    }
    return outcome;
}

/// The same, with what each of them made otherwise. That takes a while.
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

/// Whether the run failed before any pass that was asked for was done.
bool didNothing(const PassOutcome &outcome)
{
    return std::none_of(outcome.steps.begin(), outcome.steps.end(),
                        [](const PassStep &step) { return !step.failed && !step.wasAdded; });
}

/// The steps that were there, and behind them the one that failed, which left what they made.
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

/// What is known of the values of the last graph; null where the passes failed or found no shapes.
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

} // namespace

/// Inference that goes along with the edits. One job at a time has it; a new one may start while the
/// one it replaces still winds down.
struct PassRunner::Live {
    explicit Live(const Builtins &builtins) : inference(builtins.ops, builtins.passes) {}

    std::mutex mutex;
    LiveInference inference;
};

struct PassRunner::Outcome {
    PassOutcome outcome;
    InferenceDelta inferenceDelta;
    std::shared_ptr<const KnownValues>
        known; ///< to compare the next with; live inference keeps its own
};

PassRunner::PassRunner(GraphDocument &document, JobRunner &jobs, WorkerProcess &worker,
                       QObject *parent)
    : QObject(parent),
      m_document(document),
      m_jobs(jobs),
      m_devices(worker)
{
    connect(&document, &GraphDocument::contentReplaced, this, [this] {
        m_passes.clear();
        m_tried.clear();
        m_pipeline.clear();
        m_past.clear();
        m_stepFiles.clear();
        m_live.reset();
        m_seen.reset();
        m_known.reset();
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
    connect(&m_devices, &TargetDevices::answered, this, [this] {
        m_isAsking = false;
        begin();
    });
}

void PassRunner::run(std::vector<PassRequest> passes)
{
    arrange(pipelineOf(passes));
}

void PassRunner::runFurther(const std::vector<PassRequest> &passes)
{
    Pipeline pipeline = m_pipeline;
    for (const PassRequest &request : passes) {
        pipeline.push_back({request});
    }
    arrange(std::move(pipeline));
    m_isFurther = true;
}

void PassRunner::setPipeline(Pipeline pipeline)
{
    if (pipeline != m_pipeline) {
        arrange(std::move(pipeline));
    }
}

void PassRunner::undoPipeline()
{
    if (!m_past.empty()) {
        Pipeline before = std::move(m_past.back());
        m_past.pop_back();
        m_pipeline = before; // so that it is no step of its own
        arrange(std::move(before));
    }
}

void PassRunner::arrange(Pipeline pipeline)
{
    if (pipeline != m_pipeline) {
        Pipeline before = std::exchange(m_pipeline, std::move(pipeline));
        if (!before.empty() || !m_past.empty()) { // the first run is nothing to take back
            m_past.push_back(std::move(before));
        }
    }
    m_stepFiles.clear();
    m_isFurther = false;
    m_tried = requestsOf(m_pipeline);
    if (m_tried.empty()) {
        m_passes.clear();
        m_document.setPassOutcome({m_document.revision(), {}});
        Q_EMIT runningChanged();
        return;
    }
    start();
}

void PassRunner::openSteps(std::vector<std::filesystem::path> files)
{
    m_tried.clear();
    m_passes.clear();
    m_pipeline.clear();
    m_past.clear();
    m_stepFiles = files;
    const StepReading reading{m_document.builtins(), m_document.inputFacts(),
                              m_document.semantics()};
    m_job = m_jobs.start(
        {tr("Reading steps"), jobKey()}, this,
        [reading, graph = m_document.graph(), files = std::move(files)](const JobControl &control) {
            return PassOutcome{graph.revision(), readSteps(graph, files, reading, control)};
        },
        [this](PassOutcome outcome) {
            m_document.setPassOutcome(std::move(outcome));
            Q_EMIT finished();
        });
    Q_EMIT runningChanged();
}

void PassRunner::runUsual()
{
    run(livePasses(m_document.graph()));
}

void PassRunner::cancel()
{
    if (m_isAsking) {
        m_isAsking = false;
        m_devices.stop();
        Q_EMIT runningChanged();
    }
    if (m_job != 0) {
        m_jobs.cancel(m_job);
    }
}

QString PassRunner::jobKey()
{
    return QStringLiteral("passes");
}

void PassRunner::rerun()
{
    if (!std::exchange(m_stepFiles, {}).empty()) {
        m_tried = livePasses(m_document.graph()); // the files are not of this model any more
        m_pipeline = pipelineOf(m_tried);
    } else if (!isRunning()) {
        m_tried = m_passes;
    }
    if (!m_tried.empty()) {
        start();
    }
}

void PassRunner::start()
{
    const std::set<std::string> devices = namedTargets(m_tried, m_document.builtins().passes);
    if (devices.empty()) {
        begin();
        return;
    }
    m_isAsking = true;
    m_devices.ask(devices);
    Q_EMIT runningChanged();
}

void PassRunner::begin()
{
    if (isFollowedLive(m_tried, m_document.graph())) {
        startLive();
    } else {
        startPasses();
    }
    Q_EMIT runningChanged();
}

void PassRunner::startPasses()
{
    const Builtins &builtins = m_document.builtins();
    PassEnvironment environment{builtins.passes, builtins.ops, m_document.inputFacts(),
                                m_document.semantics()};
    environment.targets = m_devices.lookup();
    environment.describesSteps = true;
    const JobSpec spec{tr("Running passes"), jobKey()};
    // Everything is copied, so that the run can go on while the document changes.
    m_job = m_jobs.start(
        spec, this,
        [environment, graph = m_document.graph(), passes = m_tried,
         before = m_tried == m_passes ? m_known : nullptr](const JobControl &control) {
            PassEnvironment own = environment;
            own.control = control;
            PassRun run = runPasses(graph, passes, own);
            Outcome found;
            found.known = knownOf(run, graph.revision());
            if (before && found.known) {
                found.inferenceDelta = compareResults(*before, *found.known, run);
            }
            found.outcome = comparedOutcome(std::move(run.steps), graph, environment.ops);
            return found;
        },
        [this](Outcome found) {
            const bool isOther = m_tried != m_passes;
            take(std::move(found.outcome));
            if (m_tried == m_passes && (isOther || found.known)) {
                m_known =
                    found.known; // what other passes say is nothing that followed from an edit
            }
            Q_EMIT followed(found.inferenceDelta);
        });
}

void PassRunner::startLive()
{
    if (!m_live) {
        m_live = std::make_shared<Live>(m_document.builtins());
    }
    LiveRequest request{m_document.graph(), m_document.inputFacts(), m_document.semantics(), m_seen,
                        m_document.openedIndex()};
    m_job = m_jobs.start(
        {tr("Inferring shapes"), jobKey()}, this,
        [live = m_live, request = std::move(request)](const JobControl &control) {
            const std::scoped_lock lock(live->mutex);
            Outcome found;
            if (!control.cancel.isCanceled()) {
                const LiveResult &result = live->inference.update(request, control);
                found = {outcomeOf(result.passes, request.graph.revision()), result.changes,
                         nullptr};
                if (!found.outcome.steps.empty()) {
                    found.outcome.steps.back().totals = result.totals;
                }
            }
            return found;
        },
        [this](Outcome found) {
            take(std::move(found.outcome));
            Q_EMIT followed(found.inferenceDelta);
        });
}

void PassRunner::take(PassOutcome outcome)
{
    const std::uint64_t revision = outcome.revision;
    const bool isOther = m_tried != m_passes && !outcome.steps.empty() && didNothing(outcome);
    std::vector<PassStep> kept = isOther && revision == m_document.revision()
                                     ? keptSteps(m_document.passSteps(), outcome.steps.back())
                                     : std::vector<PassStep>();
    // What failed is shown, and not run again after each edit.
    const bool hasFailed = !outcome.steps.empty() && outcome.steps.back().failed;
    if (std::exchange(m_isFurther, false) && hasFailed && !m_past.empty()) {
        m_pipeline = std::move(m_past.back());
        m_past.pop_back();
    } else if (kept.empty()) {
        m_passes = m_tried;
    }
    if (!kept.empty()) {
        outcome.steps = std::move(kept);
    }
    m_document.setPassOutcome(std::move(outcome));
    if (m_document.analyses().find(keys::shape, m_document.analyzedIndex()) != nullptr) {
        m_seen = revision;
    }
    Q_EMIT finished();
}

} // namespace nervure
