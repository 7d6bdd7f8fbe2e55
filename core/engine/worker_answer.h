// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/prepared_model.h"
#include "core/execution/backend.h"
#include "core/support/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nervure {

/// How far a job is; `fraction` is negative where that is unknown.
struct WorkerProgress {
    double fraction = -1;
    std::string stage;
    std::optional<LiveRuns> runs{}; ///< of a profile that measures
};

/// The process does the job, once a second: what it takes, and how long the job has said nothing.
struct WorkerBeat {
    double processorMs = 0; ///< of the process since it began
    double silenceMs = 0;
    std::uint64_t memoryBytes = 0;
    std::uint64_t peakBytes = 0;
};

/// Why a job came to nothing.
struct WorkerFailure {
    Diagnostic error;
    Diagnostics diagnostics; ///< of the model, up to there
};

/// What came of a job: of `devices` and `traits` these members, of `profile` and `run` the document
/// that they print with --json.
struct WorkerResult {
    std::vector<DeviceInfo> devices; ///< when read: of the traits only what tables of devices show
    std::string traits;              ///< traitsText()
    double busyMs = 0;               ///< what the job took the worker, without the way to it
    std::uint64_t peakBytes = 0;     ///< of the worker's memory, whatever it did before
    /// Of `run`, when read: their elements follow the line and are for the caller to fill.
    std::vector<NamedTensor> outputs;
    std::shared_ptr<const nlohmann::ordered_json> document; ///< when read: the whole result
    Diagnostics diagnostics;
};

/// One line of the worker. It is of no request where that had no id that could be read.
struct WorkerAnswer {
    std::optional<std::uint64_t> id;
    std::variant<WorkerProgress, WorkerBeat, WorkerFailure, WorkerResult> content;
};

/// The line, without its end.
[[nodiscard]] std::string workerAnswerLine(const WorkerAnswer &answer);

/// The line of `run`, which lists the outputs, and `bytes`: their elements, which follow it.
[[nodiscard]] std::string workerAnswerLine(const WorkerAnswer &answer,
                                           const std::vector<NamedTensor> &outputs,
                                           std::string &bytes);

/// Reads a line; nothing where it is none of the worker. What is missing in it stays as it is in an
/// empty answer; the elements of tensors follow the line, and are left to the caller.
[[nodiscard]] std::optional<WorkerAnswer> readWorkerAnswer(std::string_view line);

} // namespace nervure
