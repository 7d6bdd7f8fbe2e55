// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/carried_values.h"
#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/protobuf/wire_pieces.h"
#include "core/graph/graph.h"

namespace nervure::onnx {

/// Gives a part of a model the functions that its nodes call, and those that these call, with their bytes
/// (model_facts::functions), and the operator sets that they import. It forgets the others.
[[nodiscard]] Status carryFunctions(Graph &part, const ModelMessage &file,
                                    const SourceModel &model);

/// The fields of a ModelProto for the functions that a graph brought along, without those that the graph `before`,
/// of the file, has. Fails with code "onnx-values" where their bytes are gone.
[[nodiscard]] Result<WirePieces> carriedFunctionFields(const Graph &graph, const Graph &before);

} // namespace nervure::onnx
