// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace nervure {

/// Writes a PNG row by row by libpng, so that pictures of any size take the memory of one row (Qt's
/// own writer wants them whole): 8 bits a channel, red, green, blue.
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
    struct Stream;

    std::unique_ptr<Stream> m_stream;
    std::size_t m_rowBytes;
    std::uint32_t m_rowsLeft;
    bool m_isSound = false;
};

} // namespace nervure
