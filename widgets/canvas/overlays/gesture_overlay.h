// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <QWidget>

#include <optional>
#include <vector>

namespace nervure {

/// What is drawn above the canvas while one edits with the mouse: the handles that lines can be
/// taken at, the line in hand, and what it would be dropped on.
class GestureOverlay : public QWidget {
    Q_OBJECT

public:
    struct Line {
        QPointF from;
        QPointF to;
        bool isTaken = false; ///< there is something under its end
    };

    /// Covers `viewport` and lets the mouse through.
    explicit GestureOverlay(QWidget *viewport);

    /// In viewport coordinates.
    void setHandles(std::vector<QPointF> handles);
    void setLine(const std::optional<Line> &line);
    /// An empty rectangle: nothing.
    void setTarget(const QRectF &target);
    /// Drops everything.
    void clear();

    [[nodiscard]] const std::vector<QPointF> &handles() const { return m_handles; }
    [[nodiscard]] const std::optional<Line> &line() const { return m_line; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showIfNeeded();

    std::vector<QPointF> m_handles;
    std::optional<Line> m_line;
    QRectF m_target;
};

} // namespace nervure
