// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"

#include <string>
#include <vector>

namespace nervure {

/// A model as the worker of another machine reads it.
struct SentModel {
    std::string text;
    std::vector<NodeId> nodes; ///< those of the request's graph, in the order of the text's
    TensorMap weights;         ///< ExecutionRequest::weights that are not in the text
};

/// What a graph was read from where that still says it, else its text in the format of its dialect.
/// Values that other files hold go beside it. Fails with "format-unwritable" where no format can carry it.
[[nodiscard]] Result<SentModel> sentModel(const ExecutionRequest &request,
                                          const Builtins &builtins);

/// The nodes of a graph's canonical text in its order: LightNet's is that of the graph, the others' a
/// walk from the heads.
[[nodiscard]] std::vector<NodeId> nodesOfText(const Graph &graph);

} // namespace nervure
