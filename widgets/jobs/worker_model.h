// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/result.h"

#include <string>
#include <vector>

namespace nervure {

struct Builtins;
struct SaveSource;

/// The model as the worker reads it, and which of the document's nodes are those of its graph, in order.
struct WorkerModel {
    std::string text;
    std::vector<NodeId> nodes;
};

/// Canonical text of the document's own format where it has one. Fails with "format-unwritable" for edits of a model
/// that is only read.
[[nodiscard]] Result<WorkerModel> workerModel(const SaveSource &source, const Builtins &builtins);

} // namespace nervure
