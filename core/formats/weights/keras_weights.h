// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/formats/weights/onnx_weights.h"
#include "core/graph/graph.h"

#include <memory>
#include <string_view>

namespace nervure {

/// The weights of a Keras model's file, by the names of the variables that they are of; of a file of weights
/// alone by their paths in it. Fails with code "weights-format" where the file is an architecture alone.
[[nodiscard]] Result<FoundWeights> kerasWeights(std::string_view file);

/// The values of a Keras document's variables from a file that lies beside it: of weights alone, or a whole
/// model's.
[[nodiscard]] Result<TensorMap> readKerasValues(const std::shared_ptr<const FileBytes> &file,
                                                const Graph &graph);

} // namespace nervure
