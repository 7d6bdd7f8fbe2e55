// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/memory_plan.h"

#include <QWidget>

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

namespace nervure {

/// What lives where over steps (left to right): a bar for each value while it lives. A plan of blocks
/// has a row for each storage, by size; one with offsets is a map of its arena, from address 0 down. Above is how much
/// is in use at each step; a line goes through the step with the most, and what it crosses is alive then. No plan
/// of these values takes less than that: another line.
/// Hover tells the value, a click chooses it, the arrow keys walk; Ctrl and the wheel, or + and -, zoom.
class LifetimeChart : public QWidget {
    Q_OBJECT

public:
    explicit LifetimeChart(QWidget *parent = nullptr);

    void setPlan(const MemoryPlanView &plan) { setOrderedPlan(ordered(plan)); }
    /// The plan with its largest storages first; on any thread.
    [[nodiscard]] static MemoryPlanView ordered(MemoryPlanView plan);
    void setOrderedPlan(MemoryPlanView plan);
    /// Outlines the bars of this node.
    void setCurrentNode(NodeId node);
    [[nodiscard]] QSize sizeHint() const override;
    /// How many times as wide as its place it is: 1 and more.
    [[nodiscard]] double zoom() const { return m_zoom; }
    /// The step at `x` of the chart stays there.
    void setZoom(double zoom, int x);

    /// The value at a point of the widget, or null.
    [[nodiscard]] const StorageTenant *tenantAt(QPoint point) const;
    /// Where a value's bar is; for tests and tools.
    [[nodiscard]] QRectF barOf(NodeId node) const;

Q_SIGNALS:
    void nodeChosen(nervure::NodeId node);
    /// What was at `x` is at `now`.
    void zoomed(int x, int now);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    [[nodiscard]] QRectF barRect(std::size_t row, const StorageTenant &tenant) const;
    [[nodiscard]] double stepWidth() const;
    /// Pixels a byte of the arena.
    [[nodiscard]] double byteHeight() const;
    /// Where labels begin: at the left of what is seen.
    [[nodiscard]] int labelLeft() const;
    bool zoomByKey(int key);
    void paintSteps(QPainter &painter) const;
    void paintUsageLabels(QPainter &painter) const;
    void paintRowLabel(QPainter &painter, std::size_t row) const;
    void paintAddresses(QPainter &painter) const;
    [[nodiscard]] double usageY(std::int64_t bytes) const;
    /// The step below a point of the curve.
    [[nodiscard]] std::optional<std::uint32_t> stepAt(QPoint point) const;
    /// How much is in use, and by what.
    [[nodiscard]] QString usageTip(std::uint32_t step) const;
    void paintUsage(QPainter &painter) const;
    void paintPeakLine(QPainter &painter) const;
    void paintRow(QPainter &painter, std::size_t row);
    void paintArena(QPainter &painter, const QRect &exposed);
    void paintBar(QPainter &painter, std::size_t row, const StorageTenant &tenant,
                  std::size_t place);
    [[nodiscard]] bool isFirstAt(const QRect &bar);
    void choose(const StorageTenant &tenant);

    MemoryPlanView m_plan;                ///< blocks by falling size
    std::vector<std::int64_t> m_inUse{0}; ///< bytesInUse()
    std::uint32_t m_peakStep = 0;
    double m_zoom = 1;
    NodeId m_current;
    /// Where small bars were painted in this round: of a hundred thousand most lie over others.
    std::unordered_set<std::uint64_t> m_painted;
};

} // namespace nervure
