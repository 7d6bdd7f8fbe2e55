// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/worker.h"
#include "core/passes/pass_request.h"
#include "core/proof/proof_session.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace nervure {

/// How much of a pipeline is proved.
enum class ProofExtent : std::uint8_t {
    None,  ///< nothing yet: values will be looked at
    First, ///< up to the first step that differs
    All,
    Step, ///< one
};

/// What `prove` of the worker takes besides a model and how it runs.
struct ProofRequest {
    std::vector<PassRequest> passes;
    /// Instead of passes: what a compiler wrote after its own, as files of the worker's machine.
    std::vector<std::string> files{};
    ProofExtent extent = ProofExtent::First;
    std::size_t step = 0; ///< which one, for ProofExtent::Step: a number in the list of steps
    std::optional<double> tolerance;
    bool isAgainstFirst = false; ///< BisectOptions::isAgainstFirst
    /// Steps behind that many are not made: somebody stopped there. Nothing: all are.
    std::optional<std::size_t> mostSteps{};
    /// Commands that passes may start, by their text: somebody typed or allowed them.
    std::set<std::string> programs{};
};

/// The arguments of `prove`: {passes: "A,B{…}", files, extent: "none" | "first" | "all" | "step", step, tolerance,
/// against: "before" | "first", most_steps, programs}.
[[nodiscard]] nlohmann::ordered_json proofArguments(const ProofRequest &request);
[[nodiscard]] Result<ProofRequest> proofRequestFrom(const nlohmann::ordered_json &json);

/// The arguments of `tensor`: {of: the number of the `prove` or `compare` that it belongs to, step, side: "after" | "before" |
/// "difference", of_model, place, index, name, before_place, before_index, slice, values, at, cells, axes,
///  statistics}.
[[nodiscard]] nlohmann::ordered_json tensorArguments(const TensorRequest &request,
                                                     std::uint64_t session);
[[nodiscard]] Result<TensorRequest> tensorRequestFrom(const nlohmann::ordered_json &json);

/// The steps of the passes of `asked` over the request's model. Programs that nobody allowed are not started.
[[nodiscard]] Result<std::unique_ptr<ProofSession>> openSession(const ExecutionRequest &request,
                                                                ProofRequest asked,
                                                                const ExecutionContext &context);

/// The steps that files hold behind the request's model, which was read from `start`. Findings go to
/// `diagnostics`.
[[nodiscard]] Result<std::unique_ptr<ProofSession>> openFileSession(
    const ExecutionRequest &request, const std::string &start,
    const std::vector<std::string> &files, const ExecutionContext &context,
    Diagnostics &diagnostics);

/// What the worker can do with proofs: `compare` (of {file, tolerance}) answers modelsJson() of the model beside that
/// of a file of the worker's machine, and keeps both; `prove` answers bisectionJson() and keeps what it ran; `tensor` answers
/// weightReportJson() of a value of the latest `prove` or `compare`, and fails with "no-session" where that is gone.
[[nodiscard]] std::vector<WorkerCommand> proofCommands();

} // namespace nervure
