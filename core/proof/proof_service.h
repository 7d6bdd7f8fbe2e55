// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/worker.h"
#include "core/passes/pass_request.h"
#include "core/proof/proof_session.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
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
    ProofExtent extent = ProofExtent::First;
    std::size_t step = 0; ///< which one, for ProofExtent::Step: a number in the list of steps
    std::optional<double> tolerance;
};

/// The arguments of `prove`: {passes: "A,B{…}", extent: "none" | "first" | "all" | "step", step, tolerance}.
[[nodiscard]] nlohmann::ordered_json proofArguments(const ProofRequest &request);
[[nodiscard]] Result<ProofRequest> proofRequestFrom(const nlohmann::ordered_json &json);

/// The arguments of `tensor`: {of: the number of the `prove` that it belongs to, step, side: "after" | "before" |
/// "difference", of_model, place, index, before_place, before_index, slice, values, at, cells,
///  statistics}.
[[nodiscard]] nlohmann::ordered_json tensorArguments(const TensorRequest &request,
                                                     std::uint64_t session);
[[nodiscard]] Result<TensorRequest> tensorRequestFrom(const nlohmann::ordered_json &json);

/// The steps of passes over the request's model. Programs as passes are not started.
[[nodiscard]] Result<std::unique_ptr<ProofSession>> openSession(const ExecutionRequest &request,
                                                                std::vector<PassRequest> passes,
                                                                const ExecutionContext &context);

/// What the worker can do with proofs: `prove` answers bisectionJson() and keeps what it ran; `tensor` answers
/// weightReportJson() of a value of the latest `prove`, and fails with "no-session" where that is gone.
[[nodiscard]] std::vector<WorkerCommand> proofCommands();

} // namespace nervure
