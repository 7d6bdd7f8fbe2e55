// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"

#include <cstdlib>

namespace nervure::fuzz {

/// What readers of tensors promise: whatever was read, sizes are what shapes and types say.
template <typename Read>
int checkSizes(const Read &tensors)
{
    if (tensors) {
        for (const auto &[name, tensor] : *tensors) {
            if (byteCount(tensor.shape(), tensor.type())
                != static_cast<std::int64_t>(tensor.byteSize())) {
                std::abort();
            }
        }
    }
    return 0;
}

} // namespace nervure::fuzz
