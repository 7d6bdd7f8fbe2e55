// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"

#include <string_view>

namespace nervure {

/// Whether the bytes begin as a file of MXNet's NDArrays does.
[[nodiscard]] bool isMxnetParams(std::string_view bytes);

/// The tensors of an MXNet parameter file (NAME-0000.params, what mxnet.nd.save writes) by their
/// names without "arg:" and "aux:"; arrays without names are "0", "1", …. All forms of an array are
/// read: without a magic number (before 0.12), V1, V2 and V3 (NumPy shapes). Of equal names the
/// later wins. Fails with the byte offset on anything damaged, and on what has no counterpart
/// here: sparse arrays, arrays that were never given elements, bfloat16.
[[nodiscard]] Result<TensorMap> readMxnetParams(std::string_view bytes);

} // namespace nervure
