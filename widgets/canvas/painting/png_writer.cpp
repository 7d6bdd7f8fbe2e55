// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/png_writer.h"

#include <csetjmp>
#include <utility>

#include <png.h>

namespace nervure {

namespace {

/// Flat drawings compress well at any level; this one is fast.
constexpr int compressionLevel = 4;
constexpr std::size_t pieceBytes = std::size_t{1} << 16U;

[[noreturn]] void leave(png_structp png, png_const_charp)
{
    png_longjmp(png, 1);
}

void ignore(png_structp, png_const_charp) {}

void handOn(png_structp png, png_bytep bytes, std::size_t size)
{
    const auto &sink = *static_cast<const PngWriter::Sink *>(png_get_io_ptr(png));
    if (!sink({reinterpret_cast<const char *>(bytes), size})) {
        png_error(png, "the sink takes no more");
    }
}

void noFlush(png_structp) {}

} // namespace

struct PngWriter::Stream {
    explicit Stream(Sink taker)
        : sink(std::move(taker)),
          png(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, leave, ignore)),
          info(png ? png_create_info_struct(png) : nullptr)
    {
        if (png) {
            png_set_write_fn(png, &sink, handOn, noFlush);
        }
    }
    ~Stream() { png_destroy_write_struct(&png, &info); }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;

    /// Whether libpng got through a step: it leaves it by longjmp(), past no destructor.
    template <typename Step>
    bool succeeds(Step step)
    {
        if (!png || !info || setjmp(png_jmpbuf(png)) != 0) {
            return false;
        }
        step(png, info);
        return true;
    }

    Sink sink;
    png_structp png;
    png_infop info;
};

PngWriter::PngWriter(std::uint32_t width, std::uint32_t height, Sink sink)
    : m_stream(std::make_unique<Stream>(std::move(sink))),
      m_rowBytes(std::size_t{width} * 3),
      m_rowsLeft(height)
{
    m_isSound = m_stream->succeeds([width, height](png_structp png, png_infop info) {
        png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_set_compression_level(png, compressionLevel);
        png_set_compression_buffer_size(png, pieceBytes);
        png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
        png_write_info(png, info);
    });
}

PngWriter::~PngWriter() = default;

bool PngWriter::addRow(std::span<const std::uint8_t> rgb)
{
    m_isSound = m_isSound && m_rowsLeft > 0 && rgb.size() == m_rowBytes
                && m_stream->succeeds(
                    [row = rgb.data()](png_structp png, png_infop) { png_write_row(png, row); });
    m_rowsLeft -= m_isSound ? 1 : 0;
    return m_isSound;
}

bool PngWriter::finish()
{
    m_isSound = m_isSound && m_rowsLeft == 0 && m_stream->succeeds(png_write_end);
    return m_isSound;
}

} // namespace nervure
