// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/layout_request.h"

#include <cstdint>
#include <map>
#include <vector>

namespace nervure {

/// A value on its way from one chunk to the next. All lines of a value that run down share one port;
/// a line that runs up has a port of its own.
struct ChunkPort {
    static constexpr std::uint32_t shared = 0xffffffff;

    std::uint32_t box = 0; ///< the upper end
    std::uint32_t value = 0;
    std::uint32_t edge = shared; ///< the line that runs up

    auto operator<=>(const ChunkPort &) const = default;
};

/// Some boxes that follow each other in topological order. Its request holds the ports that come in,
/// in one row, then the boxes, then the ports that go out, in one row.
struct Chunk {
    std::uint32_t first = 0; ///< boxes of the whole request: first to end - 1
    std::uint32_t end = 0;
    std::vector<ChunkPort> in;
    std::vector<ChunkPort> out;
    LayoutRequest request;
    std::map<std::uint32_t, std::uint32_t> arriving; ///< line of the whole request: own line
    std::map<ChunkPort, std::uint32_t> leaving;      ///< port that goes out: own line

    [[nodiscard]] std::uint32_t local(std::uint32_t box) const
    {
        return static_cast<std::uint32_t>(in.size()) + box - first;
    }
};

/// The port by which a line leaves the chunk of its upper end.
[[nodiscard]] ChunkPort portOf(const LayoutRequest &request, std::uint32_t edge);

/// How many ports splitIntoChunks() would make: what tells a good order of the boxes from a bad one.
[[nodiscard]] std::size_t chunkPortCount(const LayoutRequest &request);

/// Splits a request whose boxes are in topological order into chunks of some dozens of boxes, where
/// the fewest values go through.
[[nodiscard]] std::vector<Chunk> splitIntoChunks(const LayoutRequest &request);

} // namespace nervure
