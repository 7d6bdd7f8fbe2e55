// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/execution_request.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace nervure {

/// A run, and what charts draw of it beside its numbers. Layers are told by their index.
struct ChartContent {
    std::shared_ptr<const ProfileReport> report; ///< null: there is none
    std::vector<OpCategory> categories;          ///< of the layers
    /// The run that it is compared with; null: none.
    std::shared_ptr<const ProfileReport> before{};
};

/// A picture of a run: hover tells about the layer under the pointer, a click chooses it, Left and Right walk.
class ProfileChart : public QWidget {
    Q_OBJECT

public:
    explicit ProfileChart(QWidget *parent);

    void setContent(const ChartContent &content);
    /// Outlines a layer.
    void setCurrentLayer(std::optional<std::uint32_t> layer);
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void layersChosen(const std::vector<std::uint32_t> &layers);

protected:
    /// The run is another one.
    virtual void contentChanged() {}
    virtual void paintChart(QPainter &painter) = 0;
    /// What a click at this place chooses.
    [[nodiscard]] virtual std::vector<std::uint32_t> layersAt(QPointF place) const = 0;
    [[nodiscard]] virtual QString tipAt(QPointF place) const;

    [[nodiscard]] bool hasLayers() const;
    [[nodiscard]] const ProfileData &data() const { return m_content.report->data; }
    /// Null unless the run is compared with one.
    [[nodiscard]] const ProfileReport *before() const { return m_content.before.get(); }
    [[nodiscard]] std::optional<std::uint32_t> currentLayer() const { return m_current; }
    [[nodiscard]] QColor colorOf(std::uint32_t layer) const;
    /// "conv0 (conv2d)", its time, its share and what holds it up.
    [[nodiscard]] QString layerTip(std::uint32_t layer) const;

    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    ChartContent m_content;
    std::optional<std::uint32_t> m_current;
};

} // namespace nervure
