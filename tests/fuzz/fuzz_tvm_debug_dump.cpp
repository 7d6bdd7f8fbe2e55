// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of the debug executor's dumps, and what stands behind the first NUL
// to that of their traces.
#include "core/formats/nnvm/tvm_debug_dump.h"
#include "tests/fuzz/text_format.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const std::size_t end = std::min(text.find('\0'), size);
    const nervure::FormatContext context{nervure::fuzz::loaders().ops, nervure::Semantics::Exact,
                                         "fuzz.json"};
    const auto dump = nervure::readTvmDebugDump(text.substr(0, end), context);
    if (!dump || end == size) {
        return 0;
    }
    const auto times = nervure::timesOfDebugTrace(text.substr(end + 1), dump->graph);
    if (times) {
        for (const nervure::DebugTime &time : *times) {
            if (!dump->graph.contains(time.node)) {
                std::abort();
            }
        }
    }
    return 0;
}
