// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of LightNet's JSON and writes back what opens.
#include "tests/fuzz/text_format.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    nervure::fuzz::tryTextFormat("lightnet", {reinterpret_cast<const char *>(data), size});
    return 0;
}
