// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/views_in_step.h"

#include "widgets/canvas/view/canvas_surface.h"

#include <algorithm>

namespace nervure {

namespace {

/// Of more that are seen, some stand for all.
constexpr std::size_t mostBoxes = 400;
/// How fast boxes count less with their distance from the middle, in view pixels.
constexpr double reach = 24;

class StepAside {
public:
    StepAside(const CanvasSurface &leader, const CanvasSurface &follower, const CounterpartOf &of)
        : m_leader(leader),
          m_follower(follower),
          m_of(of)
    {}

    /// How much farther the follower's picture has what the leader's has here.
    [[nodiscard]] std::optional<QPointF> offset() const
    {
        const QRectF area = m_leader.visibleArea();
        if (const auto box = m_leader.currentBox();
            box && m_leader.scene()->nodeRect(*box).intersects(area)) {
            if (const auto way = wayTo(*box)) {
                return way;
            }
        }
        QPointF sum;
        double weights = 0;
        const std::vector<std::uint32_t> seen = m_leader.scene()->nodesIn(area);
        const std::size_t stride = 1 + seen.size() / mostBoxes;
        for (std::size_t i = 0; i < seen.size(); i += stride) {
            if (const auto way = wayTo(seen[i])) {
                const QPointF from = m_leader.scene()->nodeRect(seen[i]).center() - area.center();
                const double near = reach / m_leader.zoom();
                const double square = QPointF::dotProduct(from, from) + near * near;
                sum += *way / (square * square);
                weights += 1 / (square * square);
            }
        }
        return weights > 0 ? std::optional(sum / weights) : std::nullopt;
    }

private:
    [[nodiscard]] std::optional<QPointF> wayTo(std::uint32_t box) const
    {
        const NodeId node = m_leader.scene()->graph().ownNode(box);
        const NodeId other = node.isValid() ? m_of(node) : NodeId();
        const auto there = other.isValid() ? m_follower.scene()->graph().find(other) : std::nullopt;
        return there ? std::optional(m_follower.scene()->nodeRect(*there).center()
                                     - m_leader.scene()->nodeRect(box).center())
                     : std::nullopt;
    }

    const CanvasSurface &m_leader;
    const CanvasSurface &m_follower;
    const CounterpartOf &m_of;
};

} // namespace

std::optional<ViewTransform> viewInStep(const CanvasSurface &leader, const CanvasSurface &follower,
                                        const CounterpartOf &counterpartOf)
{
    if (!leader.scene() || !follower.scene()) {
        return std::nullopt;
    }
    const auto offset = StepAside(leader, follower, counterpartOf).offset();
    if (!offset) {
        return std::nullopt;
    }
    ViewTransform view;
    view.setScale(leader.zoom(), {});
    view.centerOn(leader.visibleArea().center() + *offset, follower.viewport()->size());
    return view;
}

} // namespace nervure
