// SPDX-License-Identifier: Apache-2.0
#include "core/engine/onnx_values.h"
#include "core/engine/worker_request.h"
#include "core/formats/project/open_model.h"
#include "core/ops/custom/custom_operators.h"

#include <memory>
#include <utility>

namespace nervure {

Status openWorkerModel(WorkerRequest &request, const Builtins &builtins, Diagnostics &diagnostics)
{
    if (request.operators != builtins.ops.declared().files()) {
        RETURN_IF_FAILED(declareOperators(request.operators, builtins.ops));
    }
    auto bytes = std::make_shared<const FileBytes>(std::move(request.model), request.file);
    ASSIGN_OR_RETURN(OpenedModel opened, openModelBytes(std::move(bytes), "model", builtins.formats,
                                                        builtins.ops, request.semantics));
    diagnostics = std::move(opened.diagnostics);
    for (const Diagnostic &found : diagnostics) {
        if (found.severity == Severity::Error) {
            return found;
        }
    }
    request.execution.graph = std::move(opened.graph);
    request.execution.semantics = opened.semantics;
    request.execution.original = opened.text;
    if (request.execution.weights.empty() && storesValues(request.execution.graph.dialect())) {
        ASSIGN_OR_RETURN(request.execution.weights, readOnnxValues(opened.text, request.file));
    }
    return {};
}

} // namespace nervure
