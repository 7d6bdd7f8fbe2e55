// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/png_file.h"

#include "widgets/canvas/painting/png_writer.h"
#include "widgets/canvas/painting/scene_painter.h"
#include "widgets/style/colors.h"

#include <QImage>
#include <QPainter>
#include <QSaveFile>

#include <algorithm>
#include <cmath>
#include <vector>

namespace nervure {

namespace {

constexpr double longestSide = 1e6;
constexpr double mostPixels = 2e10;
/// QPainter addresses 16 bits; wider bands are painted in tiles.
constexpr int widestTile = 8192;
constexpr int pixelsOfBand = 4 << 20;

/// Rows of the picture, painted in tiles of at most `widestTile`.
class Band {
public:
    Band(const CanvasScene &scene, const CanvasLook &look, const RenderOptions &options, int width)
        : m_scene(scene),
          m_look(look),
          m_options(options),
          m_origin(pageOf(scene, options).topLeft()),
          m_scale(options.scale),
          m_width(width)
    {}

    /// RGB of `height` rows from `top` on, in pixels of the picture.
    std::span<const std::uint8_t> paint(int top, int height)
    {
        m_bytes.resize(static_cast<std::size_t>(m_width) * height * 3);
        for (int left = 0; left < m_width; left += widestTile) {
            const QImage tile =
                paintTile({left, top, std::min(widestTile, m_width - left), height});
            for (int y = 0; y < height; ++y) {
                const auto *line = reinterpret_cast<const QRgb *>(tile.constScanLine(y));
                std::uint8_t *to = &m_bytes[(static_cast<std::size_t>(y) * m_width + left) * 3];
                for (int x = 0; x < tile.width(); ++x) {
                    *to++ = static_cast<std::uint8_t>(qRed(line[x]));
                    *to++ = static_cast<std::uint8_t>(qGreen(line[x]));
                    *to++ = static_cast<std::uint8_t>(qBlue(line[x]));
                }
            }
        }
        return m_bytes;
    }

private:
    QImage paintTile(const QRect &pixels) const
    {
        QImage tile(pixels.size(), QImage::Format_RGB32);
        tile.fill(toQColor(m_look.palette.canvas));
        QPainter painter(&tile);
        painter.translate(-pixels.topLeft());
        painter.scale(m_scale, m_scale);
        painter.translate(-m_origin);
        // Outlines and badges reach a little beyond their nodes.
        constexpr double reach = 24;
        const QRectF area(m_origin + QPointF(pixels.topLeft()) / m_scale,
                          QSizeF(pixels.size()) / m_scale);
        paintPage(painter, m_scene, area.adjusted(-reach, -reach, reach, reach), m_look, m_options);
        return tile;
    }

    const CanvasScene &m_scene;
    const CanvasLook &m_look;
    const RenderOptions &m_options;
    QPointF m_origin; ///< the point in the first pixel
    double m_scale;
    int m_width;
    std::vector<std::uint8_t> m_bytes;
};

Status tooLarge(QSizeF size)
{
    return makeError("render-size",
                     "the picture would be {} by {} pixels, expected at most a million a side; a "
                     "smaller scale or a selection fits",
                     std::llround(size.width()), std::llround(size.height()));
}

} // namespace

QSizeF pictureSize(const CanvasScene &scene, const RenderOptions &options)
{
    const QSizeF size = pageOf(scene, options).size() * options.scale;
    return {std::max(1.0, std::ceil(size.width())), std::max(1.0, std::ceil(size.height()))};
}

Status writePngFile(const CanvasScene &scene, const QString &path, const CanvasMarks &marks,
                    const RenderOptions &options, const JobControl &control)
{
    const QSizeF size = pictureSize(scene, options);
    if (std::max(size.width(), size.height()) > longestSide
        || size.width() * size.height() > mostPixels) {
        return tooLarge(size);
    }
    const auto width = static_cast<int>(size.width());
    const auto height = static_cast<int>(size.height());
    QSaveFile file(path);
    const auto cannotWrite = [&path] {
        return makeError("file-write", "cannot write the picture to '{}'", path.toStdString());
    };
    if (!file.open(QIODevice::WriteOnly)) {
        return cannotWrite();
    }
    PngWriter png(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height),
                  [&file](std::string_view bytes) {
                      return file.write(bytes.data(), static_cast<qint64>(bytes.size()))
                             == static_cast<qint64>(bytes.size());
                  });
    const CanvasHighlights none;
    // As on paper, cards keep their texts however small they are.
    const CanvasLook look{options.isDark ? darkPalette() : lightPalette(), marks, none,
                          std::max(options.scale, 0.3)};
    Band band(scene, look, options, width);
    const int rows = std::clamp(pixelsOfBand / width, 1, 1024);
    for (int top = 0; top < height; top += rows) {
        if (control.cancel.isCanceled()) {
            return makeError("cancelled", "the picture was stopped");
        }
        control.report(static_cast<double>(top) / height, "painting");
        const int count = std::min(rows, height - top);
        const auto bytes = band.paint(top, count);
        const std::size_t stride = static_cast<std::size_t>(width) * 3;
        for (int y = 0; y < count; ++y) {
            if (!png.addRow(bytes.subspan(static_cast<std::size_t>(y) * stride, stride))) {
                return cannotWrite();
            }
        }
    }
    return png.finish() && file.commit() ? Status() : cannotWrite();
}

} // namespace nervure
