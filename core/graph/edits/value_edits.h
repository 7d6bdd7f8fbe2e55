// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"
#include "core/graph/op/op_registry.h"
#include "core/graph/tensor_type.h"

#include <span>
#include <string>

namespace nervure {

/// The values that a variable of an ONNX model is to have, as onnx_variable.h names them: those of a file, or some that
/// the graph itself holds.
struct NewValues {
    std::string array = {}; ///< the file; empty: there is none
    std::string elemType =
        {}; ///< "float32": those of a file of another type are converted when the model is saved
    Shape shape = {};
    std::string carried = {}; ///< where there is no file
    std::string value = {};   ///< where they are few; empty: they are not
};

/// Makes a variable an initializer with these values, which are read when the model is saved. All of these
/// fail with code "no-initializer" for what is no variable of an ONNX model.
[[nodiscard]] Result<Edit> giveValues(const Graph &graph, NodeId node, const NewValues &values);

/// Makes an initializer an input: its values go. Fails for what is none.
[[nodiscard]] Result<Edit> makeInput(const Graph &graph, NodeId node);

/// Moves the values of initializers into a file of that name beside the model, when it is saved. Fails for what
/// has no values in a file that is there, for texts, and (code "onnx-values") for what is no plain name, and for few
/// values that may decide a size: ONNX's own inference reads those in the model alone.
[[nodiscard]] Result<Edit> moveValuesOut(const Graph &graph, const OpRegistry &ops,
                                         std::span<const NodeId> nodes, const std::string &file);

/// Puts the values into the model's file: those that are in another one, or those of an initializer that was
/// made an input. Whether the file has them is seen when it is saved.
[[nodiscard]] Result<Edit> embedValues(const Graph &graph, NodeId node);

} // namespace nervure
