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
constexpr double smallestScale = 0.1; ///< long models are cut off at the right, not made tiny
constexpr double largestScale = 0.5;
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
    const double fitting = qMin((request.size.width() - 2 * margin) / length,
                                (request.size.height() - 2 * margin) / breadth);
    const double scale = qBound(smallestScale, fitting, largestScale);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    const double left = qMax(margin, (request.size.width() - length * scale) / 2);
    painter.translate(left, (request.size.height() - breadth * scale) / 2);
    painter.scale(scale, scale);
    paintModel(painter, graph, layout);
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
    const DrawnGraph graph = makeDrawnGraph(model, builtins.ops);
    const TableTextMeasure measure;
    const auto boxes = measureNodes(graph, measure);
    const auto layout = layeredLayout(makeLayoutRequest(graph, boxes, measure), control);
    return layout ? paintPicture(graph, *layout, request) : QImage();
}

} // namespace nervure
