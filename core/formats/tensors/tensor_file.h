// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"

#include <string_view>

namespace nervure {

/// The named tensors of a file, which its first bytes tell apart: NNVM's and TVM's .params, MXNet's
/// .params, NumPy's .npz.
[[nodiscard]] Result<TensorMap> readTensorFile(std::string_view bytes);

} // namespace nervure
