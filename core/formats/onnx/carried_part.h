// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/carried_values.h"
#include "core/graph/graph.h"
#include "core/support/diagnostic.h"

namespace nervure::onnx {

/// A part of a model on its way into another one.
struct CarriedPart {
    Graph graph;
    Diagnostics left; ///< a warning for all that stays behind
};

/// A part of the graph of a model, under the ids that it has there, with its values (onnx_variable::carried): those
/// of initializers, also in bodies, and of Constants, which become initializers; and with the functions that it calls.
/// Without values an initializer is an input. Fails with code "values-left" where that cannot be, in a body.
[[nodiscard]] Result<CarriedPart> carryValues(Graph part, const SourceModel &model);

/// The same part for the model that it is of: its initializers are copies of those there.
[[nodiscard]] Graph copiesInModel(Graph part);

} // namespace nervure::onnx
