// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// A line of the worker's protocol as it was understood, and the bytes that came after it.
struct WorkerRequest {
    std::uint64_t id = 0;
    std::string command;        ///< "devices", "traits", "profile" or "run"
    std::string model;          ///< the text of the model
    ExecutionRequest execution; ///< all but the graph
    std::optional<Semantics> semantics;

    /// Lengths of what follows the line: the model, then the tensors in order.
    std::size_t modelBytes = 0;
    std::vector<std::string> tensorNames;
};

/// Most bytes that may follow one line.
inline constexpr std::uint64_t maxWorkerBytes = std::uint64_t{16} << 30;

/// Reads a request line. Tensors are made with their types and shapes; their elements are for the
/// caller to fill, in the order of `tensorNames`.
[[nodiscard]] Result<WorkerRequest> parseWorkerRequest(const nlohmann::ordered_json &line);

/// Reads the model text into the request's graph; findings go to `diagnostics`. Fails when the
/// text is refused or opens with errors.
[[nodiscard]] Status openWorkerModel(WorkerRequest &request, const Builtins &builtins,
                                     Diagnostics &diagnostics);

} // namespace nervure
