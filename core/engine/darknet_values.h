// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/passes/conversion/darknet/darknet_params.h"

namespace nervure {

/// The values of an array that from_darknet makes itself. Fails where memory does.
[[nodiscard]] Result<Tensor> madeDarknetArray(const DarknetParam &param);

} // namespace nervure
