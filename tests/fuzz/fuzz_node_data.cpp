// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of attachments; what opens is written in both formats and must read
// the same.
#include "core/formats/node_data.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    (void)nervure::looksLikeNodeData(text);
    const auto read = nervure::readNodeData(text);
    if (!read) {
        return 0;
    }
    const auto again = nervure::readNodeData(
        nervure::writeNodeData(read->series, nervure::NodeDataFormat::Netron));
    (void)nervure::writeNodeData(read->series, nervure::NodeDataFormat::ModelExplorer);
    if (!again && read->series.front().numbers.size() > 0
        && !read->series.front().numbers.front().first.empty()) {
        std::abort();
    }
    return 0;
}
