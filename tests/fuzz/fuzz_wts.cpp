// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of LightNet's weight files.
#include "core/formats/tensors/wts.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using nervure::DType;
    static const nervure::WtsTensors known{{"w", {DType::Float32, {3}}},
                                           {"b", {DType::Int8, {2, 2}}},
                                           {"large", {DType::Float32, {1 << 20, 1 << 10}}}};
    nervure::Diagnostics diagnostics;
    const auto tensors = nervure::readWts({reinterpret_cast<const char *>(data), size}, "fuzz.wts",
                                          known, diagnostics);
    if (!tensors && tensors.error().message.empty()) {
        std::abort();
    }
    return 0;
}
