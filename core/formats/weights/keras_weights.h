// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/onnx_weights.h"

#include <string_view>

namespace nervure {

/// The weights of a Keras model's file, by the names of the variables that they are of; of a file of weights
/// alone by their paths in it. Fails with code "weights-format" where the file is an architecture alone.
[[nodiscard]] Result<FoundWeights> kerasWeights(std::string_view file);

} // namespace nervure
