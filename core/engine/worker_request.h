// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// A request of the worker's protocol (worker.h), with the bytes that come after its line.
struct WorkerRequest {
    std::uint64_t id = 0;
    std::string
        command; ///< "hello", "devices", "traits", "profile", "peek", "run", or that of a WorkerCommand
    std::string layer{}; ///< of "peek": the node whose layer is meant
    std::string model;   ///< the text of the model
    std::string
        file; ///< where it is from, which is where ONNX looks for external data; may be empty
    ExecutionRequest execution;            ///< all but the graph
    std::optional<Semantics> semantics;    ///< nothing: the dialect's own
    std::vector<OperatorFile> operators{}; ///< declarations that the model's operators need
    /// What commands of other layers take besides; may be null.
    std::shared_ptr<const nlohmann::ordered_json> arguments{};

    /// When read: lengths of what follows the line, the model, then the tensors in order.
    std::size_t modelBytes = 0;
    struct Following {
        std::string tensor;
        bool isWeight = false;
    };
    std::vector<Following> followingTensors;

    /// `arguments`, null where there are none.
    [[nodiscard]] const nlohmann::ordered_json &argumentsOrNull() const;
};

/// Most bytes that may follow one line.
inline constexpr std::uint64_t maxWorkerBytes = std::uint64_t{16} << 30;

/// The line with its end.
[[nodiscard]] std::string workerRequestLine(const WorkerRequest &request);
/// All that follows it: the model and the tensors, as large as they are.
[[nodiscard]] std::string workerRequestBytes(const WorkerRequest &request);
/// Stands for all that a model is prepared by: the same for requests that differ in what is done with it
/// and how often. For a request whose model has not been opened.
[[nodiscard]] std::string preparationKey(const WorkerRequest &request);
/// Stands for the elements of tensors, in their order.
[[nodiscard]] std::string elementsKey(const TensorMap &tensors);
/// The line that stops a request, with its end.
[[nodiscard]] std::string workerCancelText(std::uint64_t id);

/// A tensor as a line lists it: {name, dtype, shape, bytes}.
[[nodiscard]] nlohmann::ordered_json tensorJson(const std::string &name, const Tensor &tensor);
/// Such a tensor, all zeros; nothing where it is none of a size that may follow a line.
[[nodiscard]] std::optional<NamedTensor> tensorFrom(const nlohmann::ordered_json &item);
/// What follows the line for it.
void appendElements(const Tensor &tensor, std::string &bytes);

/// Reads a request line. Tensors are made with their types and shapes; their elements are for the
/// caller to fill, in the order of `followingTensors`.
[[nodiscard]] Result<WorkerRequest> parseWorkerRequest(const nlohmann::ordered_json &line);

/// Makes the request's operators known and reads the model text into its graph; findings go to
/// `diagnostics`. Fails when the text is refused or opens with errors.
[[nodiscard]] Status openWorkerModel(WorkerRequest &request, const Builtins &builtins,
                                     Diagnostics &diagnostics);

} // namespace nervure
