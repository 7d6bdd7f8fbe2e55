// SPDX-License-Identifier: Apache-2.0
#include "app/svg_painter.h"

#include "core/support/file.h"
#include "core/support/text.h"

#include <QBuffer>
#include <QGuiApplication>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>

#include <algorithm>

namespace nervure {

namespace {

constexpr int longestSide = 16384;
constexpr double usualScale = 2;
constexpr int pdfResolution = 72; ///< a picture pixel is a point

Diagnostic paintError(const QString &file, std::string message)
{
    Diagnostic error = makeError("paint", std::move(message));
    error.where.file = file.toStdString();
    return error;
}

Status write(const QString &file, const QByteArray &bytes)
{
    return writeFile(file.toStdString(),
                     {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

Status paintPng(QSvgRenderer &renderer, const QString &file)
{
    const QSizeF size = renderer.viewBoxF().size();
    const double longest = std::max(size.width(), size.height());
    const double scale = std::min(usualScale, longestSide / longest);
    QImage image((size * scale).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) {
        return paintError(file, "the picture has " + std::to_string(int(size.width())) + " × "
                                    + std::to_string(int(size.height()))
                                    + " pixels, which the memory does not hold");
    }
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG")) {
        return paintError(file, "the picture cannot be written as PNG");
    }
    return write(file, bytes);
}

Status paintPdf(QSvgRenderer &renderer, const QString &file)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(pdfResolution);
    writer.setPageMargins(QMarginsF());
    writer.setPageSize(
        QPageSize(renderer.viewBoxF().size(), QPageSize::Point, QString(), QPageSize::ExactMatch));
    QPainter painter;
    if (!painter.begin(&writer)) {
        return paintError(file, "the picture cannot be written as PDF");
    }
    renderer.render(&painter);
    painter.end();
    return write(file, bytes);
}

} // namespace

Status paintSvg(std::string_view svg, const QString &file, std::string_view format)
{
    QSvgRenderer renderer(QByteArray(svg.data(), static_cast<qsizetype>(svg.size())));
    if (!renderer.isValid() || renderer.viewBoxF().isEmpty()) {
        return paintError(file, "the drawing is no picture, expected SVG with a size");
    }
    if (format == "png") {
        return paintPng(renderer, file);
    }
    if (format == "pdf") {
        return paintPdf(renderer, file);
    }
    return paintError(file, "the format is " + quoted(format) + ", expected 'png' or 'pdf'");
}

Status paintSvgHeadless(std::string_view svg, const std::filesystem::path &file,
                        std::string_view format)
{
    std::unique_ptr<QGuiApplication> application;
    static int argumentCount = 1;
    static char programName[] = "nervure";
    static char *arguments[] = {programName, nullptr};
    if (!QCoreApplication::instance()) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        application = std::make_unique<QGuiApplication>(argumentCount, arguments);
    }
    return paintSvg(svg, QString::fromStdString(file.string()), format);
}

} // namespace nervure
