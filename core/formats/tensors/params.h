// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"

#include <string_view>

namespace nervure {

/// The tensors of a parameter file as nnvm.compiler.save_param_dict writes it (.params; the byte
/// layout is in the params oracle's README). Of equal names the later wins; bytes after the last
/// array are ignored; arrays with a dimension 0 are read. Fails with the byte offset on anything
/// damaged, also where the original reads garbage (data cut short), and on types that have no
/// counterpart here (one-bit booleans, lanes).
[[nodiscard]] Result<TensorMap> readParams(std::string_view bytes);

} // namespace nervure
