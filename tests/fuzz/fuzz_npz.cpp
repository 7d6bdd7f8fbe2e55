// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of NumPy archives.
#include "core/formats/npz.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto tensors = nervure::readNpz({reinterpret_cast<const char *>(data), size});
    if (tensors) {
        for (const auto &[name, tensor] : *tensors) {
            if (nervure::byteCount(tensor.shape(), tensor.type())
                != static_cast<std::int64_t>(tensor.byteSize())) {
                std::abort();
            }
        }
    }
    return 0;
}
