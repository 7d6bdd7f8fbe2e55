// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"

#include <string>
#include <string_view>

namespace nervure {

/// The tensor of a NumPy .npy file (format versions 1 to 3, little-endian; Fortran order is turned
/// into C order; booleans become uint8). Fails on anything else, with what was found.
[[nodiscard]] Result<Tensor> readNpy(std::string_view bytes);

/// The tensor as a NumPy .npy file, version 1. LightNet's bool is written as int32.
[[nodiscard]] std::string writeNpy(const ConstTensorView &tensor);

} // namespace nervure
