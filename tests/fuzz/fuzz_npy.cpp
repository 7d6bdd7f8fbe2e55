// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of NumPy files; what opens is written and must read the same.
#include "core/formats/tensors/npy.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto tensor = nervure::readNpy({reinterpret_cast<const char *>(data), size});
    if (!tensor) {
        return 0;
    }
    const auto again = nervure::readNpy(nervure::writeNpy(tensor->view()));
    if (!again || again->shape() != tensor->shape() || again->type() != tensor->type()
        || !std::ranges::equal(again->bytes(), tensor->bytes())) {
        std::abort();
    }
    return 0;
}
