// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/pass_runner.h"

#include "core/builtins.h"
#include "core/passes/io/allowed_programs.h"
#include "core/passes/live/live_inference.h"
#include "core/passes/target_traits.h"
#include "core/support/text.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_outcome.h"
#include "widgets/jobs/pipeline_command.h"
#include "widgets/jobs/step_reader.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace nervure {

namespace {

/// Whether live inference says all that the passes do.
bool isFollowedLive(const std::vector<PassRequest> &passes, const Graph &graph)
{
    const std::vector<PassRequest> all = livePasses(graph);
    return passes.size() > 1 && passes.size() <= all.size()
           && std::equal(passes.begin(), passes.end(), all.begin());
}

/// Of the conditions that are on.
std::vector<std::string> conditionTexts(const PassBreaks &breaks)
{
    std::vector<std::string> texts;
    for (const StepBreak &condition : conditionsOf(breaks)) {
        texts.push_back(condition.text());
    }
    return texts;
}

bool isSameStop(const BreakHit &one, const BreakHit &other)
{
    return one.step == other.step && one.pass == other.pass && one.condition == other.condition;
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
    std::optional<BreakHit> hit = std::nullopt;
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
        m_isArranged = false;
        m_further = nullptr;
        m_breaks.clear();
        m_allowed.clear();
        m_asked.reset();
        forgetStops();
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
    allow(passes);
    arrange(pipelineOf(passes));
}

void PassRunner::runFurther(const std::vector<PassRequest> &passes)
{
    allow(passes);
    Pipeline pipeline = m_pipeline;
    for (const PassRequest &request : passes) {
        pipeline.push_back({request});
    }
    arrange(std::move(pipeline), true);
}

void PassRunner::setPipeline(Pipeline pipeline)
{
    if (pipeline != m_pipeline) {
        arrange(std::move(pipeline));
    }
}

void PassRunner::setRequest(std::size_t place, PassRequest request)
{
    Pipeline pipeline = m_pipeline;
    if (commandOf(request) != commandOf(pipeline.at(place).request)) {
        allow({request});
    }
    pipeline[place].request = std::move(request);
    setPipeline(std::move(pipeline));
}

void PassRunner::setBreaks(PassBreaks breaks)
{
    const bool isOther = conditionTexts(breaks) != conditionTexts(m_breaks);
    m_breaks = std::move(breaks);
    Q_EMIT breaksChanged();
    if (isOther && m_stepFiles.empty()) {
        m_passedOver = 0;
        m_known.reset(); // what is otherwise at another step follows from no edit
        rerun();
    }
}

void PassRunner::goOn()
{
    if (m_hit && !isRunning()) {
        m_passedOver = m_hit->step;
        m_known.reset();
        rerun();
    }
}

void PassRunner::forgetStops()
{
    m_hit.reset();
    m_passedOver = 0;
}

/// Whether it is another one than before.
bool PassRunner::noteHit(std::optional<BreakHit> hit)
{
    const bool isNew = hit && !(m_hit && isSameStop(*hit, *m_hit));
    m_hit = std::move(hit);
    return isNew;
}

void PassRunner::arrange(Pipeline pipeline, bool isFurther)
{
    m_further = nullptr;
    if (pipeline != m_pipeline) {
        Pipeline before = std::exchange(m_pipeline, std::move(pipeline));
        if (m_isArranged) { // the first run is nothing to take back
            const QString words = pipelineWords(before, m_pipeline);
            auto command = std::make_unique<PipelineCommand>(*this, std::move(before), words);
            m_further = isFurther ? command.get() : nullptr;
            m_document.push(std::move(command));
        }
    }
    m_isArranged = true;
    if (!isFurther) {
        m_passedOver = 0;
    }
    runArranged();
}

/// As the history has them; what was there.
Pipeline PassRunner::exchangePipeline(Pipeline pipeline)
{
    Pipeline before = std::exchange(m_pipeline, std::move(pipeline));
    m_further = nullptr;
    m_passedOver = 0;
    runArranged();
    return before;
}

/// What failed at once is no step of the history.
void PassRunner::takeBackFurther()
{
    PipelineCommand *command = std::exchange(m_further, nullptr);
    m_pipeline = command->other();
    command->setObsolete(true); // the stack drops it instead of undoing it
    QUndoStack &stack = m_document.undoStack();
    if (stack.index() > 0 && stack.command(stack.index() - 1) == command) {
        stack.undo();
    }
}

void PassRunner::runArranged()
{
    m_stepFiles.clear();
    m_tried = allowedPasses();
    if (m_tried.empty()) {
        m_passes.clear();
        forgetStops();
        m_document.setPassOutcome({m_document.revision(), {}});
        Q_EMIT runningChanged();
        return;
    }
    start();
}

void PassRunner::allow(const std::vector<PassRequest> &passes)
{
    for (const PassRequest &request : passes) {
        if (auto command = commandOf(request)) {
            m_allowed.insert(std::move(*command));
        }
    }
}

/// Those of the pipeline before the first one that waits for an answer.
std::vector<PassRequest> PassRunner::allowedPasses()
{
    m_asked.reset();
    std::vector<PassRequest> passes;
    for (PassRequest &request : requestsOf(m_pipeline)) {
        auto command = commandOf(request);
        if (command && m_allowed.count(*command) == 0) {
            m_asked = std::move(command);
            break;
        }
        passes.push_back(std::move(request));
    }
    return passes;
}

void PassRunner::answerCommand(bool runs)
{
    if (!m_asked || isRunning()) {
        return;
    }
    if (runs) {
        m_allowed.insert(*m_asked);
        runArranged();
        return;
    }
    Pipeline pipeline = m_pipeline;
    for (PipelinePass &pass : pipeline) {
        pass.isOn = pass.isOn && commandOf(pass.request) != m_asked;
    }
    setPipeline(std::move(pipeline));
}

void PassRunner::openSteps(std::vector<std::filesystem::path> files)
{
    m_tried.clear();
    m_passes.clear();
    m_pipeline.clear();
    m_isArranged = false;
    m_further = nullptr;
    m_asked.reset();
    forgetStops();
    m_stepFiles = files;
    const SaveSource source = m_document.saveSource();
    const StepReading reading{m_document.builtins(), m_document.inputFacts(),
                              m_document.semantics(), source.original, source.path};
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
    if (conditionsOf(m_breaks).empty() && isFollowedLive(m_tried, m_document.graph())) {
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
    environment.programs = allowPrograms(m_allowed);
    const JobSpec spec{tr("Running passes"), jobKey()};
    // Everything is copied, so that the run can go on while the document changes.
    m_job = m_jobs.start(
        spec, this,
        [environment, graph = m_document.graph(), passes = m_tried,
         conditions = conditionsOf(m_breaks), passedOver = m_passedOver,
         before = m_tried == m_passes ? m_known : nullptr](const JobControl &control) {
            PassEnvironment own = environment;
            own.control = control;
            BreakRun ended = runPassesUntil(graph, passes, own, conditions, passedOver);
            PassRun &run = ended.run;
            Outcome found;
            found.hit = std::move(ended.hit);
            found.known = knownOf(run, graph.revision());
            if (before && found.known) {
                found.inferenceDelta = compareResults(*before, *found.known, run);
            }
            found.outcome = comparedOutcome(std::move(run.steps), graph, environment.ops);
            return found;
        },
        [this](Outcome found) {
            const bool isOther = m_tried != m_passes;
            const bool isNewStop = noteHit(std::move(found.hit));
            take(std::move(found.outcome));
            if (m_tried == m_passes && (isOther || found.known)) {
                m_known =
                    found.known; // what other passes say is nothing that followed from an edit
            }
            Q_EMIT followed(found.inferenceDelta);
            if (isNewStop) {
                Q_EMIT stopped(*m_hit);
            }
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
            noteHit(std::nullopt);
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
    if (m_further != nullptr && hasFailed) {
        takeBackFurther();
    } else if (kept.empty()) {
        m_passes = m_tried;
    }
    m_further = nullptr;
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
