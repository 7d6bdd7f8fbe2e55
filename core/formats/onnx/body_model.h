// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/carried_part.h"
#include "core/graph/op/op_registry.h"

namespace nervure::onnx {

/// A body of a node of an ONNX graph, or of one inside it, as a model of its own: with its values, the functions that it
/// calls and what the model says beside its nodes. What it takes from around it are inputs, with the types that are
/// known, or initializers where they are that there. `model` is the graph's file; its bytes are empty where there is
/// none. Fails with code "values-left" as carryValues() does, and with "no-such-node" where the graph holds no such body.
[[nodiscard]] Result<CarriedPart> bodyModel(const Graph &graph, const Graph &body,
                                            const SourceModel &model, const OpRegistry &ops);

} // namespace nervure::onnx
