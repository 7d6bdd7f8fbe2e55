// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/painting/scene_painter.h"

#include <QString>

#include <utility>
#include <vector>

namespace nervure {

/// The nodes that others have picked out of a picture, by what a search found and by bookmarks, and
/// where the picture has them.
class PickedNodes {
public:
    using Flags = std::vector<std::pair<NodeId, QString>>;

    void setFound(std::vector<NodeId> nodes) { m_found = std::move(nodes); }
    [[nodiscard]] const std::vector<NodeId> &found() const { return m_found; }
    void setFlags(Flags flags) { m_flags = std::move(flags); }

    /// Finds them in a picture; null: there is none. After every change of either.
    void follow(const DrawnGraph *drawn);
    /// Adds them to what is picked out.
    void addTo(CanvasHighlights &highlights) const;

private:
    std::vector<NodeId> m_found;
    Flags m_flags;
    decltype(CanvasHighlights::found) m_foundBoxes;
    decltype(CanvasHighlights::flags) m_flagBoxes;
};

} // namespace nervure
