// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"

#include <cstdint>
#include <optional>
#include <utility>
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
    static constexpr std::uint32_t ends = 0xffffffff;

    std::uint32_t first = 0; ///< boxes of the whole request: first to end - 1
    std::uint32_t end = 0;
    std::vector<ChunkPort> in;
    std::vector<ChunkPort> out;
    LayoutRequest request;
    /// Lines of the whole request whose lower end is here, and the chunk's own lines that they end with.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> arriving;
    std::vector<std::uint32_t> leaving; ///< by port that goes out: own line
    std::vector<std::uint32_t> goesOn;  ///< by port that comes in: as which it goes out, or `ends`
    std::uint32_t passing = 0;          ///< so many of `out`, the first ones, came in

    [[nodiscard]] std::uint32_t local(std::uint32_t box) const
    {
        return static_cast<std::uint32_t>(in.size()) + box - first;
    }
    /// The place in `out` of a port of one of the chunk's own values that goes out.
    [[nodiscard]] std::uint32_t leavingPort(const ChunkPort &port) const;
};

/// The port by which a line leaves the chunk of its upper end.
[[nodiscard]] ChunkPort portOf(const LayoutRequest &request, std::uint32_t edge);

/// Splits a request whose boxes are in topological order into chunks of some dozens of boxes, where
/// the fewest values go through. Chunks are made one after the other: all of them would take several
/// times the memory of the request, which has to outlive this.
class ChunkSplitter {
public:
    explicit ChunkSplitter(const LayoutRequest &request);

    /// The next chunk; nothing after the last one.
    [[nodiscard]] std::optional<Chunk> next();
    /// How many ports all chunks have together: what tells a good order of the boxes from a bad one.
    [[nodiscard]] std::size_t portCount() const;

private:
    using Reader = std::pair<ChunkPort, std::uint32_t>;

    void findLastReaders();
    void countLive();
    [[nodiscard]] std::uint32_t nextCut(std::uint32_t first) const;
    [[nodiscard]] std::uint32_t lower(std::uint32_t edge) const;
    [[nodiscard]] std::uint32_t lastReaderOf(const ChunkPort &port) const;
    void addLines(Chunk &chunk);
    void addLeaving(Chunk &chunk);
    void addLeavingLine(Chunk &chunk, const ChunkPort &port, std::uint32_t from);

    const LayoutRequest &m_request;
    std::vector<Reader> m_lastReader;     ///< by port: the lowest box that a value goes to
    std::vector<std::uint32_t> m_byLower; ///< lines by their lower end
    std::vector<std::uint32_t> m_live;    ///< how many values go through above each box
    std::vector<ChunkPort> m_ports;       ///< at the cut that was reached
    std::uint32_t m_first = 0;            ///< of the next chunk
    std::size_t m_taken = 0;
};

} // namespace nervure
