// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/picked_nodes.h"

namespace nervure {

void PickedNodes::follow(const DrawnGraph *drawn)
{
    m_foundBoxes.reset();
    m_flagBoxes.reset();
    if (drawn != nullptr && !m_found.empty()) {
        std::vector<bool> boxes(drawn->nodes.size(), false);
        for (const NodeId id : m_found) {
            if (const auto box = drawn->find(id)) {
                boxes[*box] = true;
            }
        }
        m_foundBoxes = std::make_shared<const std::vector<bool>>(std::move(boxes));
    }
    if (drawn != nullptr && !m_flags.empty()) {
        std::unordered_map<std::uint32_t, QString> boxes;
        for (const auto &[node, text] : m_flags) {
            if (const auto box = drawn->find(node)) {
                QString &flag = boxes[*box];
                flag += (flag.isEmpty() ? QString() : QStringLiteral(" ")) + text;
            }
        }
        m_flagBoxes =
            std::make_shared<const std::unordered_map<std::uint32_t, QString>>(std::move(boxes));
    }
}

void PickedNodes::addTo(CanvasHighlights &highlights) const
{
    highlights.found = m_foundBoxes;
    highlights.flags = m_flagBoxes;
}

} // namespace nervure
