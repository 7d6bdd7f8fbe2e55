// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of LightNet's network language.
#include "tests/fuzz/text_format.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    nervure::fuzz::tryTextFormat("net", {reinterpret_cast<const char *>(data), size});
    return 0;
}
