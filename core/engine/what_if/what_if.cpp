// SPDX-License-Identifier: Apache-2.0
#include "core/engine/what_if/what_if.h"

#include "core/engine/remote/remote_place.h"
#include "core/engine/remote/remote_run.h"
#include "core/engine/repeated_runs.h"
#include "core/engine/run_model.h"
#include "core/support/utc_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace nervure {

namespace {

/// One of the two, and what was measured of it so far.
struct Side {
    const ExecutionRequest *request = nullptr;
    ProfileReport report;
    Backend *backend = nullptr;
    RecordedRuns runs;
    bool isKnown = false; ///< it ran once
};

std::string newId()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    return fmt::format("{}-{:x}", utcTimeText(), static_cast<std::uint64_t>(now));
}

double fastestWallMs(const std::vector<RunRecord> &records)
{
    std::vector<double> wallMs;
    for (const RunRecord &record : records) {
        wallMs.push_back(record.wallMs);
    }
    return summarize(wallMs).min;
}

Status checkQuestion(const WhatIf &question)
{
    const ExecutionRequest &before = question.before;
    if (before.device != question.after.device || before.mode != question.after.mode) {
        return makeError("usage", "both are measured on one device in one mode, found two");
    }
    if (question.rounds < 1 || question.rounds * before.repeat > mostSamples) {
        return makeError("usage", "found {} rounds of {} runs, expected at most {} runs in all",
                         question.rounds, before.repeat, mostSamples);
    }
    return {};
}

/// Whether a model is compiled as it was the round before.
bool isSamePlan(const ExecutionPlan &a, const ExecutionPlan &b)
{
    return std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                      [](const PlanStep &x, const PlanStep &y) { return x.root == y.root; });
}

class Measurement {
public:
    Measurement(const WhatIf &question, ExecutionContext &context)
        : m_question(question),
          m_outer(context),
          m_context(context)
    {
        m_sides[0].request = &question.before;
        m_sides[1].request = &question.after;
        m_context.kept = nullptr;
        m_context.live = {};
        m_context.control.progress = [this](double fraction, std::string_view stage) {
            m_outer.control.report(fraction < 0 && m_done > 0 ? m_done : fraction, stage);
        };
    }

    Result<WhatIfReport> measure()
    {
        for (std::size_t round = 0; round < m_question.rounds; ++round) {
            Status status = runRound(round);
            if (!status && status.error().code == "cancelled" && round > 0) {
                m_isStopped = true;
                break;
            }
            RETURN_IF_FAILED(status);
        }
        WhatIfReport result{finished(m_sides[0]), finished(m_sides[1]), m_found};
        const std::string id = newId();
        result.before.together.id = id;
        result.after.together.id = id;
        return result;
    }

private:
    /// Who goes first changes from round to round. A round that is stopped counts for neither.
    Status runRound(std::size_t round)
    {
        std::array<RecordedRuns, 2> runs;
        for (std::size_t turn = 0; turn < m_sides.size(); ++turn) {
            const std::size_t side = (round + turn) % m_sides.size();
            ASSIGN_OR_RETURN(runs[side], runSide(m_sides[side], 2 * round + turn));
        }
        for (std::size_t i = 0; i < m_sides.size(); ++i) {
            Side &side = m_sides[i];
            side.report.together.wallMs.push_back(fastestWallMs(runs[i].records));
            std::vector<RunRecord> &records = runs[i].records;
            side.runs.records.insert(side.runs.records.end(),
                                     std::make_move_iterator(records.begin()),
                                     std::make_move_iterator(records.end()));
            if (round == 0) {
                side.runs.warmupMs = std::move(runs[i].warmupMs);
            }
        }
        return {};
    }

    Result<RecordedRuns> runSide(Side &side, std::size_t turn)
    {
        ASSIGN_OR_RETURN(PreparedModel model, prepared(*side.request));
        RETURN_IF_FAILED(learn(side, model));
        const double turns = 2.0 * static_cast<double>(m_question.rounds);
        const double from = static_cast<double>(turn) / turns;
        m_done = static_cast<double>(turn + 1) / turns;
        RepeatedRuns repeated(model, *side.request, m_context);
        Result<RecordedRuns> runs = repeated.run(side.request->mode, from, m_done);
        side.report.printed = repeated.printed();
        if (runs && repeated.isStopped()) {
            return makeError("cancelled", "stopped");
        }
        return runs;
    }

    /// Where models that are kept for other runs take the memory, they go.
    Result<PreparedModel> prepared(const ExecutionRequest &request)
    {
        Result<PreparedModel> model = prepareModel(request, m_context);
        if (!model && m_outer.kept != nullptr && model.error().code == "device-memory") {
            m_outer.kept->clear();
            model = prepareModel(request, m_context);
        }
        return model;
    }

    /// What is known of a side before its first run; later it must be compiled to the same.
    Status learn(Side &side, PreparedModel &model)
    {
        if (side.isKnown) {
            return isSamePlan(*side.report.plan, *model.plan)
                       ? Status()
                       : makeError("compare", "two rounds ran different layers of the same model, "
                                              "expected the same in all: is it being tuned?");
        }
        side.report = reportOf(*side.request, model, m_context.builtins);
        m_found.insert(m_found.end(), model.diagnostics.begin(), model.diagnostics.end());
        side.backend = model.backend;
        side.isKnown = true;
        if (!m_isDeviceKnown) {
            m_isDeviceKnown = true;
            ASSIGN_OR_RETURN(m_ceilings,
                             measuredDevice(*model.backend, side.request->mode, m_found));
        }
        return {};
    }

    ProfileReport finished(Side &side) const
    {
        side.report.isStopped = m_isStopped;
        addRuns(side.report, *side.backend, {side.runs, {}, m_ceilings});
        return std::move(side.report);
    }

    const WhatIf &m_question;
    ExecutionContext &m_outer;
    ExecutionContext m_context; ///< prepares anew
    std::array<Side, 2> m_sides;
    std::optional<DeviceCeilings> m_ceilings;
    bool m_isDeviceKnown = false;
    bool m_isStopped = false;
    double m_done = 0; ///< of the progress
    Diagnostics m_found;
};

} // namespace

Result<WhatIfReport> measureWhatIf(const WhatIf &question, ExecutionContext &context)
{
    RETURN_IF_FAILED(checkQuestion(question));
    return isRemoteDevice(question.before.device) ? whatIfRemotely(question, context)
                                                  : Measurement(question, context).measure();
}

} // namespace nervure
