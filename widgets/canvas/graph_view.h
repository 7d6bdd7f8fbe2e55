// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/view/canvas_surface.h"

namespace nervure {

class Breadcrumb;
class BusyOverlay;
class CanvasTool;
class Legend;
class Minimap;
class Overlay;
class ZoomControl;
class ZoomTool;

/// The canvas: shows a drawing and lets people move in it and pick nodes and values. A surface with the
/// overlays that float on it and the tools that its events go to.
class GraphView : public CanvasSurface {
    Q_OBJECT

public:
    explicit GraphView(QWidget *parent = nullptr);
    ~GraphView() override;

    /// Whether the plain wheel zooms and Ctrl or Shift with the wheel scrolls; else reversed.
    [[nodiscard]] bool wheelZooms() const;
    void setWheelZooms(bool zooms);
    /// Shows what is selected, as large as can be but not larger than it is.
    void zoomToSelection();
    /// Covers the canvas with "text", progress (negative: unknown) and Cancel; empty text: not.
    void setBusy(const QString &text, double fraction = -1);

Q_SIGNALS:
    void cancelRequested();

protected:
    [[nodiscard]] ViewTransform fitted() const override;
    [[nodiscard]] double topMargin() const override;

    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    using MouseHandler = bool (CanvasTool::*)(const QMouseEvent &);

    void offer(const QMouseEvent &event, MouseHandler handler);
    [[nodiscard]] bool offer(const QEvent &event);
    [[nodiscard]] bool isCovered(const ViewTransform &target) const;
    void placeOverlays();
    void place(Overlay &overlay, Qt::Corner corner, int above, std::vector<QRect> &taken) const;
    [[nodiscard]] QRect selectedPlace() const;

    // In the order in which events go to them; first, as overlays send events while they are made.
    std::vector<std::unique_ptr<CanvasTool>> m_tools;
    Breadcrumb *m_breadcrumb;
    Minimap *m_minimap;
    ZoomControl *m_zoomControl;
    Legend *m_legend;
    BusyOverlay *m_busy;
    ZoomTool *m_zoom;
};

} // namespace nervure
