// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/onnx_weights.h"

#include <string_view>

namespace nervure {

/// The weights of a Core ML network by the names of their variables. The bytes have to outlive them.
[[nodiscard]] Result<FoundWeights> coreMlWeights(std::string_view model);

} // namespace nervure
