// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of NumPy archives.
#include "core/formats/tensors/npz.h"
#include "tests/fuzz/tensor_sizes.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    return nervure::fuzz::checkSizes(
        nervure::readNpz({reinterpret_cast<const char *>(data), size}));
}
