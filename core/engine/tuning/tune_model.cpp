// SPDX-License-Identifier: Apache-2.0
#include "core/engine/tuning/tune_model.h"

#include "core/engine/remote/remote_place.h"
#include "core/engine/remote/remote_run.h"
#include "core/engine/run_model.h"
#include "core/opencl/opencl_backend.h"

#include <algorithm>
#include <map>

namespace nervure {

namespace {

using Chosen = std::map<std::string, std::string, std::less<>>; ///< variant by key
using Times = std::map<std::string, std::vector<double>>; ///< of the launches of a key, by run

/// The least gain that is worth a line in the database.
constexpr double leastGain = 0.02;
/// Turns of the second timing that a decision may rest on when somebody stops it.
constexpr std::size_t leastTurns = 5;

/// Runs of the model with certain variants.
struct Trial {
    Times times;
    std::map<std::pair<std::string, std::string>, std::vector<double>> layers; ///< by layer and key
    std::vector<double> totals; ///< of all layers, by run
    std::vector<Tensor> outputs;
    std::shared_ptr<const ExecutionPlan> plan;
};

class Tuner {
public:
    Tuner(const ExecutionRequest &request, ExecutionContext &context)
        : m_request(request),
          m_context(context),
          m_quiet{context.builtins, context.devices, {context.control.cancel, {}}}
    {
        // Serialized runs: the time of a layer does not depend on its neighbors.
        m_request.mode = RunMode::Serialized;
    }

    Result<TuneReport> tune()
    {
        ASSIGN_OR_RETURN(Backend * backend, m_context.devices.open(m_request.device));
        Diagnostics untimed;
        RETURN_IF_FAILED(measuredDevice(*backend, m_request.mode, untimed));
        m_stage = "measuring what is untuned";
        Result<Trial> untuned = run({});
        RETURN_IF_FAILED(untuned);
        m_untuned = std::move(untuned).value();
        m_report.defaultMs = summarize(m_untuned.totals).median;
        collectChoices();
        const Status measured = measure();
        m_report.isStopped = !measured && isStop(measured);
        if (!measured && !m_report.isStopped) {
            return measured.error();
        }
        m_report.diagnostics.insert(m_report.diagnostics.end(), untimed.begin(), untimed.end());
        return std::move(m_report);
    }

private:
    /// Of a Status or Result that failed.
    template <typename Outcome>
    static bool isStop(const Outcome &failed)
    {
        return failed.error().code == "cancelled";
    }

    /// All that follows the first runs.
    Status measure()
    {
        const std::size_t runs = m_request.warmup + m_request.repeat;
        m_runs = runs * std::max<std::size_t>(rounds(), 1) + 2 * turns();
        m_stage = "trying variants";
        Status status;
        for (std::size_t round = 1; status && round < rounds(); ++round) {
            status = tryRound(round);
        }
        chooseFastest();
        return status ? timeAgain() : status;
    }

    [[nodiscard]] std::size_t turns() const { return m_request.warmup + 2 * m_request.repeat; }

    /// Prepares the model with these variants, default ones where none is named.
    Result<PreparedModel> prepared(const Chosen &variants)
    {
        auto tuning = std::make_shared<KernelTuning>();
        tuning->winners = variants;
        m_request.tuning = std::move(tuning);
        Result<PreparedModel> model = prepareModel(m_request, m_quiet);
        RETURN_IF_FAILED(model);
        m_report.device = model->device;
        if (m_report.diagnostics.empty()) {
            m_report.diagnostics = std::move(model->diagnostics);
        }
        return model;
    }

    Status runOnce(PreparedModel &model, bool isTimed, Trial &trial)
    {
        // How many runs there are is known after the first ones.
        m_context.control.report(
            m_runs == 0 ? -1
                        : std::min(1.0, static_cast<double>(m_run) / static_cast<double>(m_runs)),
            m_stage);
        ++m_run;
        ASSIGN_OR_RETURN(RunOutcome outcome,
                         model.prepared->run(model.inputs, m_request.mode, m_quiet.control));
        trial.plan = model.plan;
        if (isTimed) {
            addTimes(outcome.record, trial);
        }
        trial.outputs = std::move(outcome.outputs);
        return {};
    }

    /// Stopped, it has the timed runs until then, if there are any: who goes on finds out.
    Result<Trial> run(const Chosen &variants)
    {
        ASSIGN_OR_RETURN(PreparedModel model, prepared(variants));
        Trial trial;
        for (std::size_t i = 0; i < m_request.warmup + m_request.repeat; ++i) {
            const Status status = runOnce(model, i >= m_request.warmup, trial);
            if (!status && isStop(status) && !trial.totals.empty()) {
                return trial;
            }
            RETURN_IF_FAILED(status);
        }
        return trial;
    }

