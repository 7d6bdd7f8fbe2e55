// SPDX-License-Identifier: Apache-2.0
#include "app/files/model_picture.h"

#include "app/files/document_reader.h"
#include "core/builtins.h"
#include "core/layout/diagram/node_geometry.h"
#include "core/layout/diagram/palette.h"
#include "core/layout/engine/layered_layout.h"

#include <QPainter>

namespace nervure {

namespace {

constexpr double margin = 10;
constexpr double largestScale = 0.5;
constexpr double stripGap = 4;
constexpr int mostStrips = 12;
constexpr QColor lineColor(0x9A, 0xA5, 0xB1);

/// Layouts go from top to bottom, cards are wider than high: x and y change places.
QPointF turned(const Point &point)
{
    return {point.y, point.x};
}

void paintModel(QPainter &painter, const DrawnGraph &graph, const LayoutResult &layout)
{
    painter.setPen(QPen(lineColor, 3));
    for (const PlacedEdge &edge : layout.edges) {
        for (std::size_t i = 3; i < edge.points.size(); i += 3) {
            painter.drawLine(turned(edge.points[i - 3]), turned(edge.points[i]));
        }
    }
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        const PlacedNode &node = layout.nodes[i];
        QRectF box(0, 0, node.height, node.width);
        box.moveCenter(turned(node.center));
        const Rgb color = categoryColor(graph.nodes[i].category, false);
        painter.setBrush(QColor(color.red, color.green, color.blue));
        painter.drawRoundedRect(box, 10, 10);
    }
}

QImage paintPicture(const DrawnGraph &graph, const LayoutResult &layout,
                    const PictureRequest &request)
{
    QImage image(request.size * request.pixelRatio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(request.pixelRatio);
    image.fill(Qt::transparent);
    const double length = layout.height;
    const double breadth = layout.width;
    if (length <= 0 || breadth <= 0) {
        return image;
    }
    // A long model is shown whole, in as many strips as make it largest.
    const QSizeF room = QSizeF(request.size) - QSizeF(2 * margin, 2 * margin);
    int strips = 1;
    double scale = 0;
    for (int count = 1; count <= mostStrips; ++count) {
        const double fitting = qMin(room.width() * count / length,
                                    ((room.height() + stripGap) / count - stripGap) / breadth);
        if (fitting > scale) {
            scale = fitting;
            strips = count;
        }
    }
    scale = qMin(scale, largestScale);
    const QSizeF strip(length / strips * scale, breadth * scale);
    const double high = strips * (strip.height() + stripGap) - stripGap;
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < strips; ++i) {
        const QPointF corner((request.size.width() - strip.width()) / 2,
                             (request.size.height() - high) / 2 + i * (strip.height() + stripGap));
        painter.save();
        painter.setClipRect(QRectF(corner, strip));
        painter.translate(corner - QPointF(i * strip.width(), 0));
        painter.scale(scale, scale);
        paintModel(painter, graph, layout);
        painter.restore();
    }
    return image;
}

} // namespace

QImage drawModelPicture(const Builtins &builtins, const PictureRequest &request,
                        const JobControl &control)
{
    const Result<DocumentContent> content = readDocument(builtins, request.path, control);
    if (!content) {
        return {};
    }
    return drawGraphPicture(builtins, content.value().graph, request, control);
}

QImage drawGraphPicture(const Builtins &builtins, const Graph &model, const PictureRequest &request,
                        const JobControl &control)
{
    if (model.nodeCount() == 0) {
        return {};
    }
    const DrawnGraph graph = makeDrawnGraph(model, builtins.ops);
    const TableTextMeasure measure;
    const auto boxes = measureNodes(graph, measure);
    const auto layout = layeredLayout(makeLayoutRequest(graph, boxes, measure), control);
    return layout ? paintPicture(graph, *layout, request) : QImage();
}

} // namespace nervure
