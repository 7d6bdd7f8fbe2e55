// SPDX-License-Identifier: Apache-2.0
#include "core/formats/png_writer.h"

#include <array>
#include <string>
#include <utility>
#include <zlib.h>

namespace nervure {

namespace {

constexpr std::size_t chunkSize = 1U << 16U;
/// Flat drawings compress well at any level; this one is fast.
constexpr int level = 4;
/// Every row is stored as its difference to the one above.
constexpr std::uint8_t upFilter = 2;

void appendNumber(std::string &to, std::uint32_t value)
{
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
        to += static_cast<char>(value >> shift);
    }
}

} // namespace

struct PngWriter::Deflater {
    z_stream stream{};
    std::array<std::uint8_t, chunkSize> buffer{};
};

PngWriter::PngWriter(std::uint32_t width, std::uint32_t height, Sink sink)
    : m_sink(std::move(sink)),
      m_deflater(std::make_unique<Deflater>()),
      m_before(std::size_t{width} * 3),
      m_filtered(std::size_t{width} * 3 + 1),
      m_rowsLeft(height)
{
    m_isSound = deflateInit(&m_deflater->stream, level) == Z_OK;
    m_deflater->stream.next_out = m_deflater->buffer.data();
    m_deflater->stream.avail_out = chunkSize;
    m_isSound = m_isSound && m_sink(std::string_view("\x89PNG\r\n\x1a\n", 8));
    std::string header;
    appendNumber(header, width);
    appendNumber(header, height);
    header += std::string("\x08\x02\x00\x00\x00", 5); // 8 bits, RGB, no interlace
    chunk("IHDR", header);
}

PngWriter::~PngWriter()
{
    deflateEnd(&m_deflater->stream);
}

void PngWriter::chunk(std::string_view type, std::string_view data)
{
    std::string head;
    appendNumber(head, static_cast<std::uint32_t>(data.size()));
    head += type;
    const auto bytes = [](std::string_view text) {
        return reinterpret_cast<const Bytef *>(text.data());
    };
    uLong crc = crc32(0, bytes(type), static_cast<uInt>(type.size()));
    if (!data.empty()) {
        crc = crc32(crc, bytes(data), static_cast<uInt>(data.size()));
    }
    std::string tail;
    appendNumber(tail, static_cast<std::uint32_t>(crc));
    m_isSound = m_isSound && m_sink(head) && m_sink(data) && m_sink(tail);
}

void PngWriter::compress(std::span<const std::uint8_t> bytes, bool isEnd)
{
    z_stream &stream = m_deflater->stream;
    stream.next_in = const_cast<Bytef *>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    int state = Z_OK;
    while (m_isSound && (stream.avail_in > 0 || (isEnd && state != Z_STREAM_END))) {
        state = deflate(&stream, isEnd ? Z_FINISH : Z_NO_FLUSH);
        m_isSound = state == Z_OK || state == Z_STREAM_END || state == Z_BUF_ERROR;
        if (stream.avail_out == 0 || state == Z_STREAM_END) {
            chunk("IDAT", {reinterpret_cast<const char *>(m_deflater->buffer.data()),
                           chunkSize - stream.avail_out});
            stream.next_out = m_deflater->buffer.data();
            stream.avail_out = chunkSize;
        }
    }
}

bool PngWriter::addRow(std::span<const std::uint8_t> rgb)
{
    m_isSound = m_isSound && m_rowsLeft > 0 && rgb.size() == m_before.size();
    if (!m_isSound) {
        return false;
    }
    --m_rowsLeft;
    m_filtered[0] = upFilter;
    for (std::size_t i = 0; i < rgb.size(); ++i) {
        m_filtered[i + 1] = static_cast<std::uint8_t>(rgb[i] - m_before[i]);
        m_before[i] = rgb[i];
    }
    compress(m_filtered, false);
    return m_isSound;
}

bool PngWriter::finish()
{
    m_isSound = m_isSound && m_rowsLeft == 0;
    if (m_isSound) {
        compress({}, true);
        chunk("IEND", {});
    }
    return m_isSound;
}

} // namespace nervure