    /// Both by turns: what else the machine does meets them alike.
    Status runByTurns(const Chosen &variants, Trial &tuned, Trial &untuned)
    {
        Result<PreparedModel> first = prepared(variants);
        ASSIGN_OR_RETURN(PreparedModel second,
                         first ? prepared({}) : Result<PreparedModel>(first.error()));
        for (std::size_t i = 0; i < turns(); ++i) {
            const bool isTimed = i >= m_request.warmup;
            Status status = runOnce(*first, isTimed, tuned);
            status = status ? runOnce(second, isTimed, untuned) : status;
            if (!status) {
                return status;
            }
        }
        return {};
    }

    static void addTimes(const RunRecord &record, Trial &trial)
    {
        std::map<std::string, double> sums;
        for (const StepTiming &timing : record.steps) {
            for (const KernelChoice &choice : trial.plan->steps[timing.step].kernel.choices) {
                sums[choice.key] += timing.deviceMs;
                trial.layers[{trial.plan->steps[timing.step].root, choice.key}].push_back(
                    timing.deviceMs);
            }
        }
        for (const auto &[key, ms] : sums) {
            trial.times[key].push_back(ms);
        }
        trial.totals.push_back(record.deviceMs);
    }

    void collectChoices()
    {
        std::map<std::string, std::size_t> known;
        for (const PlanStep &step : m_untuned.plan->steps) {
            for (const KernelChoice &choice : step.kernel.choices) {
                if (step.phase == StepPhase::Run) {
                    const auto [it, isNew] = known.emplace(choice.key, m_report.choices.size());
                    isNew ? addChoice(choice) : void();
                    addLayer(step, it->second);
                }
            }
        }
    }

    void addChoice(const KernelChoice &choice)
    {
        TunedChoice tuned;
        tuned.key = choice.key;
        for (const std::string &variant : choice.variants) {
            tuned.variants.push_back({variant, {}, true});
        }
        tuned.variants.front().ms = summarize(m_untuned.times[choice.key]);
        tuned.winner = choice.variants.front();
        m_report.choices.push_back(std::move(tuned));
    }

    void addLayer(const PlanStep &step, std::size_t number)
    {
        TunedChoice &choice = m_report.choices[number];
        ++choice.layers;
        m_report.layers.push_back(
            {step.root, step.op, number, std::vector<Statistics>(choice.variants.size()), 0, 0});
        takeLayerTimes(m_untuned, number, 0);
    }

    [[nodiscard]] std::size_t rounds() const
    {
        std::size_t most = 0;
        for (const TunedChoice &choice : m_report.choices) {
            most = std::max(most, choice.variants.size());
        }
        return most;
    }

    [[nodiscard]] bool isRight(const Trial &trial) const
    {
        for (std::size_t i = 0; i < trial.outputs.size(); ++i) {
            if (relativeDifference(trial.outputs[i].view(), m_untuned.outputs[i].view())
                > tunedTolerance) {
                return false;
            }
        }
        return true;
    }

    /// The variants of that number, all choices at once; one by one if the outputs are wrong then.
    Status tryRound(std::size_t round)
    {
        std::vector<TunedChoice *> tried;
        Chosen variants;
        for (TunedChoice &choice : m_report.choices) {
            if (round < choice.variants.size()) {
                tried.push_back(&choice);
                variants[choice.key] = choice.variants[round].name;
            }
        }
        const Result<Trial> trial = run(variants);
        if (!trial && (isStop(trial) || tried.size() == 1)) {
            return trial.error();
        }
        if (trial && isRight(*trial)) {
            for (TunedChoice *choice : tried) {
                takeTimes(*trial, *choice, round);
            }
            return {};
        }
        for (TunedChoice *choice : tried) {
            const Result<Trial> alone = run({{choice->key, choice->variants[round].name}});
            if (!alone && isStop(alone)) {
                return alone.error();
            }
            choice->variants[round].isCorrect = alone && isRight(*alone);
            if (alone) {
                takeTimes(*alone, *choice, round);
            }
        }
        return {};
    }

    void takeTimes(const Trial &trial, TunedChoice &choice, std::size_t round)
    {
        if (const auto it = trial.times.find(choice.key); it != trial.times.end()) {
            choice.variants[round].ms = summarize(it->second);
        }
        takeLayerTimes(trial, static_cast<std::size_t>(&choice - m_report.choices.data()), round);
    }

    /// The same, layer by layer.
    void takeLayerTimes(const Trial &trial, std::size_t choice, std::size_t round)
    {
        for (TunedLayer &layer : m_report.layers) {
            if (layer.choice == choice) {
                layer.ms.at(round) = layerTimes(trial, layer);
            }
        }
    }

