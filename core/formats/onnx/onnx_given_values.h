// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/graph/graph.h"
#include "core/support/byte_pieces.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nervure::onnx {

/// The elements of an initializer that no file has yet, and what is to be said of them.
struct GivenValues {
    std::vector<std::int64_t> dims;
    std::int64_t dataType = 0; ///< elementTypeName()
    BytePieces bytes;          ///< as raw data has them
};

/// Those of a variable: its tensor, which is not copied and has to outlive them, or else the numbers of its
/// attribute `value`. Nothing where it has neither. Fails with code "onnx-values" where the text does not say
/// as many numbers as the shape, or none of its type.
Result<std::optional<GivenValues>> givenValues(const Node &variable, const TensorMap *tensors);

} // namespace nervure::onnx
