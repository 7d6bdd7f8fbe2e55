// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace nervure {

/// Writes a PNG row by row, so that pictures of any size take the memory of one row: 8 bits a
/// channel, red, green, blue.
class PngWriter {
public:
    /// Takes the file's bytes in order; false when it cannot.
    using Sink = std::function<bool(std::string_view bytes)>;

    PngWriter(std::uint32_t width, std::uint32_t height, Sink sink);
    ~PngWriter();
    PngWriter(const PngWriter &) = delete;
    PngWriter &operator=(const PngWriter &) = delete;

    /// The next row, three bytes a pixel. False once the sink or the compressor has failed.
    bool addRow(std::span<const std::uint8_t> rgb);
    /// Ends the file after the last row; false when something is missing or failed.
    bool finish();

private:
    struct Deflater;

    void chunk(std::string_view type, std::string_view data);
    void compress(std::span<const std::uint8_t> bytes, bool isEnd);

    Sink m_sink;
    std::unique_ptr<Deflater> m_deflater;
    std::vector<std::uint8_t> m_before;   ///< the row above
    std::vector<std::uint8_t> m_filtered; ///< filter byte and differences
    std::uint32_t m_rowsLeft = 0;
    bool m_isSound = true;
};

} // namespace nervure