    [[nodiscard]] Statistics layerTimes(const Trial &trial, const TunedLayer &layer) const
    {
        const auto it = trial.layers.find({layer.node, m_report.choices[layer.choice].key});
        return it == trial.layers.end() ? Statistics() : summarize(it->second);
    }

    /// By the first timing, in which the fastest of many looks faster than it is.
    void chooseFastest()
    {
        for (std::size_t number = 0; number < m_report.choices.size(); ++number) {
            TunedChoice &choice = m_report.choices[number];
            std::size_t best = 0;
            for (std::size_t i = 1; i < choice.variants.size(); ++i) {
                const TunedVariant &variant = choice.variants[i];
                const bool isKnown = variant.isCorrect && variant.ms.count > 0;
                best = isKnown && variant.ms.median < choice.variants[best].ms.median ? i : best;
            }
            choice.winner = choice.variants[best].name;
            choice.winnerMs = choice.variants[best].ms.median;
            choice.defaultMs = choice.variants.front().ms.median;
            for (TunedLayer &layer : m_report.layers) {
                if (layer.choice == number) {
                    layer.defaultMs = layer.ms.front().median;
                    layer.winnerMs = layer.ms[best].median;
                }
            }
        }
    }

    /// What seems to win is measured anew.
    Status timeAgain()
    {
        m_stage = "timing the winners again";
        Chosen candidates;
        for (const TunedChoice &choice : m_report.choices) {
            candidates[choice.key] = choice.winner;
        }
        Trial tuned;
        Trial untuned;
        const Status status = runByTurns(candidates, tuned, untuned);
        if (!status && (!isStop(status) || untuned.totals.size() < leastTurns)) {
            return status;
        }
        m_report.defaultMs = summarize(untuned.totals).median;
        const bool isSound = isRight(tuned);
        for (TunedChoice &choice : m_report.choices) {
            decide(choice, tuned, untuned, isSound);
        }
        m_report.tunedMs = m_report.defaultMs + changeByChoices(m_report);
        return status;
    }

    void decide(TunedChoice &choice, const Trial &tuned, const Trial &untuned, bool isSound)
    {
        const auto timesOf = [&choice](const Trial &trial) {
            const auto it = trial.times.find(choice.key);
            return it == trial.times.end() ? Statistics() : summarize(it->second);
        };
        const Statistics with = timesOf(tuned);
        const Statistics without = timesOf(untuned);
        choice.winnerMs = with.median;
        choice.defaultMs = without.median;
        const double highest = with.interval ? with.interval->high : with.max;
        // One that no layer makes any more, since another choice won there, has no times.
        const bool isFaster = with.count > 0 && with.median < (1 - leastGain) * without.median
                              && highest < without.median;
        choice.isDecided = true;
        if (!choice.isDefault() && (!isSound || !isFaster)) {
            choice.winner = choice.variants.front().name;
            choice.winnerMs = choice.defaultMs;
        }
        for (TunedLayer &layer : m_report.layers) {
            if (m_report.choices[layer.choice].key == choice.key) {
                layer.defaultMs = layerTimes(untuned, layer).median;
                layer.winnerMs =
                    choice.isDefault() ? layer.defaultMs : layerTimes(tuned, layer).median;
            }
        }
        m_report.winners[choice.key] = {choice.winner, choice.winnerMs, choice.defaultMs};
    }

    ExecutionRequest m_request;
    ExecutionContext &m_context;
    ExecutionContext m_quiet; ///< its parts tell nothing of how far they are
    std::string_view m_stage;
    std::size_t m_run = 0;
    std::size_t m_runs = 0; ///< that there will be; 0: unknown
    Trial m_untuned;
    TuneReport m_report;
};

void keepWinners(TuneReport &report)
{
    const std::filesystem::path file = OpenclBackend::tuningFileOf(report.device);
    if (Status status = addTuning(file, report.winners); !status) {
        report.diagnostics.push_back(
            makeWarning("tuning-not-kept", "the winners are not kept: {}", status.error().message));
    } else {
        report.file = file.string();
    }
}

} // namespace

Result<TuneReport> tuneModel(const ExecutionRequest &request, TuneKeeping keeping,
                             ExecutionContext &context)
{
    if (isRemoteDevice(request.device)) {
        return tuneRemotely(request, keeping, context);
    }
    ASSIGN_OR_RETURN(TuneReport report, Tuner(request, context).tune());
    if (keeping == TuneKeeping::Kept && !report.winners.empty()) {
        keepWinners(report);
    }
    return report;
}

} // namespace nervure
